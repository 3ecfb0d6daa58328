package io.tidemark.http.server;

import io.javalin.Javalin;
import java.util.List;
import java.util.function.Supplier;

/** {@code GET /metrics} on a separate port, as in OMB's worker. Metrics only, no token. */
public record MetricsServer(Javalin http) implements AutoCloseable {
  private static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

  public static MetricsServer start(String bind, int port, Supplier<String> metrics)
      throws ListenException {
    WorkerServerOptions options = WorkerServerOptions.ofPages(bind, port);
    HttpStack.Endpoints endpoint =
        routes ->
            routes.get(
                "/metrics", context -> context.contentType(CONTENT_TYPE).result(metrics.get()));
    Javalin http = HttpStack.create(options, List.of(endpoint));
    try {
      HttpStack.start(http, options);
    } catch (ListenException e) {
      throw new ListenException(
          String.valueOf(e.getMessage()).replaceFirst(": ", " for metrics: "), e);
    }
    return new MetricsServer(http);
  }

  public int port() {
    return http.port();
  }

  @Override
  public void close() {
    http.stop();
  }
}
