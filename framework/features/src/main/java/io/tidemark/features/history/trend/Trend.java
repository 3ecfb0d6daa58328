package io.tidemark.features.history.trend;

import io.tidemark.features.history.HistoryRun;
import io.tidemark.features.history.HistorySeries;
import io.tidemark.features.history.HistorySeries.Column;
import io.tidemark.features.history.SeriesKey;
import io.tidemark.features.history.change.ChangePoints;
import io.tidemark.features.history.change.ChangePoints.LevelChange;
import io.tidemark.features.history.change.Levels.ChangeRule;
import io.tidemark.report.document.Cell;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * A metric of a series over time.
 *
 * @param runs with a usable value, in the order of time
 * @param values of the runs; shared, not copied: do not change them
 * @param damaged how many runs have a value that must not be used
 * @param points what changed, by indexes of {@code runs}
 */
@SuppressWarnings("ArrayRecordComponent") // Thousands of points; no boxing.
public record Trend(
    SeriesKey key,
    String metric,
    List<HistoryRun> runs,
    double[] values,
    int damaged,
    ChangePoints points) {
  public Trend {
    runs = List.copyOf(runs);
  }

  /** A level of the values: from one change to the next, with the band of those that are usual. */
  public record Level(int from, int to, Band band) {}

  public static Trend of(HistorySeries series, String metric, ChangeRule rule) {
    return of(series.key(), metric, series.column(metric), rule);
  }

  public static Trend of(SeriesKey key, String metric, Column column, ChangeRule rule) {
    double[] values =
        column.runs().stream().mapToDouble(run -> run.value(metric).orElse(Double.NaN)).toArray();
    return new Trend(
        key, metric, column.runs(), values, column.damaged(), ChangePoints.of(values, rule));
  }

  /** All levels in order of time. */
  public List<Level> levels() {
    List<Level> levels = new ArrayList<>();
    int from = 0;
    for (LevelChange change : points.changes()) {
      levels.add(level(from, change.index()));
      from = change.index();
    }
    if (from < runs.size()) {
      levels.add(level(from, runs.size()));
    }
    return levels;
  }

  /** The level since the last change; empty without a run. */
  public Optional<Level> current() {
    return runs.isEmpty()
        ? Optional.empty()
        : Optional.of(level(points.currentLevel(), runs.size()));
  }

  private Level level(int from, int to) {
    double[] usual =
        IntStream.range(from, to).filter(points::isUsual).mapToDouble(i -> values[i]).toArray();
    return new Level(
        from, to, Band.of(usual.length == 0 ? Arrays.copyOfRange(values, from, to) : usual));
  }

  /** A value of its metric. */
  public Cell cell(double value) {
    return TrendMetric.cell(metric, value);
  }

  /** The run with which a level began. */
  public HistoryRun run(LevelChange change) {
    return runs.get(change.index());
  }

  /** The day of a run in UTC. */
  public static String day(HistoryRun run) {
    return day(run.at());
  }

  static String day(Instant time) {
    return time.toString().substring(0, "yyyy-MM-dd".length());
  }

  /**
   * The values of a level, and where the next ones are expected: a prediction interval on
   * logarithms.
   *
   * @param runs how many values
   * @param mean geometric
   * @param deviation standard deviation of the logarithms
   */
  public record Band(int runs, double mean, double deviation) {
    /** Share of single runs that are expected within the interval. */
    public static final double CONFIDENCE = 0.99;

    /** Values have three digits: equal ones do not prove that the next one is equal. */
    private static final double LEAST_DEVIATION = 0.001;

    public static Band of(double[] values) {
      double[] logarithms = Arrays.stream(values).map(Math::log).toArray();
      double mean = Arrays.stream(logarithms).average().orElse(Double.NaN);
      double squares = Arrays.stream(logarithms).map(x -> (x - mean) * (x - mean)).sum();
      double deviation = values.length > 1 ? Math.sqrt(squares / (values.length - 1)) : Double.NaN;
      return new Band(values.length, Math.exp(mean), Math.max(LEAST_DEVIATION, deviation));
    }

    /**
     * The lowest expected mean of further runs; NaN if there are fewer than two values.
     *
     * @param others how many further runs
     */
    public double lowest(int others) {
      return mean * Math.exp(-reach(others));
    }

    /** The highest expected mean of further runs. */
    public double highest(int others) {
      return mean * Math.exp(reach(others));
    }

    private double reach(int others) {
      return runs < 2
          ? Double.NaN
          : TDistribution.of(runs - 1).inverseSurvivalProbability((1 - CONFIDENCE) / 2)
              * deviation
              * Math.sqrt(1.0 / others + 1.0 / runs);
    }
  }
}
