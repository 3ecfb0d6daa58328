package io.tidemark.driver.kafka.consumer;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.consumer.AcknowledgeType;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.ShareConsumer;

/**
 * Polls one member of a share group, on one thread, until it is closed. Implicitly a poll
 * acknowledges all messages of the last one; explicitly each message is acknowledged when it has
 * been processed, and the next poll sends that. The broker delivers the others again, also those of
 * a member that is closed.
 */
public final class ShareLoop extends PollLoop {
  private static final long LOOK_AGAIN_MILLIS = 20;

  /** Returns whether the consumer shares partitions. */
  public interface Membership {
    boolean hasPartitions() throws IOException, InterruptedException;
  }

  /**
   * How a loop behaves.
   *
   * @param explicit acknowledge each message; otherwise the client acknowledges what it polled
   */
  public record Settings(
      String topic,
      String group,
      boolean explicit,
      Duration creationTimeout,
      Duration closeTimeout) {}

  private final ShareConsumer<ByteBuffer, ByteBuffer> consumer;
  private final Settings settings;
  private final Membership membership;
  private boolean allProcessed;

  public ShareLoop(
      ShareConsumer<ByteBuffer, ByteBuffer> consumer,
      Settings settings,
      RecordSink deliveries,
      Membership membership) {
    super(
        "share group " + settings.group(),
        settings.topic(),
        settings.creationTimeout(),
        deliveries);
    this.consumer = consumer;
    this.settings = settings;
    this.membership = membership;
  }

  @Override
  void begin() {
    consumer.setAcknowledgementCommitCallback(
        (offsets, failure) -> {
          if (failure != null) {
            deliveries().failed(failure);
          }
        });
    consumer.subscribe(List.of(settings.topic()));
  }

  @Override
  void step() throws IOException, InterruptedException {
    if (isPaused()) {
      consumer.commitAsync(); // The next poll would do it, and is far away.
      awaitResumed();
    }
    ConsumerRecords<ByteBuffer, ByteBuffer> polled = consumer.poll(ConsumerThread.POLL);
    if (!isReady()) {
      becomesReady(!polled.isEmpty() || membership.hasPartitions());
    }
    allProcessed = process(polled);
  }

  private void awaitResumed() throws InterruptedException {
    while (isPaused() && !isClosedWithin(LOOK_AGAIN_MILLIS)) {
      // Without a poll nothing is acquired.
    }
  }

  /** Returns whether all were processed. */
  private boolean process(ConsumerRecords<ByteBuffer, ByteBuffer> polled)
      throws InterruptedException {
    for (ConsumerRecord<ByteBuffer, ByteBuffer> message : polled) {
      awaitResumed();
      if (isClosed()) {
        return false;
      }
      deliveries().deliver(message);
      if (settings.explicit()) {
        consumer.acknowledge(message, AcknowledgeType.ACCEPT);
      }
    }
    return true;
  }

  @Override
  void wakeUp() {
    consumer.wakeup();
  }

  /** Sends acknowledgements; messages without one are delivered again. */
  @Override
  void leave() {
    if (allProcessed) {
      consumer.commitAsync();
    }
    consumer.close(settings.closeTimeout());
  }
}
