package io.tidemark.model.worker;

import java.time.Duration;
import java.util.Optional;

/**
 * Settings of a request/reply run, before the creation of clients.
 *
 * @param replySizeBytes of every reply; empty: the reply is a copy of its request
 * @param replyTimeout after which a request counts as unanswered
 */
public record RequestReplySetup(Optional<Integer> replySizeBytes, Duration replyTimeout) {
  public RequestReplySetup {
    if (replyTimeout.isNegative() || replyTimeout.isZero()) {
      throw new IllegalArgumentException("replyTimeout must be above 0, got " + replyTimeout);
    }
  }
}
