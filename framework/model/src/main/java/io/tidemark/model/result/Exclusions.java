package io.tidemark.model.result;

import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;

/**
 * Messages of a stretch that were sent and that no latency contains.
 *
 * @param failedMessages sends that ended in an error: not in the publish latencies
 * @param unansweredMessages sends that were never answered: not in the publish latencies
 * @param neverReceivedMessages deliveries that never came, over all subscriptions, without those
 *     that no subscription expects: not in the end-to-end latencies; of a request/reply run
 *     requests without a reply in time: not in the round trips
 */
public record Exclusions(long failedMessages, long unansweredMessages, long neverReceivedMessages) {

  /**
   * @param subscriptions of each topic; with none nothing is expected to arrive
   */
  public static Exclusions of(Counters counters, boolean requestReply, int subscriptions) {
    long sent = counters.get(Counter.SENT);
    long arrived = requestReply ? counters.get(Counter.ANSWERED) : counters.ended();
    long owed = sent - counters.get(Counter.FILTERED_MESSAGES);
    long expected = requestReply ? sent : owed * subscriptions;
    return new Exclusions(
        counters.get(Counter.FAILED), counters.unanswered(), Math.max(0, expected - arrived));
  }

  public Exclusions plus(Exclusions other) {
    return new Exclusions(
        failedMessages + other.failedMessages,
        unansweredMessages + other.unansweredMessages,
        neverReceivedMessages + other.neverReceivedMessages);
  }
}
