package io.tidemark.features.history.trend;

import io.tidemark.features.history.HistoryRun;
import io.tidemark.features.history.HistorySeries;
import io.tidemark.features.history.SeriesKey;
import io.tidemark.features.history.change.ChangePoints.LevelChange;
import io.tidemark.features.history.trend.Trend.Band;
import io.tidemark.report.runs.MatrixAxis.VersionOrder;
import io.tidemark.report.statistics.Change;
import io.tidemark.report.statistics.Holm;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A metric of a series over the values of an attribute, such as versions of the broker: runs with
 * one value are a group, whenever they were carried out.
 *
 * @param attribute its name
 * @param versions in their order
 * @param without runs with a usable value of the metric that do not have the attribute
 */
public record VersionTrend(
    SeriesKey key, String metric, String attribute, List<Version> versions, int without) {
  private static final double CONFIDENCE = 0.95;
  private static final double LEVEL = 0.05;
  private static final double LEAST_CHANGE = 0.01;

  /**
   * The runs of a version.
   *
   * @param runs in the order of time
   * @param step the difference to the version before; empty for the first one, and where one of
   *     both has a single run
   * @param shown whether the step is more than chance and at least 1 %
   */
  public record Version(
      String name, List<HistoryRun> runs, Band band, Optional<LevelChange> step, boolean shown) {
    public Version {
      runs = List.copyOf(runs);
    }

    public boolean isWorse(String metric) {
      return shown && step.filter(each -> TrendMetric.isWorse(metric, each.change())).isPresent();
    }
  }

  public VersionTrend {
    versions = List.copyOf(versions);
  }

  public static VersionTrend of(
      SeriesKey key, String metric, HistorySeries.Column column, String attribute) {
    Map<String, List<HistoryRun>> groups = new TreeMap<>(new VersionOrder());
    int without = 0;
    for (HistoryRun run : column.runs()) {
      Optional<String> version = run.attribute(attribute);
      version.ifPresent(name -> groups.computeIfAbsent(name, any -> new ArrayList<>()).add(run));
      without += version.isPresent() ? 0 : 1;
    }
    return new VersionTrend(
        key, metric, attribute, versions(List.copyOf(groups.entrySet()), metric), without);
  }

  private static List<Version> versions(
      List<Map.Entry<String, List<HistoryRun>>> groups, String metric) {
    List<Optional<Change>> changes = new ArrayList<>();
    for (int i = 0; i < groups.size(); i++) {
      changes.add(
          i == 0
              ? Optional.empty()
              : change(values(groups.get(i - 1), metric), values(groups.get(i), metric)));
    }
    double[] adjusted =
        Holm.adjusted(
            changes.stream().flatMap(Optional::stream).mapToDouble(Change::probability).toArray());
    List<Version> versions = new ArrayList<>();
    int test = 0;
    for (int i = 0; i < groups.size(); i++) {
      Map.Entry<String, List<HistoryRun>> group = groups.get(i);
      Band band = Band.of(values(group, metric));
      Optional<LevelChange> step = Optional.empty();
      boolean shown = false;
      if (changes.get(i).isPresent()) {
        LevelChange made = step(i, versions.get(i - 1).band(), band, changes.get(i).get());
        shown = adjusted[test] < LEVEL && Math.abs(made.change()) >= LEAST_CHANGE;
        step = Optional.of(made);
        test++;
      }
      versions.add(new Version(group.getKey(), group.getValue(), band, step, shown));
    }
    return versions;
  }

  private static Optional<Change> change(double[] before, double[] after) {
    return before.length < 2 || after.length < 2
        ? Optional.empty()
        : Optional.of(Change.of(before, after));
  }

  private static LevelChange step(int index, Band before, Band after, Change change) {
    return new LevelChange(
        index,
        before.mean(),
        after.mean(),
        Math.expm1(change.logRatio()),
        change.lowest(CONFIDENCE),
        change.highest(CONFIDENCE));
  }

  private static double[] values(Map.Entry<String, List<HistoryRun>> group, String metric) {
    return group.getValue().stream()
        .mapToDouble(run -> run.value(metric).orElse(Double.NaN))
        .toArray();
  }
}
