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
  private record Row(SubscriptionDelivery subscription, ProducerDelivery producer) {}

  private DeliveryCsv() {}

  public static boolean isKnown(DeliveryReport report) {
    return report.subscriptions().stream().anyMatch(each -> !each.producers().isEmpty());
  }

  public static ResultFiles.Content of(DeliveryReport report) {
    return new Csv<Row>()
        .text("subscription", row -> row.subscription.subscription())
        .text("topic", row -> row.subscription.topic())
        .number("producer", row -> row.producer.producer())
        .number("expectedMessages", row -> row.producer.expected())
        .number("receivedMessages", row -> row.producer.received())
        .number("lostMessages", row -> row.producer.lost().orElse(null))
        .number("duplicatedMessages", row -> row.producer.duplicated())
        .number("outOfOrderMessages", row -> row.producer.outOfOrder().orElse(null))
        .number(
            "unacknowledgedButReceivedMessages",
            row -> row.producer.unacknowledgedButReceived().orElse(null))
        .number("abortedReads", row -> row.producer.abortedReads().orElse(null))
        .of(() -> rows(report).iterator());
  }

  private static Stream<Row> rows(DeliveryReport report) {
    return report.subscriptions().stream()
        .flatMap(each -> each.producers().stream().map(producer -> new Row(each, producer)));
  }
}
