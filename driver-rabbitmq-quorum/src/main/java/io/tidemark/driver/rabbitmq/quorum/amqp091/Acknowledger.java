package io.tidemark.driver.rabbitmq.quorum.amqp091;

import com.rabbitmq.client.AlreadyClosedException;
import com.rabbitmq.client.Channel;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.Consuming;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
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

  /**
   * Whether this delivery is to be refused: the configured share of first deliveries, and what was
   * refused before until {@code nackTimes}. A message that a lost connection gave back counts as
   * refused by the broker, and so here.
   *
   * @param headers of the message; quorum queues count its deliveries there
   */
  boolean refuses(boolean redelivered, @Nullable Map<String, Object> headers) {
    if (settings.nackRatio() == 0) {
      return false;
    }
    return redelivered
        ? settings.nackTimes() > 1 && refusals(headers) < settings.nackTimes()
        : ThreadLocalRandom.current().nextDouble() < settings.nackRatio();
  }

  private static long refusals(@Nullable Map<String, Object> headers) {
    return headers != null && headers.get(DELIVERY_COUNT) instanceof Number count
        ? count.longValue()
        : Long.MAX_VALUE;
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

  /**
   * With {@code basic.nack}, as other tools. But from RabbitMQ 4.3 on only {@code basic.reject}
   * counts in the header by which {@link #refuses} ends.
   */
  synchronized void refuse(long tag) throws IOException {
    acknowledge();
    if (settings.nackTimes() > 1) {
      channel.basicReject(tag, settings.nackRequeue());
    } else {
      channel.basicNack(tag, false, settings.nackRequeue());
    }
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
