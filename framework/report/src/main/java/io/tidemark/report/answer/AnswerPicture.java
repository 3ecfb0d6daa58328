package io.tidemark.report.answer;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** The picture of an answer, as data. */
public sealed interface AnswerPicture {

  /**
   * Every run as a point, with the mean and its interval: for systems that are compared, and for
   * failovers.
   *
   * @param panels side by side, one for each figure
   */
  record Dots(List<Panel> panels) implements AnswerPicture {
    public Dots {
      panels = List.copyOf(panels);
    }
  }

  /**
   * One figure of several systems.
   *
   * @param title the figure in words
   * @param higherIsBetter whether it is; otherwise a lower value is better
   * @param geometric whether means are: of figures that are compared by factors
   * @param atLeast the smallest difference from the baseline that matters, as a share
   */
  record Panel(
      String title,
      AnswerUnit unit,
      boolean higherIsBetter,
      boolean geometric,
      OptionalDouble atLeast,
      List<Row> rows) {
    /** More are a long list that hides the answer. */
    private static final int MOST = 14;

    public Panel {
      rows = List.copyOf(rows);
    }

    /** The first rows: as many as a screen has room for. */
    public Panel first() {
      return left() == 0
          ? this
          : new Panel(title, unit, higherIsBetter, geometric, atLeast, rows.subList(0, MOST));
    }

    /** What its diamonds are. */
    public String meanName() {
      return geometric ? "geometric mean" : "mean";
    }

    /** Number of rows that {@link #first} leaves out. */
    public int left() {
      return Math.max(0, rows.size() - MOST);
    }
  }

  /**
   * The runs of one system.
   *
   * @param group what rows with the same baseline have in common: a workload; empty text for one
   * @param baseline whether the other rows of its group are compared with it
   * @param runs one value each
   */
  record Row(
      String group,
      String label,
      boolean baseline,
      List<Double> runs,
      double mean,
      Optional<Interval> interval) {
    public Row {
      runs = List.copyOf(runs);
    }
  }

  /** A 95 % interval of a mean. */
  record Interval(double lowest, double highest) {}

  /**
   * One value of each system, as bars: what it costs.
   *
   * @param title what the bars are
   * @param bars the best one first; those without a value last
   */
  record Bars(String title, List<Bar> bars) implements AnswerPicture {
    public Bars {
      bars = List.copyOf(bars);
    }
  }

  /**
   * The value of one system.
   *
   * @param text the value with its unit, or why there is none
   */
  record Bar(String group, String label, OptionalDouble value, String text) {}

  /**
   * Lines over a rate, a key or time.
   *
   * @param marks what happened, in the order of the x axis
   */
  record Curves(String title, Coordinate x, Coordinate y, List<Series> series, List<Mark> marks)
      implements AnswerPicture {
    public Curves {
      series = List.copyOf(series);
      marks = List.copyOf(marks);
    }
  }

  /**
   * Several pictures with lines, side by side.
   *
   * @param left titles of those that are not shown, because they would be too many
   */
  record Multiples(List<Curves> curves, List<String> left) implements AnswerPicture {
    static final int MOST = 4;

    public Multiples {
      curves = List.copyOf(curves);
      left = List.copyOf(left);
    }
  }

  /**
   * One of both directions.
   *
   * @param texts of the values that are shown, if they are few; empty otherwise
   */
  record Coordinate(String title, AnswerUnit unit, boolean logarithmic, List<Tick> texts) {
    public Coordinate {
      texts = List.copyOf(texts);
    }

    static Coordinate of(String title, AnswerUnit unit, boolean logarithmic) {
      return new Coordinate(title, unit, logarithmic, List.of());
    }
  }

  /** The text of a value of an axis. */
  record Tick(double value, String text) {}

  /**
   * A line.
   *
   * @param label unique in its picture
   * @param points in the order of the x axis
   * @param dashed whether it is an intention or a limit
   */
  record Series(String label, boolean dashed, List<Point> points) {
    public Series {
      points = List.copyOf(points);
    }
  }

  /**
   * A place on a line.
   *
   * @param y NaN for a gap
   * @param bad whether it is a trial or a step that failed
   * @param runs the values of which y is the mean; empty if it is no mean
   */
  record Point(double x, double y, boolean bad, Optional<Interval> interval, List<Double> runs) {
    public Point {
      runs = List.copyOf(runs);
    }

    static Point of(double x, double y) {
      return trial(x, y, true);
    }

    static Point trial(double x, double y, boolean passed) {
      return new Point(x, y, !passed, Optional.empty(), List.of());
    }
  }

  /** What needs attention, at one place of the x axis or from one to another. */
  record Mark(double from, double to, String text) {}
}
