package io.tidemark.http;

import java.time.Duration;
import java.util.Optional;

/** Variants of a worker's options. */
final class ServerOptions {
  private static final WorkerServerOptions DEFAULT = WorkerServerOptions.DEFAULT;

  private ServerOptions() {}

  static WorkerServerOptions listening(String bind, int port) {
    return listening(bind, port, Optional.empty(), false);
  }

  static WorkerServerOptions listening(
      String bind, int port, Optional<Token> token, boolean insecure) {
    long bytes = DEFAULT.maxBodyBytes();
    int connections = DEFAULT.maxConnections();
    Duration idle = DEFAULT.idleTimeout();
    return of(bind, port, token, insecure, Optional.empty(), bytes, connections, idle);
  }

  static WorkerServerOptions tls(ServerTls tls) {
    long bytes = DEFAULT.maxBodyBytes();
    int connections = DEFAULT.maxConnections();
    Duration idle = DEFAULT.idleTimeout();
    return of("127.0.0.1", 0, Optional.empty(), false, Optional.of(tls), bytes, connections, idle);
  }

  static WorkerServerOptions limited(
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
    Duration grace = DEFAULT.orphanGrace();
    return new WorkerServerOptions(
        bind, port, token, insecure, tls, policy, bodyBytes, connections, idle, grace);
  }
}
