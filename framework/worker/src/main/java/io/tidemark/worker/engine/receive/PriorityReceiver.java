package io.tidemark.worker.engine.receive;

import io.tidemark.driver.MessageCallback;
import io.tidemark.driver.ReceivedBatch;
import io.tidemark.driver.ReceivedMessage;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.worker.engine.record.EnvelopeScope;
import io.tidemark.worker.engine.record.PriorityLog;
import io.tidemark.worker.engine.record.Recording;
import io.tidemark.worker.engine.record.StampedMessage;
import io.tidemark.worker.engine.record.SubscriptionGroup;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One consumer's end of the receive path in a run whose messages have priorities. Those of each
 * have a receiver, so that order is judged among the same. Called by any of the driver's threads.
 */
public final class PriorityReceiver implements MessageCallback {
  /** So long a message of a lower priority may be under way to the consumer. */
  private static final long UNDER_WAY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final EnvelopeScope scope;
  private final Recording recording;
  private final SubscriptionGroup subscription;
  private final PriorityLog log;
  private final MessageReceiver[] receivers;

  /** When the last message of each level came. */
  private final AtomicLongArray lastEpochNanos;

  /**
   * @param receivers makes one for each level
   */
  public PriorityReceiver(
      EnvelopeScope scope,
      SubscriptionGroup subscription,
      PriorityLog log,
      Supplier<MessageReceiver> receivers) {
    this.scope = scope;
    this.recording = scope.recording();
    this.subscription = subscription;
    this.log = log;
    this.receivers = new MessageReceiver[log.plan.levels()];
    Arrays.setAll(this.receivers, level -> receivers.get());
    this.lastEpochNanos = new AtomicLongArray(this.receivers.length);
  }

  /** A message of a consumer that passes no more of it. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record Plain(byte[] array, long publishedMillis) implements ReceivedMessage {}

  @Override
  public void messageReceived(byte[] payload, long publishTimestamp) {
    if (payload == null) {
      receivers[0].messageReceived(payload, publishTimestamp);
    } else {
      messageReceived(new Plain(payload, publishTimestamp));
    }
  }

  @Override
  public void messageReceived(@Nullable ByteBuffer payload, long publishTimestamp) {
    if (payload == null) {
      receivers[0].messageReceived(payload, publishTimestamp);
    } else {
      byte[] body = new byte[payload.remaining()];
      payload.duplicate().get(body);
      messageReceived(new Plain(body, publishTimestamp));
    }
  }

  @Override
  public void messageReceived(ReceivedMessage message) {
    int level = 0;
    if (!recording.isClosed()) {
      try {
        level = record(message);
      } catch (RuntimeException e) {
        recording.ownFailure("subscription " + subscription.index(), e);
      }
    }
    receivers[level].messageReceived(message);
  }

  /** Returns the level of the message; of one that is not of the load any. */
  private int record(ReceivedMessage message) {
    long now = recording.clock.epochNanos();
    StampedMessage stamped = StampedMessage.of(scope, subscription, message, now);
    ByteBuffer body = message.buffer();
    if (stamped == null || body == null) {
      return 0;
    }
    int level = log.plan.level(stamped.producer(), stamped.sequence());
    int bytes = body.remaining();
    long endToEnd = now - stamped.intendedEpochNanos();
    boolean overtaken = isOvertaken(level, stamped.sentEpochNanos());
    lastEpochNanos.set(level, now);
    log.record(
        level,
        interval -> {
          interval.received(stamped.phase(), bytes, now, endToEnd, now - stamped.sentEpochNanos());
          if (overtaken) {
            interval.count(stamped.phase(), Counter.OVERTAKEN);
          }
        });
    if (overtaken) {
      recording.record(interval -> interval.count(stamped.phase(), Counter.OVERTAKEN));
    }
    return level;
  }

  private boolean isOvertaken(int level, long sentEpochNanos) {
    for (int lower = 0; lower < level; lower++) {
      if (lastEpochNanos.get(lower) - sentEpochNanos > UNDER_WAY_NANOS) {
        return true;
      }
    }
    return false;
  }

  @Override
  public ReceivedBatch batchArrived() {
    return receivers[0].batchArrived();
  }

  @Override
  public void consumerFailed(Throwable cause) {
    receivers[0].consumerFailed(cause);
  }
}
