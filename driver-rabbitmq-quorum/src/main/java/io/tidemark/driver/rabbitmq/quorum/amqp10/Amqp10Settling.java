package io.tidemark.driver.rabbitmq.quorum.amqp10;

import com.rabbitmq.client.amqp.Consumer;
import com.rabbitmq.client.amqp.Message;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.Consuming;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Settles the processed messages of one link in groups: one disposition for n, and the rest when
 * the consumer is idle or closes. Called by the processing thread and by a timer.
 */
final class Amqp10Settling {
  private final Consuming settings;
  private Consumer.@Nullable BatchContext group;

  Amqp10Settling(Consuming settings) {
    this.settings = settings;
  }

  /** Whether this delivery is to be refused, by the configured share. */
  boolean refuses(Message message) {
    return settings.nackRatio() > 0
        && message.firstAcquirer()
        && ThreadLocalRandom.current().nextDouble() < settings.nackRatio();
  }

  synchronized void processed(Consumer.Context delivery) {
    if (settings.autoAck()) {
      return;
    }
    if (settings.ackEveryMessages() == 1) {
      delivery.accept();
      return;
    }
    if (group == null) {
      group = delivery.batch(settings.ackEveryMessages());
    }
    group.add(delivery);
    if (group.size() >= settings.ackEveryMessages()) {
      flush();
    }
  }

  void refuse(Consumer.Context delivery) {
    if (settings.nackRequeue()) {
      delivery.requeue();
    } else {
      delivery.discard();
    }
  }

  /** Accepts all that is processed. */
  synchronized void flush() {
    if (group != null) {
      group.accept();
      group = null;
    }
  }
}
