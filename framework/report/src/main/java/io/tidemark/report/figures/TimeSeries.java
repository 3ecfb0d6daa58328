package io.tidemark.report.figures;

import io.tidemark.model.result.LatencyMicros.Statistic;
import io.tidemark.model.snapshot.Measure;
import java.util.stream.DoubleStream;

/**
 * One quantity of a run over time. The arrays have the same length; they are shared, not copied: do
 * not change them.
 *
 * @param name with its unit, as in {@code timeline.csv} or {@code telemetry.csv}
 * @param subject which worker, node or queue; empty for the whole run
 * @param seconds from the start of the first sample; the end of the interval for what was counted
 *     in one; not decreasing
 * @param values NaN where nothing was measured
 */
@SuppressWarnings("ArrayRecordComponent") // 100,000 points; no boxing.
public record TimeSeries(String name, String subject, double[] seconds, double[] values) {
  /** Messages per second of the schedule. */
  public static final String INTENDED_RATE = "intendedRatePerSecond";

  public static final String BACKLOG = "backlogMessages";
  public static final String IN_FLIGHT = "inFlightMessages";
  public static final String SCHEDULE_DEBT = "scheduleDebtMessages";

  /** A figure of a worker, as are the next two. */
  public static final String PROCESS_CPU = "processCpuCores";

  public static final String HOST_CPU = "hostCpuCores";
  public static final String LONGEST_GC_PAUSE = "longestGcPauseMicros";

  public TimeSeries {
    if (seconds.length != values.length) {
      throw new IllegalArgumentException(name + ": " + seconds.length + ", " + values.length);
    }
  }

  /** The name of a statistic of a latency. */
  public static String nameOf(Measure measure, Statistic statistic) {
    return measure.key() + statistic.column();
  }

  /** The series as that of a subject. */
  public TimeSeries of(String other) {
    return new TimeSeries(name, other, seconds, values);
  }

  /** Whether a value was measured. */
  public boolean isMeasured() {
    return DoubleStream.of(values).anyMatch(Double::isFinite);
  }
}
