package io.tidemark.http.server;

import io.tidemark.http.policy.DriverPolicy;
import io.tidemark.http.protocol.Token;
import io.tidemark.http.tls.ServerTls;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Optional;

/**
 * How a worker listens.
 *
 * @param bind address to listen on
 * @param port 0 for any free one
 * @param token what callers must show; empty for none
 * @param insecure listen on other addresses without a token, OMB's endpoints included; or with a
 *     token and without TLS
 * @param tls speak TLS
 * @param policy what a driver's configuration may contain
 * @param maxBodyBytes larger requests are refused
 * @param maxConnections more at a time are not accepted
 * @param idleTimeout a connection without a request for this time is closed
 * @param leaseGrace time after the end of its lease at which a run is ended
 */
public record WorkerServerOptions(
    String bind,
    int port,
    Optional<Token> token,
    boolean insecure,
    Optional<ServerTls> tls,
    DriverPolicy policy,
    long maxBodyBytes,
    int maxConnections,
    Duration idleTimeout,
    Duration leaseGrace) {

  /** A body must not fill a small heap. */
  private static final int HEAP_SHARE_OF_BODY = 8;

  /** Loopback, any free port, no token. */
  public static final WorkerServerOptions DEFAULT =
      new WorkerServerOptions(
          "127.0.0.1",
          0,
          Optional.empty(),
          false,
          Optional.empty(),
          DriverPolicy.STRICT,
          Math.min(64L << 20, Runtime.getRuntime().maxMemory() / HEAP_SHARE_OF_BODY),
          1_000,
          Duration.ofSeconds(30),
          Duration.ofSeconds(5));

  /**
   * Returns the options of pages that everyone may read who reaches them: without a token, with the
   * same limits.
   */
  public static WorkerServerOptions ofPages(String bind, int port) {
    return new WorkerServerOptions(
        bind,
        port,
        Optional.empty(),
        true,
        Optional.empty(),
        DriverPolicy.STRICT,
        DEFAULT.maxBodyBytes,
        DEFAULT.maxConnections,
        DEFAULT.idleTimeout,
        DEFAULT.leaseGrace);
  }

  /**
   * @throws IllegalArgumentException if the address is not loopback and not protected
   */
  public WorkerServerOptions {
    if (!isLoopback(bind) && token.isEmpty() && !insecure) {
      throw new IllegalArgumentException(
          ("every host that reaches %s could use this worker: give --token-file FILE"
                  + " (or TIDEMARK_WORKER_TOKEN), or --insecure")
              .formatted(bind));
    }
    if (!isLoopback(bind) && token.isPresent() && tls.isEmpty() && !insecure) {
      throw new IllegalArgumentException(
          "the token would be sent to "
              + bind
              + " without TLS: give --tls-cert FILE and --tls-key FILE, or --insecure");
    }
  }

  /** Whether only this machine can reach the worker. */
  public boolean isLoopback() {
    return isLoopback(bind);
  }

  private static boolean isLoopback(String bind) {
    try {
      return InetAddress.getByName(bind).isLoopbackAddress();
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException("cannot listen on " + bind + ": no such address", e);
    }
  }
}
