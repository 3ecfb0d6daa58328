package io.tidemark.report.chart;

import io.tidemark.model.metric.Unit;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What a picture shows, independent of how it is drawn: as SVG, by Chart.js, or as text. Immutable.
 *
 * @param id unique on a page and stable over versions: letters, digits and {@code -}
 * @param title what is shown, in sentence case
 * @param description one or two sentences for readers and screen readers: what is measured, from
 *     which time to which
 * @param x shared by charts of the same {@link #group}, so that they can be zoomed together
 * @param lines in the order of the legend
 * @param marks times or values that need attention
 * @param references values that lines are compared with
 */
public record Chart(
    String id,
    Group group,
    String title,
    String description,
    Axis x,
    Axis y,
    List<Line> lines,
    List<Mark> marks,
    List<Reference> references) {

  /** Charts that belong together. */
  public enum Group {
    /** Over the time since the first sample of a run. */
    TIMELINE,
    /** Latency over percentile, or share over latency. */
    DISTRIBUTION,
    /** Latency and rates over the intended rate of a phase. */
    RATE,
    /** Over the number of requesters or another input. */
    SWEEP,
    /** Values of systems: the categories of the x axis, which SVG and text draw as rows. */
    RUNS
  }

  /** Rows of a {@link Group#RUNS} chart that a screen has room for. */
  public static final int MOST_ROWS = 14;

  public Chart {
    lines = List.copyOf(lines);
    marks = List.copyOf(marks);
    references = List.copyOf(references);
  }

  /** This chart with another title and other lines. */
  public Chart with(String otherTitle, List<Line> otherLines) {
    return new Chart(id, group, otherTitle, description, x, y, otherLines, marks, references);
  }

  public Chart withMarks(List<Mark> otherMarks) {
    return new Chart(id, group, title, description, x, y, lines, otherMarks, references);
  }

  /** Systems that have a band of several runs. */
  private Set<String> banded() {
    return lines.stream()
        .filter(line -> line.kind() == Kind.BAND && lines.stream().anyMatch(line::isOfSameSystem))
        .map(Line::environment)
        .collect(Collectors.toSet());
  }

  /** Returns the chart with a line for each run, without the bands that summarize them. */
  public Chart ofEachRun() {
    Set<String> banded = banded();
    return with(
        title,
        lines.stream()
            .filter(line -> line.kind() != Kind.BAND || !banded.contains(line.environment()))
            .toList());
  }

  /** Returns the chart with bands in place of the single runs that they summarize. */
  public Chart ofBands() {
    Set<String> banded = banded();
    return with(
        title,
        lines.stream()
            .filter(line -> line.kind() != Kind.LINE || !banded.contains(line.environment()))
            .toList());
  }

  /**
   * An axis.
   *
   * @param title without unit; empty if the unit or the texts say it
   * @param ticks values with a text: 0, 1, ... of a {@link Scale#CATEGORY} axis, those that were
   *     chosen of another one; empty: the places are found
   */
  public record Axis(String title, Unit unit, Scale scale, List<Tick> ticks) {
    public Axis {
      ticks = List.copyOf(ticks);
    }

    public static Axis linear(String title, Unit unit) {
      return new Axis(title, unit, Scale.LINEAR, List.of());
    }

    /** Logarithmic if it is wanted. */
    public static Axis of(String title, Unit unit, boolean logarithmic) {
      return new Axis(title, unit, logarithmic ? Scale.LOGARITHMIC : Scale.LINEAR, List.of());
    }

    /** The names of the values 0, 1, ... */
    public static Axis categories(String title, List<String> names) {
      return new Axis(
          title,
          Unit.NUMBER,
          Scale.CATEGORY,
          IntStream.range(0, names.size()).mapToObj(i -> new Tick(i, names.get(i))).toList());
    }

    /** Returns the head with its unit, for tables. */
    public String head() {
      String of = unit.symbol();
      return of.isEmpty() ? title : title.isEmpty() ? of : title + " (" + of + ")";
    }

    public boolean isLogarithmic() {
      return scale == Scale.LOGARITHMIC;
    }
  }

  /** Placement of values. */
  public enum Scale {
    LINEAR,
    LOGARITHMIC,
    /**
     * Values are percentiles from 0 to 100 (exclusive), placed by 1 / (1 - p / 100) on a
     * logarithmic axis, so that 90, 99 and 99.9 have equal distances.
     */
    PERCENTILE,
    /** Values are whole numbers from 0 on, the places of {@link Axis#ticks}. */
    CATEGORY
  }

  /**
   * The text of a value.
   *
   * @param group a heading over values that follow each other; empty for none
   */
  public record Tick(double value, String text, String group) {
    public Tick(double value, String text) {
      this(value, text, "");
    }
  }

  /** Drawing of the points of a line. */
  public enum Kind {
    /** Connected points. */
    LINE,
    /** Connected, thin and dashed: an intention or a limit beside measured lines. */
    DASHED,
    /** Points without connection. */
    POINTS,
    /** Crosses without connection: what was tried and failed. */
    FAILED,
    /** Means of points without connection, with their intervals. */
    MEANS,
    BARS,
    /** A line in an area from the lowest to the highest value. */
    BAND
  }

  /**
   * Points of a chart. The arrays have the same length; a NaN in {@code y} is a gap. They are
   * shared, not copied: do not change them.
   *
   * @param label in the legend; unique in its chart
   * @param environment what its colour stands for: lines of the same environment have shades of a
   *     colour when several systems are drawn, else each line has its own colour
   * @param iteration from 1; 0 if the line is not of one run
   * @param x not decreasing
   * @param y in the unit of the axis
   * @param low lower ends of the intervals of y, NaN for a point without one; empty for none
   * @param high upper ends
   * @param text beside its last point in place of the value; empty: the value
   */
  @SuppressWarnings("ArrayRecordComponent") // 100,000 points; no boxing.
  public record Line(
      String label,
      String environment,
      int iteration,
      Kind kind,
      double[] x,
      double[] y,
      double[] low,
      double[] high,
      String text) {
    private static final double[] NONE = {};

    public Line {
      if (x.length != y.length
          || low.length != high.length
          || low.length > 0 && low.length != y.length) {
        throw new IllegalArgumentException(
            label + ": " + x.length + " x, " + y.length + " y, " + low.length + ", " + high.length);
      }
    }

    /** Creates a line without intervals. */
    public Line(
        String label, String environment, int iteration, Kind kind, double[] x, double[] y) {
      this(label, environment, iteration, kind, x, y, NONE, NONE, "");
    }

    /** Returns a line that belongs to no single run. */
    public static Line of(String label, Kind kind, double[] x, double[] y) {
      return new Line(label, label, 0, kind, x, y);
    }

    /** The same line with the points at these places. */
    public Line at(int[] places) {
      return new Line(
          label,
          environment,
          iteration,
          kind,
          picked(x, places),
          picked(y, places),
          picked(low, places),
          picked(high, places),
          text);
    }

    private static double[] picked(double[] values, int[] places) {
      return values.length == 0
          ? values
          : Arrays.stream(places).mapToDouble(i -> values[i]).toArray();
    }

    private boolean isOfSameSystem(Line other) {
      return other.kind == Kind.LINE && other.environment.equals(environment);
    }

    public boolean hasIntervals() {
      return DoubleStream.of(low).anyMatch(Double::isFinite);
    }

    public boolean hasPoint() {
      return DoubleStream.of(y).anyMatch(Double::isFinite);
    }

    /** Whether its points were measured; others are intentions and limits. */
    public boolean isMeasured() {
      return kind != Kind.DASHED;
    }

    /** All that the y axis must show of it, but ends of intervals of means: these can be cut. */
    public DoubleStream heights() {
      DoubleStream all = DoubleStream.of(y);
      return (kind == Kind.BAND
              ? DoubleStream.concat(
                  all, DoubleStream.concat(DoubleStream.of(low), DoubleStream.of(high)))
              : all)
          .filter(Double::isFinite);
    }
  }

  /**
   * The range from the lowest to the highest value that a mean can have, with a confidence of 95 %.
   */
  public record Interval(double lowest, double highest) {}

  /**
   * A time or range on the x axis that needs attention.
   *
   * @param from in the unit of the x axis
   * @param to the end of a range; equal to {@code from} for a moment
   * @param text short, for people
   */
  public record Mark(Event kind, double from, double to, String text) {}

  /** What a mark shows. */
  public enum Event {
    PHASE,
    /** A phase that is not part of the figures. */
    UNMEASURED,
    FAULT,
    /** The broker refused messages. */
    BLOCK,
    DISRUPTION,
    /** A new level. */
    CHANGE,
    /** Runs that scatter more than the others. */
    NOISE
  }

  /**
   * A value that lines are compared with: a limit of the environment, a published figure, or a
   * baseline.
   *
   * @param label with its source and hardware
   * @param y in the unit of the y axis
   * @param low from where on values do not differ in a way that matters; y for a line only
   * @param high the other end
   * @param from the first category that it is for
   * @param to the last one
   */
  public record Reference(String label, double y, double low, double high, double from, double to) {
    /** A line over the whole chart. */
    public Reference(String label, double y) {
      this(label, y, y, y, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
    }

    public boolean isBand() {
      return high > low;
    }
  }

  /** All lines as one stream of values of the y axis. */
  public DoubleStream heights() {
    return lines.stream().flatMapToDouble(Line::heights);
  }

  /** What the means of runs are called; empty if there are none. */
  public String meanName() {
    return lines.stream()
        .filter(line -> line.kind() == Kind.MEANS)
        .map(line -> line.label.substring(line.environment.length()).replaceFirst("^, ", ""))
        .findFirst()
        .orElse("");
  }

  /** The lines that were measured. */
  public Stream<Line> measured() {
    return lines.stream().filter(Line::isMeasured);
  }
}
