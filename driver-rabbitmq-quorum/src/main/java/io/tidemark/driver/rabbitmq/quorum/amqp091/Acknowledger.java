package io.tidemark.driver.rabbitmq.quorum.amqp091;

import com.rabbitmq.client.AlreadyClosedException;
import com.rabbitmq.client.Channel;
import io.tidemark.driver.outcome.Outcome;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.Consuming;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Acknowledges the processed messages of one channel in groups: one {@code multiple} for every n,
 * and the rest when the consumer is idle or closes. In transaction mode it waits for a commit after
 * a number of messages, and when idle. Messages of a channel are processed in the order of their
 * tags. Called by the processing thread and by a timer.
 */
final class Acknowledger {
  private static final String DELIVERY_COUNT = "x-delivery-count";

  private final Channel channel;
  private final Consuming settings;
  private long processedTag;
  private long acknowledgedTag;
  private long committedTag;

  Acknowledger(Channel channel, Consuming settings) {
    this.channel = channel;
    this.settings = settings;
  }

  /** Quorum queues count; of others only the second one is known. */
  static int deliveries(boolean redelivered, @Nullable Map<String, Object> headers) {
    if (headers != null && headers.get(DELIVERY_COUNT) instanceof Number count) {
      return count.intValue() + 1;
    }
    return redelivered ? 2 : 1;
  }

  /** Acknowledges a message, sooner or later, or refuses it at once. */
  void settle(long tag, Outcome outcome) throws IOException {
    switch (outcome) {
      case ACCEPT -> processed(tag);
      case RELEASE, DELAY -> reject(tag, true); // The queue has the delay.
      case REJECT -> reject(tag, false);
      case ABANDON -> throw new IllegalArgumentException(outcome + " is not supported");
    }
  }

  synchronized void processed(long tag) throws IOException {
    if (settings.autoAck()) {
      return;
    }
    processedTag = tag;
    if (tag - acknowledgedTag >= settings.ackEveryMessages()) {
      acknowledge();
    }
    commitWhenFull();
  }

  /** From RabbitMQ 4.3 on only {@code basic.reject} counts in the header of deliveries. */
  private synchronized void reject(long tag, boolean requeue) throws IOException {
    acknowledge();
    channel.basicReject(tag, requeue);
    processedTag = tag;
    acknowledgedTag = tag;
    commitWhenFull();
  }

  private void commitWhenFull() throws IOException {
    if (settings.transacted() && processedTag - committedTag >= settings.transactionMessages()) {
      flush();
    }
  }

  private void acknowledge() throws IOException {
    if (processedTag > acknowledgedTag) {
      channel.basicAck(processedTag, true);
      acknowledgedTag = processedTag;
    }
  }

  /** Acknowledges all that is processed, and commits it in transaction mode. */
  synchronized void flush() throws IOException {
    acknowledge();
    if (settings.transacted() && acknowledgedTag > committedTag) {
      channel.txCommit();
      committedTag = acknowledgedTag;
    }
  }

  /** Acknowledges what is open; a channel that is gone has returned the messages already. */
  void flushIfOpen() {
    try {
      flush();
    } catch (IOException | AlreadyClosedException e) {
      // The broker redelivers them.
    }
  }
}
