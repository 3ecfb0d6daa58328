package io.tidemark.http.omb;

import io.tidemark.http.omb.OmbJson.CountersStats;
import io.tidemark.http.omb.OmbJson.CumulativeLatencies;
import io.tidemark.http.omb.OmbJson.PeriodStats;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.snapshot.LatencyCounts;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.snapshot.PhaseSlice;
import io.tidemark.model.snapshot.Snapshot;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/** OMB's statistics, made of our snapshots. Reading a period ends it. Not thread-safe. */
final class OmbStatistics {

  /** The three latencies that OMB knows. */
  private static final class Latencies {
    private final OmbHistogram publish = new OmbHistogram(OmbHistogram.HIGHEST_PUBLISH_MICROS);
    private final OmbHistogram delay = new OmbHistogram(OmbHistogram.HIGHEST_PUBLISH_MICROS);
    private final OmbHistogram endToEnd = new OmbHistogram(OmbHistogram.HIGHEST_END_TO_END_MICROS);

    void add(PhaseSlice slice) {
      add(slice, Measure.PUBLISH_LATENCY, publish);
      add(slice, Measure.SCHEDULE_DELAY, delay);
      add(slice, Measure.END_TO_END_FROM_SEND, endToEnd);
    }

    private static void add(PhaseSlice slice, Measure measure, OmbHistogram to) {
      LatencyCounts counts = slice.latencies().get(measure);
      if (counts != null) {
        to.addNanos(counts.toHistogram());
      }
    }

    void reset() {
      publish.reset();
      delay.reset();
      endToEnd.reset();
    }
  }

  private Counters total = Counters.ZERO;
  private Counters period = Counters.ZERO;
  private final Latencies periodLatencies = new Latencies();
  private final Latencies cumulativeLatencies = new Latencies();

  void add(Snapshot snapshot) {
    total = total.plus(snapshot.counters());
    period = period.plus(snapshot.counters());
    for (PhaseSlice slice : snapshot.slices()) {
      periodLatencies.add(slice);
      cumulativeLatencies.add(slice);
    }
  }

  /** Resets the period; the totals continue. */
  void reset() {
    period = Counters.ZERO;
    periodLatencies.reset();
    cumulativeLatencies.reset();
  }

  /**
   * @param probesSent probes acknowledged; OMB counts them as messages
   * @param probesReceived probes that have arrived
   */
  CountersStats counters(long probesSent, long probesReceived) {
    return new CountersStats(
        total.get(Counter.ACKNOWLEDGED) + probesSent,
        total.get(Counter.RECEIVED) + probesReceived,
        total.get(Counter.FAILED));
  }

  PeriodStats takePeriod() {
    PeriodStats stats =
        new PeriodStats(
            period.get(Counter.ACKNOWLEDGED),
            period.get(Counter.FAILED),
            period.get(Counter.ACKNOWLEDGED_BYTES),
            period.get(Counter.RECEIVED),
            period.get(Counter.RECEIVED_BYTES),
            total.get(Counter.ACKNOWLEDGED),
            total.get(Counter.FAILED),
            total.get(Counter.RECEIVED),
            periodLatencies.publish.encoded(),
            periodLatencies.delay.encoded(),
            periodLatencies.endToEnd.encoded());
    period = Counters.ZERO;
    periodLatencies.reset();
    return stats;
  }

  CumulativeLatencies cumulative() {
    return new CumulativeLatencies(
        cumulativeLatencies.publish.encoded(),
        cumulativeLatencies.delay.encoded(),
        cumulativeLatencies.endToEnd.encoded());
  }

  /**
   * A histogram in OMB's unit and encoding: microseconds, compressed V2, base64. Not thread-safe.
   */
  private static final class OmbHistogram {
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
        micros.recordValueWithCount(
            Math.min(value, highestMicros), each.getCountAtValueIteratedTo());
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
}
