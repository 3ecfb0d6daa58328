package io.tidemark.features.history.page;

import io.tidemark.features.history.HistoryRun;
import io.tidemark.features.history.change.ChangePoints.LevelChange;
import io.tidemark.features.history.change.ChangePoints.Noise;
import io.tidemark.features.history.trend.Trend;
import io.tidemark.features.history.trend.TrendMetric;
import io.tidemark.model.metric.Unit;
import io.tidemark.report.chart.Chart;
import io.tidemark.report.chart.Chart.Axis;
import io.tidemark.report.chart.Chart.Event;
import io.tidemark.report.chart.Chart.Kind;
import io.tidemark.report.chart.Chart.Line;
import io.tidemark.report.chart.Chart.Mark;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** A trend as a picture: single runs, levels, the band of single runs, changes and noise. */
final class TrendChart {
  private TrendChart() {}

  static Chart of(Trend trend, String id) {
    int runs = trend.runs().size();
    double[] x = IntStream.range(0, runs).asDoubleStream().toArray();
    double[] values = trend.values();
    return new Chart(
        id,
        Chart.Group.SWEEP,
        trend.metric(),
        "One point for each run, in the order of time. Lines are levels: they begin where a change"
            + " was found. "
            + better(trend.metric()),
        Axis.categories("", labels(trend.runs())),
        axis(trend.metric()),
        List.of(
            level(
                "level, 99 % of runs",
                x,
                levels(trend, level -> level.band().mean()),
                levels(trend, level -> level.band().lowest(1)),
                levels(trend, level -> level.band().highest(1))),
            Line.of("single runs", Kind.POINTS, x, values)),
        marks(trend),
        List.of());
  }

  /** A level with the band of single runs. */
  static Line level(String label, double[] x, double[] mean, double[] low, double[] high) {
    return new Line(label, "level", 0, Kind.BAND, x, mean, low, high, "");
  }

  static String id(String metric) {
    return metric.replaceAll("[^A-Za-z0-9]+", "-");
  }

  static String better(String metric) {
    return TrendMetric.higherIsBetter(metric) ? "Higher is better." : "Lower is better.";
  }

  static Axis axis(String metric) {
    return Axis.of(
        "", TrendMetric.of(metric).map(each -> each.metric().unit()).orElse(Unit.NUMBER), true);
  }

  /** Days; further runs of a day are numbered, since a category has one name. */
  private static List<String> labels(List<HistoryRun> runs) {
    List<String> labels = new ArrayList<>();
    Map<String, Integer> seen = new HashMap<>();
    for (HistoryRun run : runs) {
      String day = Trend.day(run);
      int number = seen.merge(day, 1, Integer::sum);
      labels.add(number == 1 ? day : day + " #" + number);
    }
    return labels;
  }

  private static double[] levels(Trend trend, ToDoubleFunction<Trend.Level> value) {
    double[] y = new double[trend.runs().size()];
    for (Trend.Level level : trend.levels()) {
      Arrays.fill(y, level.from(), level.to(), value.applyAsDouble(level));
    }
    return y;
  }

  private static List<Mark> marks(Trend trend) {
    List<Mark> marks = new ArrayList<>();
    for (LevelChange change : trend.points().changes()) {
      marks.add(
          new Mark(
              Event.CHANGE,
              change.index(),
              change.index(),
              TrendMetric.change(trend.metric(), change.change())));
    }
    for (Noise noise : trend.points().noise()) {
      marks.add(new Mark(Event.NOISE, noise.from(), noise.to() - 1, "noise"));
    }
    return marks;
  }
}
