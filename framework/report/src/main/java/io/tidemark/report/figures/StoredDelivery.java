package io.tidemark.report.figures;

import io.tidemark.model.load.DeliveryMode;
import io.tidemark.model.result.DeliveryReport;
import io.tidemark.model.result.DeliveryReport.SubscriptionDelivery;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Outcomes of messages, as stored: of the whole load, including the warm-up. Null is "not known", 0
 * is "none".
 *
 * @param mode mode of the audit
 * @param lostMessages acknowledged and never received
 * @param duplicatedMessages deliveries beyond the first
 * @param corruptedMessages received with a damaged content
 * @param foreignMessages received and not sent by this run
 * @param limits limits of the audit
 */
public record StoredDelivery(
    DeliveryMode mode,
    long sentMessages,
    long acknowledgedMessages,
    long failedMessages,
    long unacknowledgedMessages,
    @Nullable Long lostMessages,
    @Nullable Long duplicatedMessages,
    @Nullable Long outOfOrderMessages,
    @Nullable Long unacknowledgedButReceivedMessages,
    @Nullable Long corruptedMessages,
    @Nullable Long foreignMessages,
    List<Subscription> subscriptions,
    List<String> limits) {

  /**
   * One subscription.
   *
   * @param firstLost some of the lost ones, as {@code producer:sequence}
   */
  public record Subscription(
      String subscription,
      String topic,
      long expectedMessages,
      long receivedMessages,
      @Nullable Long lostMessages,
      @Nullable Long duplicatedMessages,
      @Nullable Long outOfOrderMessages,
      @Nullable Long unacknowledgedButReceivedMessages,
      List<String> firstLost) {
    static Subscription of(SubscriptionDelivery delivery) {
      return new Subscription(
          delivery.subscription(),
          delivery.topic(),
          delivery.expected(),
          delivery.received(),
          delivery.lost().orElse(null),
          delivery.duplicated().orElse(null),
          delivery.outOfOrder().orElse(null),
          delivery.unacknowledgedButReceived().orElse(null),
          delivery.firstLost());
    }

    SubscriptionDelivery toDelivery() {
      return new SubscriptionDelivery(
          subscription,
          topic,
          expectedMessages,
          receivedMessages,
          Optional.ofNullable(lostMessages),
          Optional.ofNullable(duplicatedMessages),
          Optional.ofNullable(outOfOrderMessages),
          Optional.ofNullable(unacknowledgedButReceivedMessages),
          firstLost,
          List.of());
    }
  }

  /**
   * Ages of sends without an answer; each one is in {@code unacknowledged.csv}.
   *
   * @param listed how many ages are known; the number of all is {@code unacknowledgedMessages}
   */
  public record Ages(long listed, double minMicros, double medianMicros, double maxMicros) {
    static @Nullable Ages of(List<Long> agesNanos) {
      if (agesNanos.isEmpty()) {
        return null;
      }
      long[] sorted = agesNanos.stream().mapToLong(Long::longValue).sorted().toArray();
      return new Ages(
          sorted.length,
          LatencyMicros.micros(sorted[0]),
          LatencyMicros.micros(sorted[(sorted.length - 1) / 2]),
          LatencyMicros.micros(sorted[sorted.length - 1]));
    }
  }

  public StoredDelivery {
    subscriptions = List.copyOf(subscriptions);
    limits = List.copyOf(limits);
  }

  static StoredDelivery of(DeliveryReport report) {
    return new StoredDelivery(
        report.mode(),
        report.sent(),
        report.acknowledged(),
        report.failed(),
        report.unacknowledged(),
        report.lost().orElse(null),
        report.duplicated().orElse(null),
        report.outOfOrder().orElse(null),
        report.subscriptions().stream()
            .flatMap(subscription -> subscription.unacknowledgedButReceived().stream())
            .reduce(Long::sum)
            .orElse(null),
        report.corrupted().orElse(null),
        report.foreign().orElse(null),
        report.subscriptions().stream().map(Subscription::of).toList(),
        report.limits());
  }

  /** Without what is known by producer only. */
  public DeliveryReport toReport() {
    return new DeliveryReport(
        mode,
        sentMessages,
        acknowledgedMessages,
        failedMessages,
        unacknowledgedMessages,
        Optional.ofNullable(corruptedMessages),
        Optional.ofNullable(foreignMessages),
        subscriptions.stream().map(Subscription::toDelivery).toList(),
        limits,
        Optional.empty());
  }
}
