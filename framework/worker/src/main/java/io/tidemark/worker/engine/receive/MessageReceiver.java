package io.tidemark.worker.engine.receive;

import io.tidemark.driver.LogMessage;
import io.tidemark.driver.MessageCallback;
import io.tidemark.driver.ReceivedBatch;
import io.tidemark.driver.ReceivedMessage;
import io.tidemark.measure.CompactFields;
import io.tidemark.measure.EnvelopeForm;
import io.tidemark.measure.EnvelopeReader;
import io.tidemark.measure.EnvelopeReader.Result;
import io.tidemark.measure.Interval;
import io.tidemark.measure.MessageKind;
import io.tidemark.measure.OrderTrack;
import io.tidemark.measure.OrderVerdict;
import io.tidemark.measure.Stripe;
import io.tidemark.measure.ThreadSlot;
import io.tidemark.model.load.EnvelopeSpec.Position;
import io.tidemark.model.load.HeaderSpec;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.worker.ConsumerRequest;
import io.tidemark.worker.engine.load.Receptions;
import io.tidemark.worker.engine.receive.Sources.Source;
import io.tidemark.worker.engine.record.EnvelopeScope;
import io.tidemark.worker.engine.record.Recording;
import io.tidemark.worker.engine.record.SpanLog;
import io.tidemark.worker.engine.record.StampCorrection;
import io.tidemark.worker.engine.record.SubscriptionGroup;
import io.tidemark.worker.engine.record.SubscriptionGroup.Stream;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One consumer's end of the receive path. Called by any of the driver's threads. */
public final class MessageReceiver implements MessageCallback {
  private static final int UNKNOWN_PARTITION = ReceivedMessage.UNKNOWN_PARTITION;
  private static final long NO_BATCH = ReceivedBatch.NONE.epochNanos();
  private static final String NO_PAYLOAD = "the driver delivered null instead of a payload";

  private final EnvelopeScope scope;
  private final Recording recording;
  private final int producers;
  private final SubscriptionGroup subscription;
  private final Probes probes;
  private final ConsumerPace pace;

  /** If sequences are audited; null otherwise. */
  private final @Nullable Sources sources;

  /** If producers wait for them; null otherwise. */
  private final @Nullable Receptions receptions;

  /** If messages are traced; null otherwise. */
  private final @Nullable SpanLog traces;

  /** Whether any message before the load is a probe: the driver may have changed its stamp. */
  private final boolean anyIsAProbe;

  private final boolean stampInHeader;

  /** The partition of messages whose driver does not know it. */
  private final int defaultPartition;

  private final String subject;

  public MessageReceiver(
      EnvelopeScope scope,
      SubscriptionGroup subscription,
      ConsumerRequest consumer,
      Probes probes,
      ConsumerPace pace,
      @Nullable Receptions receptions) {
    this.scope = scope;
    this.recording = scope.recording();
    this.traces = recording.traces;
    this.producers = scope.layout().producers();
    this.subscription = subscription;
    this.probes = probes;
    this.pace = pace;
    this.receptions = receptions;
    this.anyIsAProbe = scope.layout().position() == Position.OFF;
    this.stampInHeader = scope.layout().position() == Position.HEADER;
    this.sources = recording.audit ? new Sources(subscription, producers) : null;
    boolean oneOrder = consumer.onlyConsumer() && consumer.subscription().topic().partitions() == 1;
    this.defaultPartition = oneOrder ? 0 : ReceivedMessage.NO_ORDER;
    this.subject = "consumer " + consumer.index();
  }

  /** Short, so that it is compiled into the driver's code, where the class of the view is known. */
  @Override
  public void messageReceived(ReceivedMessage message) {
    byte[] array = stampInHeader ? null : message.array();
    int partition = message.partition();
    long batchEpochNanos = message.batch().epochNanos();
    boolean redelivered = message.redelivered();
    if (array == null) {
      received(message, message.buffer(), 0, partition, batchEpochNanos, redelivered);
    } else {
      received(message, array, 0, partition, batchEpochNanos, redelivered);
    }
  }

  @Override
  public void messageReceived(byte[] payload, long publishTimestamp) {
    if (stampInHeader || payload == null) {
      messageReceived(payload == null ? null : ByteBuffer.wrap(payload), publishTimestamp);
    } else {
      received(null, payload, publishTimestamp, UNKNOWN_PARTITION, NO_BATCH, false);
    }
  }

  @Override
  public void messageReceived(@Nullable ByteBuffer payload, long publishTimestamp) {
    received(null, payload, publishTimestamp, UNKNOWN_PARTITION, NO_BATCH, false);
  }

  /**
   * @param publishedMillis of a message without a view, as OMB's drivers pass it: an object for
   *     each would be garbage
   */
  private void received(
      @Nullable ReceivedMessage message,
      byte[] payload,
      long publishedMillis,
      int partition,
      long batchEpochNanos,
      boolean redelivered) {
    ThreadSlot slot = ThreadSlot.current();
    long now = received(batchEpochNanos, redelivered);
    if (recording.isClosed()) {
      return;
    }
    try {
      Result result = scope.read(slot.reader(), payload);
      if (!record(slot, result, now, payload.length, partition, message, publishedMillis)) {
        probes.altered().look(subscription.index(), payload);
      }
    } catch (RuntimeException e) {
      recording.ownFailure(subject, e);
    }
    pace.pace(now);
  }

  private void received(
      @Nullable ReceivedMessage message,
      @Nullable ByteBuffer payload,
      long publishedMillis,
      int partition,
      long batchEpochNanos,
      boolean redelivered) {
    ThreadSlot slot = ThreadSlot.current();
    long now = received(batchEpochNanos, redelivered);
    if (recording.isClosed()) {
      return;
    }
    if (payload == null) {
      consumerFailed(new IllegalArgumentException(NO_PAYLOAD));
      return;
    }
    try {
      EnvelopeReader reader = slot.reader();
      Result result =
          stampInHeader
              ? scope.read(
                  reader, message == null ? null : message.header(HeaderSpec.STAMP), payload)
              : scope.read(reader, payload);
      boolean ours =
          record(slot, result, now, payload.remaining(), partition, message, publishedMillis);
      if (!ours && stampInHeader) {
        probes.altered().withoutStamp(subscription.index(), payload.remaining());
      } else if (!ours) {
        probes.altered().look(subscription.index(), payload);
      }
    } catch (RuntimeException e) {
      recording.ownFailure(subject, e);
    }
    pace.pace(now);
  }

  /**
   * When a message that is passed now was received: with its batch unless that was held, or now.
   */
  private long received(long batchEpochNanos, boolean redelivered) {
    boolean together = batchEpochNanos > pace.inTurnUntilEpochNanos();
    long now = together ? batchEpochNanos : recording.clock.epochNanos();
    if (redelivered && !recording.isClosed()) {
      int phase = recording.phases().phaseAt(now);
      recording.record(interval -> interval.count(phase, Counter.REDELIVERED));
    }
    return now;
  }

  /** No batch in an audit of offsets, which compares the times of single messages. */
  @Override
  public ReceivedBatch batchArrived() {
    if (recording.offsets != null) {
      return ReceivedBatch.NONE;
    }
    return new ReceivedBatch(recording.clock.epochNanos());
  }

  @Override
  public void consumerFailed(Throwable cause) {
    scope.receiveFailed(subject, cause);
  }

  /** Returns false if it may be a changed probe. */
  private boolean record(
      ThreadSlot slot,
      Result result,
      long now,
      int bytes,
      int partition,
      @Nullable ReceivedMessage message,
      long publishedMillis) {
    switch (result) {
      case OURS -> {
        return ours(slot, now, bytes, partition, message);
      }
      case UNSTAMPED -> {
        if (anyIsAProbe && recording.phases().isEmpty()) {
          probes.receivedWithoutStamp(subscription.index());
        } else {
          unstamped(
              slot, now, bytes, message == null ? publishedMillis : message.publishedMillis());
        }
        return anyIsAProbe;
      }
      case FOREIGN, CORRUPTED -> rejected(slot, result, now);
      case OMB_PROBE -> {}
    }
    return false;
  }

  private boolean ours(
      ThreadSlot slot, long now, int bytes, int partition, @Nullable ReceivedMessage message) {
    EnvelopeReader reader = slot.reader();
    int producer = reader.producer();
    if (producer < 0 || producer >= producers) {
      rejected(slot, Result.CORRUPTED, now);
      return false;
    }
    if (reader.kind() == MessageKind.PROBE) {
      probes.received(subscription.index(), producer);
      return true;
    }
    boolean compact = reader.form() == EnvelopeForm.COMPACT;
    int ordered = partition == UNKNOWN_PARTITION ? defaultPartition : partition;
    long sequence = compact ? compact(slot, now, bytes, ordered) : full(slot, now, bytes, ordered);
    if (recording.offsets != null && message instanceof LogMessage logged) {
      recording.offsets.received(subscription.index(), producer, sequence, now, logged);
    }
    if (receptions != null) {
      receptions.received(producer, sequence);
    }
    return true;
  }

  /** Returns the message's sequence. */
  private long full(ThreadSlot slot, long now, int bytes, int partition) {
    EnvelopeReader reader = slot.reader();
    int producer = reader.producer();
    long sequence = reader.sequence();
    StampCorrection correction = recording.correction();
    long stamp = reader.intendedEpochNanos();
    long intended = correction.toLocal(producer, stamp);
    long actual = correction.toLocal(producer, stamp + reader.delayNanos());
    int phase =
        recording.phases().pairReceived(correction.workerOf(producer), stamp, intended, now);
    if (sources == null) {
      recording.received(slot, phase, bytes, now, now - intended, now - actual);
      trace(producer, sequence, intended, actual, now);
      return sequence;
    }
    Source source = sources.of(producer, partition);
    int stream = source.stream.number;
    OrderTrack track = source.track;
    OrderVerdict order = track == null ? OrderVerdict.UNKNOWN : track.enter(sequence);
    try {
      recording.delivered(
          slot, phase, bytes, now, now - intended, now - actual, stream, sequence, order);
    } finally {
      if (track != null) {
        track.leave();
      }
    }
    trace(producer, sequence, intended, actual, now);
    return sequence;
  }

  private void trace(int producer, long sequence, long intended, long actual, long now) {
    if (traces != null) {
      traces.received(producer, sequence, subscription.index(), intended, actual, now);
    }
  }

  /** {@link #full} without the actual send, after the short numbers have been completed. */
  private long compact(ThreadSlot slot, long now, int bytes, int partition) {
    EnvelopeReader reader = slot.reader();
    int producer = reader.producer();
    long stamp = CompactFields.epochNanos(reader.intendedEpochNanos(), now);
    StampCorrection correction = recording.correction();
    long intended = correction.toLocal(producer, stamp);
    Source source = sources == null ? null : sources.of(producer, partition);
    Stream stream = source == null ? subscription.stream(producer) : source.stream;
    long sequence = CompactFields.sequence(reader.sequence(), stream.seen());
    stream.saw(sequence);
    int phase =
        recording.phases().pairReceived(correction.workerOf(producer), stamp, intended, now);
    OrderTrack track = source == null ? null : source.track;
    OrderVerdict order = track == null ? OrderVerdict.UNKNOWN : track.enter(sequence);
    Stripe stripe = recording.recorder.acquire(slot);
    try {
      Interval interval = stripe.interval();
      interval.received(phase, bytes, now, Measure.END_TO_END, now - intended);
      if (source != null) {
        interval.delivered(stream.number, sequence, order);
      }
    } finally {
      stripe.release();
      if (track != null) {
        track.leave();
      }
    }
    trace(producer, sequence, intended, intended, now);
    return sequence;
  }

  /** Only the driver's publish time stamp is available, if it has one. */
  private void unstamped(ThreadSlot slot, long now, int bytes, long publishMillis) {
    boolean stamped = publishMillis > 0;
    long published = stamped ? TimeUnit.MILLISECONDS.toNanos(publishMillis) : now;
    int phase = recording.phases().pairReceived(published, now);
    Stripe stripe = recording.recorder.acquire(slot);
    try {
      if (stamped) {
        stripe
            .interval()
            .received(phase, bytes, now, Measure.END_TO_END_FROM_SEND, now - published);
      } else {
        stripe.interval().received(phase, bytes, now);
      }
    } finally {
      stripe.release();
    }
  }

  private void rejected(ThreadSlot slot, Result result, long now) {
    int phase = recording.phases().phaseAt(now);
    Stripe stripe = recording.recorder.acquire(slot);
    try {
      stripe
          .interval()
          .count(phase, result == Result.CORRUPTED ? Counter.CORRUPTED : Counter.FOREIGN);
    } finally {
      stripe.release();
    }
  }
}
