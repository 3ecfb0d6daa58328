package io.tidemark.model.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A latency in few numbers, as stored: microseconds, to the nanosecond.
 *
 * @param count number of samples, above 0: without samples there is no such value
 */
public record LatencyMicros(
    long count,
    double min,
    double mean,
    double stdDev,
    double p50,
    double p75,
    double p90,
    double p95,
    double p99,
    @JsonProperty("p99_9") double p999,
    @JsonProperty("p99_99") double p9999,
    @JsonProperty("p99_999") double p99999,
    double max) {

  /** Statistics as columns of tables. */
  public enum Statistic {
    COUNT("Count", LatencyMicros::count),
    MEAN("MeanMicros", LatencyMicros::mean),
    P50("P50Micros", LatencyMicros::p50),
    P95("P95Micros", LatencyMicros::p95),
    P99("P99Micros", LatencyMicros::p99),
    P99_9("P99_9Micros", LatencyMicros::p999),
    MAX("MaxMicros", LatencyMicros::max);

    /** Statistics of samples and phases, where few fit. */
    public static final List<Statistic> FEW = List.of(P50, P99, P99_9, MAX);

    private final String column;
    private final Function<LatencyMicros, Number> figure;

    Statistic(String column, Function<LatencyMicros, Number> figure) {
      this.column = column;
      this.figure = figure;
    }

    /** Added to the key of the measure. */
    public String column() {
      return column;
    }

    /** {@code p99.9} for example. */
    public String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', '.');
    }

    /** What it is, with its unit. */
    public String meaning() {
      return this == COUNT ? "number of samples" : label() + " in microseconds";
    }

    public Number of(LatencyMicros latency) {
      return figure.apply(latency);
    }

    /** Where nothing was measured. */
    public @Nullable Number ofNone() {
      return this == COUNT ? 0L : null;
    }
  }

  public static LatencyMicros of(LatencySummary summary) {
    return new LatencyMicros(
        summary.count(),
        micros(summary.minNanos()),
        micros(Math.round(summary.meanNanos())),
        micros(Math.round(summary.stdDevNanos())),
        micros(summary.p50Nanos()),
        micros(summary.p75Nanos()),
        micros(summary.p90Nanos()),
        micros(summary.p95Nanos()),
        micros(summary.p99Nanos()),
        micros(summary.p999Nanos()),
        micros(summary.p9999Nanos()),
        micros(summary.p99999Nanos()),
        micros(summary.maxNanos()));
  }

  /** In nanoseconds. */
  public LatencySummary toSummary() {
    return new LatencySummary(
        count,
        nanos(min),
        nanos(mean),
        nanos(stdDev),
        nanos(p50),
        nanos(p75),
        nanos(p90),
        nanos(p95),
        nanos(p99),
        nanos(p999),
        nanos(p9999),
        nanos(p99999),
        nanos(max));
  }

  public static double micros(long nanos) {
    return nanos / 1e3;
  }

  /** The nanoseconds that were stored. */
  public static long nanos(double micros) {
    return Math.round(micros * 1e3);
  }
}
