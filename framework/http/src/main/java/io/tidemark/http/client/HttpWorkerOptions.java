package io.tidemark.http.client;

import io.tidemark.http.protocol.Token;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * How a coordinator reaches its workers.
 *
 * @param token of the workers; empty for none
 * @param tls for https addresses; empty for Java's default
 * @param callTimeout of calls that have no deadline of their own
 * @param silence a worker without a response for this time is lost, independent of its current
 *     call; a connection may take as long: on a busy machine a first one with TLS needs seconds
 */
public record HttpWorkerOptions(
    Optional<Token> token, Optional<SSLContext> tls, Duration callTimeout, Duration silence) {
  public static final HttpWorkerOptions DEFAULT =
      new HttpWorkerOptions(
          Optional.empty(), Optional.empty(), Duration.ofSeconds(2), Duration.ofMillis(3_500));

  public HttpWorkerOptions withToken(Optional<Token> other) {
    return new HttpWorkerOptions(other, tls, callTimeout, silence);
  }

  public HttpWorkerOptions withTls(Optional<SSLContext> other) {
    return new HttpWorkerOptions(token, other, callTimeout, silence);
  }
}
