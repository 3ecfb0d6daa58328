package io.tidemark.report;

import io.tidemark.model.result.DeliveryReport;
import io.tidemark.model.result.DeliveryReport.ProducerDelivery;
import io.tidemark.model.result.DeliveryReport.SubscriptionDelivery;
import java.nio.charset.StandardCharsets;

/**
 * {@code delivery.csv}: what became of the messages, one row for each subscription and producer.
 */
final class DeliveryCsv {
  private static final String HEADER =
      "subscription,topic,producer,expectedMessages,receivedMessages,lostMessages,"
          + "duplicatedMessages,outOfOrderMessages,unacknowledgedButReceivedMessages\n";

  private DeliveryCsv() {}

  static boolean isKnown(DeliveryReport report) {
    return report.subscriptions().stream().anyMatch(each -> !each.producers().isEmpty());
  }

  static ResultFiles.Content of(DeliveryReport report) {
    return out -> {
      out.write(HEADER.getBytes(StandardCharsets.UTF_8));
      for (SubscriptionDelivery subscription : report.subscriptions()) {
        for (ProducerDelivery producer : subscription.producers()) {
          out.write(row(subscription, producer).getBytes(StandardCharsets.UTF_8));
        }
      }
    };
  }

  private static String row(SubscriptionDelivery subscription, ProducerDelivery producer) {
    return new Csv()
        .text(subscription.subscription())
        .text(subscription.topic())
        .number(producer.producer())
        .number(producer.expected())
        .number(producer.received())
        .optional(producer.lost().orElse(null))
        .number(producer.duplicated())
        .optional(producer.outOfOrder().orElse(null))
        .optional(producer.unacknowledgedButReceived().orElse(null))
        .line();
  }
}
