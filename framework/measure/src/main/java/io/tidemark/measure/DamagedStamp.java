package io.tidemark.measure;

import io.tidemark.measure.EnvelopeReader.Result;
import java.util.Arrays;
import java.util.Optional;

/**
 * The stamp of a probe whose first bytes were overwritten, as by a driver that writes a time there.
 *
 * @param first index of the first changed byte of the payload
 * @param last index of the last one
 * @param stampBytes bytes of the whole stamp
 */
public record DamagedStamp(int first, int last, int stampBytes) {
  /** A time, for example. */
  private static final int LOST_BYTES = 8;

  /** Clocks of workers may differ. */
  private static final long MOST_AGE_NANOS = 86_400_000_000_000L;

  /** Bytes of the stamp that arrived. */
  public int keptBytes() {
    return stampBytes - (last - first + 1);
  }

  /** Finds it; empty if the rest of the payload is not that of a probe of the run. */
  public static Optional<DamagedStamp> of(
      byte[] received, EnvelopeLayout layout, int runEpoch, long nowEpochNanos) {
    EnvelopeForm form = layout.formOf(received.length);
    if (form != layout.probeForm()) {
      return Optional.empty();
    }
    int at = layout.offsetIn(received.length, form);
    byte[] probe = received.clone();
    byte[] any = new EnvelopeWriter(layout, runEpoch, 0).probe(probe, probe.length, 0, 0);
    if (any.length != probe.length) {
      return Optional.empty();
    }
    System.arraycopy(any, at, probe, at, LOST_BYTES);
    EnvelopeReader reader = new EnvelopeReader();
    boolean plausible =
        reader.read(probe, layout, runEpoch, false) == Result.OURS
            && reader.producer() >= 0
            && reader.producer() < layout.producers()
            && reader.delayNanos() == 0
            && Math.abs(nowEpochNanos - reader.intendedEpochNanos()) < MOST_AGE_NANOS;
    if (!plausible) {
      return Optional.empty();
    }
    byte[] sent =
        new EnvelopeWriter(layout, runEpoch, reader.producer())
            .probe(probe, probe.length, reader.sequence(), reader.intendedEpochNanos());
    int first = Arrays.mismatch(sent, received);
    int last = received.length - 1;
    while (last > first && sent[last] == received[last]) {
      last--;
    }
    return first < 0
        ? Optional.empty()
        : Optional.of(new DamagedStamp(first, last, form.envelopeBytes()));
  }
}
