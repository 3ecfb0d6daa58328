package io.tidemark.history.page;

import io.tidemark.charts.Axis;
import io.tidemark.charts.Axis.Scale;
import io.tidemark.charts.Chart;
import io.tidemark.charts.Line;
import io.tidemark.charts.Mark;
import io.tidemark.history.FigureName;
import io.tidemark.history.HistoryRun;
import io.tidemark.history.change.LevelChange;
import io.tidemark.history.change.Noise;
import io.tidemark.history.trend.Trend;
import io.tidemark.history.trend.TrendMetric;
import io.tidemark.model.cost.CostFigure;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** A trend as a picture: single runs, levels, the band of single runs, changes and noise. */
final class TrendChart {
  private static final double MICROS_PER_MILLI = 1e3;

  private TrendChart() {}

  static Chart of(Trend trend, String id) {
    double unit = unit(trend.metric());
    int runs = trend.runs().size();
    double[] x = IntStream.range(0, runs).asDoubleStream().toArray();
    double[] values = Arrays.stream(trend.values()).map(value -> value / unit).toArray();
    List<Line> lines = new ArrayList<>();
    lines.add(
        new Line(
            "level", "level", 0, Line.Kind.LINE, x, levels(trend, unit, l -> l.band().mean())));
    lines.add(new Line("single runs", "single runs", 0, Line.Kind.POINTS, x, values));
    lines.add(
        new Line(
            "99 % of runs: from",
            "band", 0, Line.Kind.DASHED, x, levels(trend, unit, level -> level.band().lowest(1))));
    lines.add(
        new Line(
            "99 % of runs: to",
            "band", 0, Line.Kind.DASHED, x, levels(trend, unit, level -> level.band().highest(1))));
    return new Chart(
        id,
        Chart.Group.RUNS,
        trend.metric(),
        "One point for each run, in the order of time. Lines are levels: they begin where a change"
            + " was found. "
            + better(trend.metric()),
        new Axis("", Scale.CATEGORY, labels(trend.runs())),
        axis(trend.metric()),
        lines,
        marks(trend),
        List.of());
  }

  static String id(String metric) {
    return metric.replaceAll("[^A-Za-z0-9]+", "-");
  }

  static String better(String metric) {
    return TrendMetric.isRate(metric) ? "Higher is better." : "Lower is better.";
  }

  static Axis axis(String metric) {
    Optional<CostFigure> cost = TrendMetric.cost(metric);
    if (cost.isPresent()) {
      return new Axis(cost.get().unit(), Scale.LOGARITHMIC);
    }
    FigureName.Kind kind = TrendMetric.kind(metric);
    return new Axis(kind == FigureName.Kind.MICROS ? "ms" : kind.unit(), Scale.LOGARITHMIC);
  }

  /** What values are divided by for the axis. */
  static double unit(String metric) {
    boolean isTime =
        TrendMetric.kind(metric) == FigureName.Kind.MICROS && TrendMetric.cost(metric).isEmpty();
    return isTime ? MICROS_PER_MILLI : 1;
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

  private static double[] levels(Trend trend, double unit, ToDoubleFunction<Trend.Level> value) {
    double[] y = new double[trend.runs().size()];
    for (Trend.Level level : trend.levels()) {
      Arrays.fill(y, level.from(), level.to(), value.applyAsDouble(level) / unit);
    }
    return y;
  }

  private static List<Mark> marks(Trend trend) {
    List<Mark> marks = new ArrayList<>();
    for (LevelChange change : trend.points().changes()) {
      marks.add(
          new Mark(
              Mark.Kind.CHANGE,
              change.index(),
              change.index(),
              TrendMetric.change(trend.metric(), change.change())));
    }
    for (Noise noise : trend.points().noise()) {
      marks.add(new Mark(Mark.Kind.NOISE, noise.from(), noise.to() - 1, "noise"));
    }
    return marks;
  }
}
