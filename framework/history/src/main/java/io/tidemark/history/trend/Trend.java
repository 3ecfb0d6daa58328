package io.tidemark.history.trend;

import io.tidemark.history.HistoryRun;
import io.tidemark.history.HistorySeries;
import io.tidemark.history.HistorySeries.Column;
import io.tidemark.history.SeriesKey;
import io.tidemark.history.change.ChangePoints;
import io.tidemark.history.change.ChangeRule;
import io.tidemark.history.change.LevelChange;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

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
}
