package io.tidemark.charts;

/**
 * Points of a chart that are connected. The arrays have the same length; a NaN in {@code y} is a
 * gap. They are shared, not copied: do not change them.
 *
 * @param label in the legend; unique in its chart
 * @param environment what its colour stands for: lines of the same environment have shades of a
 *     colour when several environments are drawn, else each line has its own colour
 * @param iteration from 1; 0 if the line is not of one run
 * @param kind how it is drawn
 * @param x not decreasing
 * @param y in the unit of the axis
 */
@SuppressWarnings("ArrayRecordComponent") // 100,000 points; no boxing.
public record Line(
    String label, String environment, int iteration, Kind kind, double[] x, double[] y) {

  /** Drawing of the points. */
  public enum Kind {
    /** Connected points. */
    LINE,
    /** Connected, thin and dashed: an intention or a limit beside measured lines. */
    DASHED,
    /** Points without connection. */
    POINTS,
    /** Vertical bars. */
    BARS
  }

  public Line {
    if (x.length != y.length) {
      throw new IllegalArgumentException(label + ": " + x.length + " x, " + y.length + " y");
    }
  }
}
