package io.tidemark.driver.kafka.consumer;

import io.tidemark.driver.ReceivedBatch;
import io.tidemark.driver.outcome.Outcome;
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
   * @param renewLocksAfter locks of messages that wait for so long are renewed; zero: never
   */
  public record Settings(
      String topic,
      String group,
      boolean explicit,
      Duration renewLocksAfter,
      Duration creationTimeout,
      Duration closeTimeout) {}

  private final ShareConsumer<ByteBuffer, ByteBuffer> consumer;
  private final Settings settings;
  private final Membership membership;
  private final long renewNanos;
  private boolean allProcessed;

  /** The next poll returns the messages whose locks are renewed, and no others. */
  private boolean renewed;

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
    this.renewNanos = settings.renewLocksAfter().toNanos();
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
    if (isPaused() && !renewed) {
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

  /**
   * Returns whether all were processed. Messages that wait for too long are not, and the next poll
   * returns them with new locks.
   */
  private boolean process(ConsumerRecords<ByteBuffer, ByteBuffer> polled)
      throws InterruptedException {
    if (polled.isEmpty()) {
      return !renewed; // The broker has not answered yet.
    }
    ReceivedBatch batch = deliveries().batchArrived();
    renewed = false;
    long polledNanos = System.nanoTime();
    boolean first = true;
    for (ConsumerRecord<ByteBuffer, ByteBuffer> message : polled) {
      if (awaitsResumed(polledNanos)) {
        batch = ReceivedBatch.NONE; // What waits here is received when it is passed.
      }
      if (isClosed()) {
        return false;
      }
      // One message of each poll is processed at least, unless the consumer is paused.
      renewed |= isRenewalDue(polledNanos) && (!first || isPaused());
      first = false;
      if (renewed) {
        consumer.acknowledge(message, AcknowledgeType.RENEW);
        continue;
      }
      AcknowledgeType answer = type(deliveries().settle(message, batch));
      if (settings.explicit()) {
        consumer.acknowledge(message, answer);
      }
    }
    return !renewed;
  }

  private static AcknowledgeType type(Outcome outcome) {
    return switch (outcome) {
      case ACCEPT -> AcknowledgeType.ACCEPT;
      case RELEASE -> AcknowledgeType.RELEASE;
      case REJECT -> AcknowledgeType.REJECT;
      case ABANDON, DELAY -> throw new IllegalArgumentException(outcome + " is not supported");
    };
  }

  /** Or until the locks of the messages that wait must be renewed; whether it has waited. */
  private boolean awaitsResumed(long polledNanos) throws InterruptedException {
    boolean waited = false;
    while (isPaused() && !isRenewalDue(polledNanos) && !isClosedWithin(LOOK_AGAIN_MILLIS)) {
      waited = true; // Without a poll nothing is acquired.
    }
    return waited;
  }

  private boolean isRenewalDue(long polledNanos) {
    return renewNanos > 0 && System.nanoTime() - polledNanos >= renewNanos;
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
