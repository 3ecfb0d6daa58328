package io.tidemark.model.result;

import io.tidemark.model.load.DeliveryMode;
import io.tidemark.model.workload.AcknowledgedMessages;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * What became of every message, warm-up and probes apart from the load included: all that the load
 * sent.
 *
 * @param mode how much the audit could know; numbers it could not know are empty
 * @param sent handed to drivers
 * @param acknowledged confirmed by brokers
 * @param failed ended in an error
 * @param unacknowledged neither, at the end of the run
 * @param corrupted received with a damaged content; empty where not every message was checked
 * @param foreign received from somebody else; empty where such messages look like ours
 * @param subscriptions what each got
 * @param limits what this audit cannot tell, one sentence each (compact envelopes, existing topics)
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
   *     partition; empty where order cannot be told
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
      Objects.requireNonNull(subscription);
      Objects.requireNonNull(topic);
      Objects.requireNonNull(lost);
      Objects.requireNonNull(duplicated);
      Objects.requireNonNull(outOfOrder);
      Objects.requireNonNull(unacknowledgedButReceived);
      firstLost = List.copyOf(firstLost);
      producers = List.copyOf(producers);
    }
  }

  /**
   * What a subscription got of one producer; the numbers mean what those of the subscription mean.
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
      Optional<Long> unacknowledgedButReceived) {
    public ProducerDelivery {
      Objects.requireNonNull(lost);
      Objects.requireNonNull(outOfOrder);
      Objects.requireNonNull(unacknowledgedButReceived);
    }
  }

  public DeliveryReport {
    Objects.requireNonNull(acknowledgedMessages);
    Objects.requireNonNull(mode);
    Objects.requireNonNull(corrupted);
    Objects.requireNonNull(foreign);
    subscriptions = List.copyOf(subscriptions);
    limits = List.copyOf(limits);
  }

  public DeliveryReport withAcknowledgedMessages(Optional<AcknowledgedMessages> messages) {
    return new DeliveryReport(
        mode,
        sent,
        acknowledged,
        failed,
        unacknowledged,
        corrupted,
        foreign,
        subscriptions,
        limits,
        messages);
  }

  /**
   * Over all subscriptions, as far as the audit could know; empty when it knows of none and could
   * not know everywhere.
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

  /** Over all subscriptions for which order can be told; empty when for none. */
  public Optional<Long> outOfOrder() {
    return total(SubscriptionDelivery::outOfOrder);
  }

  private Optional<Long> total(Function<SubscriptionDelivery, Optional<Long>> number) {
    return subscriptions.stream().map(number).flatMap(Optional::stream).reduce(Long::sum);
  }
}
