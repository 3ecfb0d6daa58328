package io.tidemark.model.load;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Requesters and responders of a request/reply run.
 *
 * @param way the driver's own way, or plain producers and consumers
 * @param requesters number of requesters in each step of the run
 * @param responders number of responders
 * @param pairs request destinations with their reply destinations; requester and responder {@code
 *     i} use pair {@code i % pairs}
 * @param replySizeBytes of every reply; empty: the reply is a copy of its request
 * @param requestsInFlight unanswered requests at most, of each requester; empty: an open loop with
 *     as many as the heap bears
 * @param replyTimeout after which a request counts as unanswered
 * @param requesterStartDelay distance between the starts of requesters that join at a step
 */
public record RequestReplySpec(
    Way way,
    List<Integer> requesters,
    int responders,
    int pairs,
    Optional<Integer> replySizeBytes,
    Optional<Integer> requestsInFlight,
    Duration replyTimeout,
    Duration requesterStartDelay) {

  /** How requests and replies travel. */
  public enum Way {
    /** The driver's own way if it has one, else the generic one. */
    AUTO,
    /** The driver's own way. */
    NATIVE,
    /** Plain producers and consumers of any driver. */
    GENERIC
  }

  public RequestReplySpec {
    requesters = List.copyOf(requesters);
    if (requesters.isEmpty() || requesters.stream().anyMatch(number -> number < 1)) {
      throw new IllegalArgumentException("requesters must be at least 1, got " + requesters);
    }
    if (pairs < 1 || responders < pairs) {
      throw new IllegalArgumentException(
          "each of " + pairs + " pairs needs a responder, got " + responders);
    }
  }

  /** The same with one number of requesters. */
  public RequestReplySpec withRequesters(int number) {
    return new RequestReplySpec(
        way,
        List.of(number),
        responders,
        pairs,
        replySizeBytes,
        requestsInFlight,
        replyTimeout,
        requesterStartDelay);
  }

  /** The most requesters of any step; all of them are created at the start. */
  public int mostRequesters() {
    return requesters.stream().mapToInt(Integer::intValue).max().orElseThrow();
  }

  /** Whether the number of requesters changes. */
  public boolean isSweep() {
    return requesters.size() > 1;
  }
}
