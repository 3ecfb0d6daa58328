package io.tidemark.http.server;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tidemark.base.DaemonThreads;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/** {@code GET /metrics} on a separate port, as in OMB's worker. Metrics only, no token. */
public record MetricsServer(HttpServer http) implements AutoCloseable {
  private static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

  private static final int THREADS = 4;

  static {
    // Slow clients are disconnected. Read once, by the class that serves.
    System.setProperty("sun.net.httpserver.maxReqTime", "10");
    System.setProperty("sun.net.httpserver.maxRspTime", "10");
  }

  public static MetricsServer start(String bind, int port, Supplier<String> metrics)
      throws ListenException {
    try {
      HttpServer http = HttpServer.create(new InetSocketAddress(bind, port), 16);
      http.createContext(
          "/metrics",
          exchange -> {
            Optional<String> refusal = refusal(http.getAddress().getAddress(), bind, exchange);
            answer(exchange, refusal.isPresent() ? 403 : 200, refusal.orElseGet(metrics));
          });
      http.setExecutor(
          Executors.newFixedThreadPool(THREADS, DaemonThreads.named("worker-metrics")));
      http.start();
      return new MetricsServer(http);
    } catch (IOException | IllegalArgumentException e) {
      throw new ListenException(
          "cannot listen on %s:%d for metrics: %s".formatted(bind, port, e.getMessage()), e);
    }
  }

  /** Web pages whose name resolves to this machine may not read. */
  private static Optional<String> refusal(InetAddress own, String bind, HttpExchange exchange) {
    return own.isLoopbackAddress()
        ? Admission.wrongHost(exchange.getRequestHeaders()::getFirst, bind)
        : Optional.empty();
  }

  private static void answer(HttpExchange exchange, int status, String text) throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", CONTENT_TYPE);
    exchange.sendResponseHeaders(status, body.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(body);
    }
  }

  public int port() {
    return http.getAddress().getPort();
  }

  @Override
  public void close() {
    http.stop(0);
    ((ExecutorService) http.getExecutor()).shutdownNow();
  }
}
