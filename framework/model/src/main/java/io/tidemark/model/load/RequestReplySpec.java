package io.tidemark.model.load;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tidemark.driver.settings.Key;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Requesters and responders of a request/reply run.
 *
 * @param requesters number of requesters in each step of the run
 * @param responders number of responders
 * @param pairs request destinations with their reply destinations; requester and responder {@code
 *     i} use pair {@code i % pairs}
 * @param replySizeBytes of every reply; empty: the reply is a copy of its request
 * @param requestsInFlight unanswered requests at most, of each requester; empty: an open loop with
 *     as many as the heap bears
 * @param replyTimeout after which a request counts as unanswered
 * @param requesterStartDelay distance between the starts of requesters that join at a step
 * @param way the driver's own way, or plain producers and consumers
 */
@RecordBuilder
public record RequestReplySpec(
    @Key(
            value =
                "Number of requesters. A list is a sweep: consecutive steps, each with a"
                    + " warm-up, `testDuration` and a row in the result.",
            single = true,
            range = "1..1000000",
            each = "Requesters in one step.")
        List<Integer> requesters,
    @Key(value = "Number of responders. If absent, one for each pair.", range = "1..1000000")
        int responders,
    @Key(
            value =
                "Request destinations with their reply destinations, in place of `topics`."
                    + " Requester and responder `i` use pair `i` modulo `pairs`.",
            range = "1..1000000",
            orElse = "1")
        int pairs,
    @Key(
            name = "replySize",
            value = "Size of every reply. If absent, a reply is a copy of its request.",
            size = true,
            range = "0..1GB")
        Optional<Integer> replySizeBytes,
    @Key(
            value =
                "Most unanswered requests of each requester. Default: 1 in a closed loop;"
                    + " with a `producerRate` limited by the heap.",
            range = "1..1000000")
        Optional<Integer> requestsInFlight,
    @Key(
            value = "Timeout after which a request counts as unanswered.",
            range = "1ms..",
            orElse = "30s")
        Duration replyTimeout,
    @Key(
            value = "Interval between the starts of additional requesters in a closed loop.",
            range = "0..",
            orElse = "10ms")
        Duration requesterStartDelay,
    @Key(
            name = "requestReply",
            value =
                "`native`: the driver's mechanism (correlation ids, reply-to). `generic`:"
                    + " plain producers and consumers, with any driver. `auto`: native if the"
                    + " driver has it. `topicNames` are destinations of requests,"
                    + " `partitionsPerTopic` the partitions of each of them (if absent, one for"
                    + " each responder), and `producerRate` is the rate of requests. Requests and"
                    + " replies have at least 32 bytes, 48 with `envelope.form: text`.",
            orElse = "auto")
        Way way)
    implements RequestReplySpecBuilder.With {

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
  }

  /** The values of a file whose numbers are known. */
  public RequestReplySpec complete(
      List<Integer> steps, int allResponders, int allPairs, Optional<Integer> inFlight) {
    if (steps.isEmpty() || steps.stream().anyMatch(number -> number < 1)) {
      throw new IllegalArgumentException("requesters must be at least 1, got " + steps);
    }
    if (allPairs < 1 || allResponders < allPairs) {
      throw new IllegalArgumentException(
          "each of " + allPairs + " pairs needs a responder, got " + allResponders);
    }
    return with()
        .requesters(steps)
        .responders(allResponders)
        .pairs(allPairs)
        .requestsInFlight(inFlight)
        .build();
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
