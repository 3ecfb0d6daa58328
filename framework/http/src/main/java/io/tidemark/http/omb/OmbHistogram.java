package io.tidemark.http.omb;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/** A histogram in OMB's unit and encoding: microseconds, compressed V2, base64. Not thread-safe. */
final class OmbHistogram {
  /** An upstream coordinator fails on greater publish latencies and delays. */
  static final long HIGHEST_PUBLISH_MICROS = 67_108_863;

  static final long HIGHEST_END_TO_END_MICROS = TimeUnit.HOURS.toMicros(12);
  private static final int SIGNIFICANT_DIGITS = 3;

  private final long highestMicros;
  private final Histogram micros;

  OmbHistogram(long highestMicros) {
    this.highestMicros = highestMicros;
    this.micros = new Histogram(1, highestMicros, SIGNIFICANT_DIGITS);
  }

  /** Adds what is in a histogram of nanoseconds; greater values become the greatest. */
  void addNanos(Histogram nanos) {
    for (HistogramIterationValue each : nanos.recordedValues()) {
      long value = nanos.medianEquivalentValue(each.getValueIteratedTo()) / 1_000;
      micros.recordValueWithCount(Math.min(value, highestMicros), each.getCountAtValueIteratedTo());
    }
  }

  void reset() {
    micros.reset();
  }

  String encoded() {
    ByteBuffer buffer = ByteBuffer.allocate(micros.getNeededByteBufferCapacity());
    int length = micros.encodeIntoCompressedByteBuffer(buffer);
    return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
  }
}
