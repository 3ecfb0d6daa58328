package org.example.nats;

import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import io.tidemark.driver.RefusedException;
import java.io.IOException;
import java.util.Locale;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/** What the broker refuses for good, so that the framework does not wait for it. */
final class NatsRefusals {
  private static final int BAD_REQUEST = 400;
  private static final int FORBIDDEN = 403;
  private static final int NOT_FOUND = 404;

  private NatsRefusals() {}

  /** The failure itself if it can pass. */
  static Throwable shown(Connection connection, Throwable failure) {
    Throwable reason = failure;
    while ((reason instanceof CompletionException || reason instanceof ExecutionException)
        && reason.getCause() != null) {
      reason = reason.getCause();
    }
    if (reason instanceof JetStreamApiException answer && isFinal(answer.getErrorCode())) {
      return new RefusedException(String.valueOf(answer.getMessage()), answer);
    }
    // The server does not answer a request that is not permitted: it says so on the connection.
    String error = connection.getLastError();
    if (error != null && error.toLowerCase(Locale.ROOT).contains("permissions violation")) {
      return new RefusedException(error, reason);
    }
    return reason;
  }

  /** Returns the failure of a request that was not answered. */
  static IOException shown(Connection connection, IOException failure) {
    return shown(connection, (Throwable) failure) instanceof RefusedException refusal
        ? refusal
        : failure;
  }

  private static boolean isFinal(int code) {
    return code == BAD_REQUEST || code == FORBIDDEN || code == NOT_FOUND;
  }
}
