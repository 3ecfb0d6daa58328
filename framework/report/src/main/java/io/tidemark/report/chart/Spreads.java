package io.tidemark.report.chart;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import io.tidemark.report.chart.Chart.Group;
import io.tidemark.report.chart.Chart.Kind;
import io.tidemark.report.chart.Chart.Line;
import io.tidemark.report.chart.Chart.Scale;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Lines of the runs of each system as one band. The band is from the lowest to the highest value:
 * of few runs that is all that is known, and nothing is assumed of how they are distributed. The
 * line is the median, which one disturbed run does not move.
 */
final class Spreads {
  /** What the figures of a run in a chart are good for; the best first. */
  enum Use {
    USABLE,
    DAMAGED,
    NONE
  }

  /** Two for each pixel of a wide chart. */
  private static final int MOST_CELLS = 1_000;

  /** A gap between samples that is longer is a gap of the line. */
  private static final double GAP_CELLS = 2.5;

  private final Group group;
  private final Scale scale;
  private final List<Line> lines;
  private final Function<Line, Use> use;

  private Spreads(Chart chart, Function<Line, Use> use) {
    this.group = chart.group();
    this.scale = chart.x().scale();
    this.lines = chart.lines().stream().filter(Spreads::isOfRun).toList();
    this.use = use;
  }

  /** None for systems with one run, and for charts with one value of each run. */
  static List<Line> of(Chart chart, Function<Line, Use> use) {
    return chart.group() == Group.RUNS ? List.of() : new Spreads(chart, use).spreads();
  }

  private static boolean isOfRun(Line line) {
    return line.kind() == Kind.LINE && line.iteration() > 0;
  }

  private List<Line> spreads() {
    Map<String, List<Line>> systems =
        lines.stream().collect(groupingBy(Line::environment, LinkedHashMap::new, toList()));
    systems.values().removeIf(all -> iterations(all) < 2 || best(all) == Use.NONE || differ(all));
    double[] grid = group == Group.TIMELINE ? times(systems) : new double[0];
    List<Line> spreads = new ArrayList<>();
    systems.forEach(
        (system, all) -> {
          List<Line> used = all.stream().filter(line -> use.apply(line) == best(all)).toList();
          spreads.add(spread(all, used, group == Group.TIMELINE ? grid : union(used)));
        });
    return spreads;
  }

  /** Damaged runs only where there are no others. */
  private Use best(List<Line> lines) {
    return lines.stream().map(use).min(Comparator.naturalOrder()).orElse(Use.NONE);
  }

  private static int iterations(List<Line> lines) {
    return (int) lines.stream().map(Line::iteration).distinct().count();
  }

  /** Runs that tried different rates or sizes have nothing in common. */
  private boolean differ(List<Line> all) {
    boolean tried = group == Group.RATE || group == Group.SWEEP;
    return tried && all.stream().anyMatch(line -> !Arrays.equals(line.x(), all.get(0).x()));
  }

  /** Equal distances, as long as those between the samples of the slowest run. */
  private static double[] times(Map<String, List<Line>> systems) {
    List<Line> all = systems.values().stream().flatMap(List::stream).toList();
    double end = all.stream().mapToDouble(line -> line.x()[line.x().length - 1]).max().orElse(0);
    double step =
        Math.max(end / MOST_CELLS, all.stream().mapToDouble(Spreads::distance).max().orElse(end));
    int cells = step > 0 ? (int) Math.max(1, Math.rint(end / step)) : 0;
    double[] times = new double[cells];
    Arrays.setAll(times, i -> (i + 1) * step);
    return times;
  }

  /** The median distance of the points of a line. */
  private static double distance(Line line) {
    double[] x = line.x();
    double[] distances = new double[Math.max(0, x.length - 1)];
    Arrays.setAll(distances, i -> x[i + 1] - x[i]);
    return distances.length == 0 ? x[0] : median(distances);
  }

  private static double[] union(List<Line> lines) {
    return lines.stream()
        .flatMapToDouble(line -> DoubleStream.of(line.x()))
        .sorted()
        .distinct()
        .toArray();
  }

  private Line spread(List<Line> all, List<Line> used, double[] x) {
    List<double[][]> runs = used.stream().map(line -> at(line, x)).toList();
    double[] low = new double[x.length];
    double[] middle = new double[x.length];
    double[] high = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      int cell = i;
      low[i] = known(runs.stream().mapToDouble(run -> run[0][cell])).min().orElse(Double.NaN);
      middle[i] = median(known(runs.stream().mapToDouble(run -> run[1][cell])).toArray());
      high[i] = known(runs.stream().mapToDouble(run -> run[2][cell])).max().orElse(Double.NaN);
    }
    int left = iterations(all) - iterations(used);
    String label =
        all.get(0).environment()
            + ", "
            + iterations(used)
            + (left == 0 ? "" : " of " + iterations(all))
            + " runs"
            + (best(all) == Use.DAMAGED ? " (damaged)" : "");
    return new Line(label, all.get(0).environment(), 0, Kind.BAND, x, middle, low, high, "");
  }

  private static DoubleStream known(DoubleStream values) {
    return values.filter(Double::isFinite);
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int half = sorted.length / 2;
    if (sorted.length == 0) {
      return Double.NaN;
    }
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }

  /** The lowest, mean and highest value of a line in the cell around each x. */
  private double[][] at(Line line, double[] grid) {
    double[][] cells = new double[3][grid.length];
    int next = 0;
    for (int i = 0; i < grid.length; i++) {
      double end = i + 1 < grid.length ? (grid[i] + grid[i + 1]) / 2 : Double.POSITIVE_INFINITY;
      int from = next;
      while (next < line.x().length && (line.x()[next] < end || line.x()[next] == grid[i])) {
        next++;
      }
      double[] values = known(values(line, from, next)).toArray();
      boolean missing = next == from;
      double value = missing ? between(line, next, grid[i]) : mean(values);
      cells[0][i] = missing ? value : DoubleStream.of(values).min().orElse(Double.NaN);
      cells[1][i] = value;
      cells[2][i] = missing ? value : DoubleStream.of(values).max().orElse(Double.NaN);
    }
    return cells;
  }

  /**
   * Returns the values without those of samples that are much shorter than another one, such as the
   * last of a run.
   */
  private static DoubleStream values(Line line, int from, int to) {
    IntToDoubleFunction length = i -> i == 0 ? line.x()[0] : line.x()[i] - line.x()[i - 1];
    double longest = IntStream.range(from, to).mapToDouble(length).max().orElse(0);
    return IntStream.range(from, to)
        .filter(i -> 2 * length.applyAsDouble(i) >= longest)
        .mapToDouble(i -> line.y()[i]);
  }

  private static double mean(double[] values) {
    return DoubleStream.of(values).average().orElse(Double.NaN);
  }

  /** On the straight line between two points; outside of them nothing was measured. */
  private double between(Line line, int next, double x) {
    if (next == 0 || next == line.x().length) {
      return isShare() ? 0 : Double.NaN;
    }
    double before = line.x()[next - 1];
    double length = line.x()[next] - before;
    if (group == Group.TIMELINE && length > GAP_CELLS * distance(line)) {
      return Double.NaN;
    }
    double share = (x - before) / length;
    return line.y()[next - 1] + share * (line.y()[next] - line.y()[next - 1]);
  }

  private boolean isShare() {
    return group == Group.DISTRIBUTION && scale == Scale.LOGARITHMIC;
  }
}
