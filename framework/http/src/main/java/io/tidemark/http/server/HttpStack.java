package io.tidemark.http.server;

import io.javalin.Javalin;
import io.javalin.compression.CompressionStrategy;
import io.javalin.config.JavalinConfig;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.tidemark.http.tls.ServerTls;
import java.net.BindException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** The web server and its limits. */
public final class HttpStack {
  /** Threads for what never waits, transfers of bin/benchmark probe, and the server itself. */
  private static final int OTHER_THREADS = 40;

  private static final int MAX_THREADS =
      WaitingCalls.MOST + WaitingCalls.MOST_BEGINS_AND_ENDS + OTHER_THREADS;

  private static final int MAX_HEADER_BYTES = 8 * 1024;
  private static final int UNKNOWN_SHARE_OF_CONNECTIONS = 4;

  /** The path of readiness probes; it says nothing and needs no token. */
  private static final String READY = "/ready";

  /** Some of the paths. */
  public interface Endpoints {
    void addTo(RoutesConfig routes);

    /** Paths whose bodies are read by the endpoint, because they are not kept. */
    default Set<String> streamed() {
      return Set.of();
    }
  }

  private static final String ADMITTED = "tidemark.admitted";

  private HttpStack() {}

  /** The caller is authorized; only connections of authorized callers are kept. */
  public static void admit(Context context) {
    context.attribute(ADMITTED, true);
  }

  /** Unauthorized callers must not keep connections open. */
  private static void closeUnlessAdmitted(Context context) {
    if (context.attribute(ADMITTED) == null) {
      context.header("Connection", "close");
    }
  }

  public static Javalin create(WorkerServerOptions options, List<? extends Endpoints> endpoints) {
    return Javalin.create(
        config -> {
          config.startup.showJavalinBanner = false;
          config.startup.showOldJavalinVersionWarning = false;
          config.startup.startupWatcherEnabled = false;
          config.http.compressionStrategy = CompressionStrategy.NONE;
          config.http.defaultContentType = "text/plain";
          config.http.maxRequestSize = options.maxBodyBytes();
          UnknownConnections unknown =
              new UnknownConnections(
                  Math.max(1, options.maxConnections() / UNKNOWN_SHARE_OF_CONNECTIONS));
          limit(config, options, unknown);
          config.jetty.modifyServer(
              server -> server.setHandler(new WholeBodies(options, unknown, streamed(endpoints))));
          config.routes.before(context -> requireHost(context, options));
          config.routes.get(READY, context -> context.result("ready\n"));
          endpoints.forEach(each -> each.addTo(config.routes));
          config.routes.after(HttpStack::closeUnlessAdmitted);
        });
  }

  private static Set<String> streamed(List<? extends Endpoints> endpoints) {
    return endpoints.stream()
        .flatMap(each -> each.streamed().stream())
        .collect(Collectors.toUnmodifiableSet());
  }

  private static void requireHost(Context context, WorkerServerOptions options) {
    try {
      new AdmittedCallers(options).requireHost(name -> context.header(name));
    } catch (RequestRefusedException e) {
      context.status(e.status()).result(e.getMessage() + "\n").header("Connection", "close");
      context.skipRemainingHandlers();
    }
  }

  private static void limit(
      JavalinConfig config, WorkerServerOptions options, UnknownConnections unknown) {
    QueuedThreadPool threads = new QueuedThreadPool(MAX_THREADS, 4);
    threads.setName("worker-http");
    threads.setDaemon(true);
    config.jetty.threadPool = threads;
    config.jetty.modifyServer(
        server -> {
          server.setStopTimeout(0);
          server.addBean(new NetworkConnectionLimit(options.maxConnections(), server));
        });
    config.jetty.modifyHttpConfiguration(HttpStack::harden);
    config.jetty.addConnector((server, http) -> connector(server, http, options, unknown));
  }

  private static void harden(HttpConfiguration http) {
    http.setSendServerVersion(false);
    http.setSendXPoweredBy(false);
    http.setRequestHeaderSize(MAX_HEADER_BYTES);
  }

  private static Connector connector(
      Server server,
      HttpConfiguration http,
      WorkerServerOptions options,
      UnknownConnections unknown) {
    harden(http);
    ServerConnector connector =
        options
            .tls()
            .map(tls -> secure(server, http, tls))
            .orElseGet(() -> new ServerConnector(server, 1, 1, new HttpConnectionFactory(http)));
    connector.setHost(options.bind());
    connector.setPort(options.port());
    connector.setIdleTimeout(options.idleTimeout().toMillis());
    connector.addBean(unknown);
    connector.addBean(new LazyConnections(connector, options.idleTimeout()));
    return connector;
  }

  private static ServerConnector secure(Server server, HttpConfiguration http, ServerTls tls) {
    SslContextFactory.Server factory = new SslContextFactory.Server();
    factory.setSslContext(tls.context());
    factory.setNeedClientAuth(tls.clientCertificate());
    // Coordinators name workers by address as often as by name; the client checks the name.
    http.addCustomizer(new SecureRequestCustomizer(false));
    return new ServerConnector(
        server,
        1,
        1,
        new SslConnectionFactory(factory, HttpVersion.HTTP_1_1.asString()),
        new HttpConnectionFactory(http));
  }

  public static void start(Javalin http, WorkerServerOptions options) throws ListenException {
    try {
      http.start();
    } catch (RuntimeException e) {
      http.stop();
      throw new ListenException(
          String.format(
              Locale.ROOT, "cannot listen on %s:%d: %s", options.bind(), options.port(), reason(e)),
          e);
    }
  }

  private static String reason(Throwable e) {
    for (Throwable each = e; each != null; each = each.getCause()) {
      if (each instanceof BindException || each.getCause() == null) {
        return String.valueOf(each.getMessage());
      }
    }
    return e.toString();
  }
}
