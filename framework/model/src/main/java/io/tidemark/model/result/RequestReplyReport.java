package io.tidemark.model.result;

import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import java.util.List;
import java.util.Optional;

/**
 * Outcomes of requests over the whole run, including the warm-up.
 *
 * @param nativeWay whether the driver's own way was used
 * @param mechanism how replies found their requester, in a few words
 * @param requesters how many asked, one number for each step
 * @param responders how many answered
 * @param pairs request destinations
 * @param requestsSent handed to drivers
 * @param counts what happened to them; only {@link Counter.Group#ROUND_TRIPS}
 * @param unanswered requests that had neither a reply nor a timeout when the run ended
 * @param requestsLost accepted by the broker and never seen by a responder; empty where the audit
 *     could not know
 * @param repliesLost requests seen by a responder whose reply never came; empty where the audit
 *     could not know
 */
public record RequestReplyReport(
    boolean nativeWay,
    String mechanism,
    List<Integer> requesters,
    int responders,
    int pairs,
    long requestsSent,
    Counters counts,
    long unanswered,
    Optional<Long> requestsLost,
    Optional<Long> repliesLost) {
  public RequestReplyReport {
    requesters = List.copyOf(requesters);
  }
}
