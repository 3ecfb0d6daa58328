package io.tidemark.http;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * How a coordinator reaches its workers.
 *
 * @param token what they want to hear; empty for none
 * @param tls for https addresses; empty for what Java trusts
 * @param callTimeout of calls that have no deadline of their own
 * @param silence a worker that shows no sign of life for so long is lost, whatever it was asked
 */
public record HttpWorkerOptions(
    Optional<Token> token, Optional<SSLContext> tls, Duration callTimeout, Duration silence) {
  public static final HttpWorkerOptions DEFAULT =
      new HttpWorkerOptions(
          Optional.empty(), Optional.empty(), Duration.ofSeconds(2), Duration.ofMillis(3_500));

  public HttpWorkerOptions {
    Objects.requireNonNull(token);
    Objects.requireNonNull(tls);
    Objects.requireNonNull(callTimeout);
    Objects.requireNonNull(silence);
  }

  public HttpWorkerOptions withToken(Optional<Token> other) {
    return new HttpWorkerOptions(other, tls, callTimeout, silence);
  }

  public HttpWorkerOptions withTls(Optional<SSLContext> other) {
    return new HttpWorkerOptions(token, other, callTimeout, silence);
  }
}
