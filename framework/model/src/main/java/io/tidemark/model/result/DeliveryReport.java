package io.tidemark.model.result;

import io.tidemark.model.load.DeliveryMode;
import io.tidemark.model.workload.AcknowledgedMessages;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Outcomes of all messages that the load sent, including the warm-up.
 *
 * @param mode mode of the audit; unknown numbers are empty
 * @param sent handed to drivers
 * @param acknowledged confirmed by brokers
 * @param failed ended in an error
 * @param unacknowledged neither, at the end of the run
 * @param corrupted received with a damaged content; empty where not every message was checked
 * @param foreign received and not sent by this run; empty if they cannot be distinguished
 * @param subscriptions the same for each
 * @param limits limits of this audit, one sentence each (compact envelopes, existing topics)
 * @param acknowledgedMessages the acknowledged messages one by one, for a run that reads them
 *     later; empty where they are not known
 */
public record DeliveryReport(
    DeliveryMode mode,
    long sent,
    long acknowledged,
    long failed,
    long unacknowledged,
    Optional<Long> corrupted,
    Optional<Long> foreign,
    List<SubscriptionDelivery> subscriptions,
    List<String> limits,
    Optional<AcknowledgedMessages> acknowledgedMessages) {

  /**
   * @param subscription name of the subscription
   * @param topic its topic
   * @param expected acknowledged messages of the topic's producers
   * @param received deliveries, duplicates included
   * @param lost acknowledged and never received
   * @param duplicated deliveries beyond the first
   * @param outOfOrder first deliveries that came after a later message of the same producer and
   *     partition; empty if order is not known
   * @param unacknowledgedButReceived received although never acknowledged, or failed
   * @param firstLost some of the lost ones, as {@code producer:sequence}
   * @param producers the same by producer; empty where only numbers are compared
   */
  public record SubscriptionDelivery(
      String subscription,
      String topic,
      long expected,
      long received,
      Optional<Long> lost,
      Optional<Long> duplicated,
      Optional<Long> outOfOrder,
      Optional<Long> unacknowledgedButReceived,
      List<String> firstLost,
      List<ProducerDelivery> producers) {
    public SubscriptionDelivery {
      firstLost = List.copyOf(firstLost);
      producers = List.copyOf(producers);
    }
  }

  /**
   * Messages of one producer at a subscription; the same numbers as for the subscription.
   *
   * @param producer its number in the run
   */
  public record ProducerDelivery(
      int producer,
      long expected,
      long received,
      Optional<Long> lost,
      long duplicated,
      Optional<Long> outOfOrder,
      Optional<Long> unacknowledgedButReceived) {}

  public DeliveryReport {
    subscriptions = List.copyOf(subscriptions);
    limits = List.copyOf(limits);
  }

  /**
   * Over all subscriptions, as far as known; empty if none is known and not all subscriptions were
   * checked.
   */
  public Optional<Long> lost() {
    return certain(SubscriptionDelivery::lost);
  }

  /** As {@link #lost}. */
  public Optional<Long> duplicated() {
    return certain(SubscriptionDelivery::duplicated);
  }

  private Optional<Long> certain(Function<SubscriptionDelivery, Optional<Long>> number) {
    boolean everywhere = subscriptions.stream().map(number).allMatch(Optional::isPresent);
    return total(number).filter(all -> all > 0 || everywhere);
  }

  /** Over all subscriptions with known order; empty if there is none. */
  public Optional<Long> outOfOrder() {
    return total(SubscriptionDelivery::outOfOrder);
  }

  private Optional<Long> total(Function<SubscriptionDelivery, Optional<Long>> number) {
    return subscriptions.stream().map(number).flatMap(Optional::stream).reduce(Long::sum);
  }
}
