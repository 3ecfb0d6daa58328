package io.tidemark.report.csv;

import io.tidemark.model.result.DeliveryReport;
import io.tidemark.model.result.DeliveryReport.ProducerDelivery;
import io.tidemark.model.result.DeliveryReport.SubscriptionDelivery;
import io.tidemark.report.file.ResultFiles;
import java.util.stream.Stream;

/**
 * {@code delivery.csv}: what became of the messages, one row for each subscription and producer.
 */
public final class DeliveryCsv {
  public static final Csv<Row> TABLE =
      new Csv<Row>()
          .text("subscription", "name of the subscription", row -> row.subscription.subscription())
          .text("topic", "name of the topic", row -> row.subscription.topic())
          .number(
              "producer",
              "number of the producer in the run; with `fromRun` in the earlier run",
              row -> row.producer.producer())
          .number(
              "expectedMessages", "messages that were acknowledged", row -> row.producer.expected())
          .number("receivedMessages", "messages that were received", row -> row.producer.received())
          .number(
              "lostMessages",
              "messages acknowledged and never received; empty if not known",
              row -> row.producer.lost().orElse(null))
          .number(
              "duplicatedMessages",
              "deliveries of a message beyond its first one",
              row -> row.producer.duplicated())
          .number(
              "outOfOrderMessages",
              "first deliveries after a later message of the same producer and partition",
              row -> row.producer.outOfOrder().orElse(null))
          .number(
              "unacknowledgedButReceivedMessages",
              "messages received, and never acknowledged or failed",
              row -> row.producer.unacknowledgedButReceived().orElse(null))
          .number(
              "abortedReads",
              "messages received from a transaction that was aborted on purpose",
              row -> row.producer.abortedReads().orElse(null));

  /** A subscription and a producer. */
  public record Row(SubscriptionDelivery subscription, ProducerDelivery producer) {}

  private DeliveryCsv() {}

  public static boolean isKnown(DeliveryReport report) {
    return report.subscriptions().stream().anyMatch(each -> !each.producers().isEmpty());
  }

  public static ResultFiles.Content of(DeliveryReport report) {
    return TABLE.of(() -> rows(report).iterator());
  }

  private static Stream<Row> rows(DeliveryReport report) {
    return report.subscriptions().stream()
        .flatMap(each -> each.producers().stream().map(producer -> new Row(each, producer)));
  }
}
