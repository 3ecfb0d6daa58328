package io.tidemark.worker.engine.record;

import io.tidemark.driver.ReceivedMessage;
import io.tidemark.measure.CompactFields;
import io.tidemark.measure.EnvelopeForm;
import io.tidemark.measure.EnvelopeReader;
import io.tidemark.measure.EnvelopeReader.Result;
import io.tidemark.measure.MessageKind;
import io.tidemark.measure.ThreadSlot;
import io.tidemark.model.load.EnvelopeSpec.Position;
import io.tidemark.model.load.HeaderSpec;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The stamp of a message of the load.
 *
 * @param intendedEpochNanos when it was due, by this worker's clock
 * @param sentEpochNanos when it was handed to the driver, as far as the stamp says that
 * @param phase in which it was due and received
 */
public record StampedMessage(
    int producer, long sequence, long intendedEpochNanos, long sentEpochNanos, int phase) {

  /** Null for probes, and for messages without a right stamp of the run. */
  public static @Nullable StampedMessage of(
      EnvelopeScope scope, SubscriptionGroup subscription, ReceivedMessage message, long now) {
    EnvelopeReader reader = ThreadSlot.current().reader();
    boolean ours = read(scope, reader, message) == Result.OURS && reader.kind() == MessageKind.DATA;
    int producer = ours ? reader.producer() : -1;
    if (producer < 0 || producer >= scope.layout().producers()) {
      return null;
    }
    boolean compact = reader.form() == EnvelopeForm.COMPACT;
    long stamp =
        compact
            ? CompactFields.epochNanos(reader.intendedEpochNanos(), now)
            : reader.intendedEpochNanos();
    long sequence =
        compact
            ? CompactFields.sequence(reader.sequence(), subscription.stream(producer).seen())
            : reader.sequence();
    StampCorrection correction = scope.recording().correction();
    long intended = correction.toLocal(producer, stamp);
    int phase =
        scope
            .recording()
            .phases()
            .pairReceived(correction.workerOf(producer), stamp, intended, now);
    long sent = compact ? intended : correction.toLocal(producer, stamp + reader.delayNanos());
    return new StampedMessage(producer, sequence, intended, sent, phase);
  }

  private static @Nullable Result read(
      EnvelopeScope scope, EnvelopeReader reader, ReceivedMessage message) {
    ByteBuffer body = message.buffer();
    if (body == null) {
      return null;
    }
    return scope.layout().position() == Position.HEADER
        ? scope.read(reader, message.header(HeaderSpec.STAMP), body)
        : scope.read(reader, body);
  }
}
