package io.tidemark.coordinator.delivery;

import io.tidemark.model.result.DeliveryReport.SubscriptionDelivery;
import io.tidemark.model.yaml.DriverSecrets;
import java.util.List;
import java.util.Optional;

/** Delivery of messages without identity: only counts are compared. */
final class CountedDelivery {
  static final String ALL = "(all)";
  static final String UNSTAMPED = "(without stamp)";
  static final String LIMIT =
      "Counts only: duplicates hide losses; order and single subscriptions are not known.";

  private CountedDelivery() {}

  /**
   * The missing number is lost. If it is 0, loss may be hidden by duplicates or by received
   * messages of failed sends.
   *
   * @param complete whether every send was acknowledged
   */
  static SubscriptionDelivery of(
      String subscription, String topic, long expected, long received, boolean complete) {
    boolean known = received < expected || received == expected && complete;
    return new SubscriptionDelivery(
        subscription,
        DriverSecrets.masked(topic),
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
