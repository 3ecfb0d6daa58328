package io.tidemark.driver.rabbitmq.quorum;

import com.rabbitmq.client.AlreadyClosedException;
import com.rabbitmq.client.Channel;
import io.tidemark.driver.rabbitmq.quorum.QuorumConfiguration.Consuming;
import java.io.IOException;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Acknowledges the processed messages of one channel in groups: one {@code multiple} for every n,
 * and the rest when the consumer is idle or closes. In transaction mode it waits for a commit after
 * a number of messages, and when idle. Messages of a channel are processed in the order of their
 * tags. Called by the processing thread and by a timer.
 */
final class Acknowledger {
  private final Channel channel;
  private final Consuming settings;
  private long processedTag;
  private long acknowledgedTag;
  private long committedTag;

  Acknowledger(Channel channel, Consuming settings) {
    this.channel = channel;
    this.settings = settings;
  }

  /** Whether this delivery is to be refused, by the configured share. */
  boolean refuses(boolean redelivered) {
    return settings.nackRatio() > 0
        && !redelivered
        && ThreadLocalRandom.current().nextDouble() < settings.nackRatio();
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

  synchronized void refuse(long tag) throws IOException {
    acknowledge();
    channel.basicNack(tag, false, settings.nackRequeue());
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

  /** As {@link #flush}; a channel that is gone has given the messages back already. */
  void flushIfOpen() {
    try {
      flush();
    } catch (IOException | AlreadyClosedException e) {
      // The broker redelivers them.
    }
  }
}
