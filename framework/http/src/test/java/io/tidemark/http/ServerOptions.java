package io.tidemark.http;

import io.tidemark.http.policy.DriverPolicy;
import io.tidemark.http.protocol.Token;
import io.tidemark.http.server.WorkerServerOptions;
import io.tidemark.http.tls.ServerTls;
import java.time.Duration;
import java.util.Optional;

/** Variants of a worker's options. */
public final class ServerOptions {
  private static final WorkerServerOptions DEFAULT = WorkerServerOptions.DEFAULT;

  private ServerOptions() {}

  public static WorkerServerOptions listening(String bind, int port) {
    return listening(bind, port, Optional.empty(), false);
  }

  public static WorkerServerOptions listening(
      String bind, int port, Optional<Token> token, boolean insecure) {
    long bytes = DEFAULT.maxBodyBytes();
    int connections = DEFAULT.maxConnections();
    Duration idle = DEFAULT.idleTimeout();
    return of(bind, port, token, insecure, Optional.empty(), bytes, connections, idle);
  }

  public static WorkerServerOptions tls(ServerTls tls) {
    long bytes = DEFAULT.maxBodyBytes();
    int connections = DEFAULT.maxConnections();
    Duration idle = DEFAULT.idleTimeout();
    return of("127.0.0.1", 0, Optional.empty(), false, Optional.of(tls), bytes, connections, idle);
  }

  public static WorkerServerOptions limited(
      Optional<Token> token, long bodyBytes, int connections, Duration idle) {
    return of("127.0.0.1", 0, token, false, Optional.empty(), bodyBytes, connections, idle);
  }

  private static WorkerServerOptions of(
      String bind,
      int port,
      Optional<Token> token,
      boolean insecure,
      Optional<ServerTls> tls,
      long bodyBytes,
      int connections,
      Duration idle) {
    DriverPolicy policy = DEFAULT.policy();
    Duration grace = DEFAULT.leaseGrace();
    return new WorkerServerOptions(
        bind, port, token, insecure, tls, policy, bodyBytes, connections, idle, grace);
  }
}
