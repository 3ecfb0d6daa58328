package io.tidemark.coordinator;

import io.tidemark.model.result.DeliveryReport.SubscriptionDelivery;
import java.util.List;
import java.util.Optional;

/** What can be said of messages whose identity is not known: their numbers are compared. */
final class CountedDelivery {
  static final String ALL = "(all)";
  static final String UNSTAMPED = "(without stamp)";
  static final String LIMIT =
      "Counts only: a duplicate hides a loss, and neither order nor single subscriptions can be"
          + " told.";

  private CountedDelivery() {}

  /**
   * What is missing in number is lost. Where nothing is, something may be all the same: hidden by
   * duplicates, which show when there are too many, or by what came of sends that failed.
   *
   * @param complete whether every send was acknowledged
   */
  static SubscriptionDelivery of(
      String subscription, String topic, long expected, long received, boolean complete) {
    boolean known = received < expected || received == expected && complete;
    return new SubscriptionDelivery(
        subscription,
        topic,
        expected,
        received,
        known ? Optional.of(expected - received) : Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        List.of());
  }
}
