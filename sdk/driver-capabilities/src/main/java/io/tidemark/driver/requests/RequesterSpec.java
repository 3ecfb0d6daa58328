package io.tidemark.driver.requests;

import java.time.Duration;
import java.util.Objects;

/**
 * A requester.
 *
 * @param index among all of the run, from 0; unique over workers
 * @param pair its destinations
 * @param openLoop whether requests are sent by a schedule, independent of replies; otherwise the
 *     next one is sent when one of {@code requestsInFlight} has been answered or has timed out
 * @param requestsInFlight unanswered requests at most
 * @param replyTimeout after which a request counts as unanswered; a later reply counts as late
 */
public record RequesterSpec(
    int index,
    RequestReplyPair pair,
    boolean openLoop,
    int requestsInFlight,
    Duration replyTimeout) {
  public RequesterSpec {
    Objects.requireNonNull(pair);
    Objects.requireNonNull(replyTimeout);
    if (requestsInFlight < 1) {
      throw new IllegalArgumentException(
          "requestsInFlight must be at least 1, got " + requestsInFlight);
    }
  }

  /**
   * Whether {@link Requester#sendRequest} may wait for the reply, up to the reply timeout, and call
   * the callback before it returns: true for a closed loop with one request in flight.
   */
  public boolean mayWaitForReply() {
    return !openLoop && requestsInFlight == 1;
  }
}
