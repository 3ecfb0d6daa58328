package io.tidemark.worker.engine.record;

import io.tidemark.measure.EnvelopeLayout;
import io.tidemark.measure.EnvelopeReader;
import io.tidemark.measure.EnvelopeReader.Result;
import io.tidemark.model.snapshot.Counter;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Shared state of everything that receives messages of a run.
 *
 * @param recording where they record
 * @param layout of the run's messages
 * @param runEpoch of the run
 */
public record EnvelopeScope(Recording recording, EnvelopeLayout layout, int runEpoch) {

  public Result read(EnvelopeReader reader, byte[] payload) {
    return reader.read(payload, layout, runEpoch, recording.audit);
  }

  public Result read(EnvelopeReader reader, ByteBuffer payload) {
    return reader.read(payload, layout, runEpoch, recording.audit);
  }

  /** Reads a stamp that is in a header. */
  public Result read(EnvelopeReader reader, byte @Nullable [] stamp, ByteBuffer payload) {
    return reader.readHeader(stamp, payload, runEpoch, recording.audit);
  }

  /**
   * This worker's time for a responder's stamp: responders follow requesters in the clock table.
   */
  public long responderTime(int responder, long stampEpochNanos) {
    return recording.correction().toLocal(layout.producers() + responder, stampEpochNanos);
  }

  public void receiveFailed(String subject, Throwable cause) {
    if (recording.isClosed()) {
      return;
    }
    int phase = recording.phases().phaseAt(recording.clock.epochNanos());
    recording.events.add("CONSUMER_ERROR", subject, cause);
    recording.record(interval -> interval.count(phase, Counter.CONSUMER_ERRORS));
  }
}
