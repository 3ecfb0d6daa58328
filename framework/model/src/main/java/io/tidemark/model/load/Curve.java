package io.tidemark.model.load;

import java.util.List;
import java.util.OptionalLong;

/**
 * A quantity over time, piecewise linear: a rate in messages per second, a processing time in
 * nanoseconds. Before the first point the first value holds, after the last point the last one; two
 * points at one offset make a step (the later one holds from there on).
 *
 * @param points in order of their offsets, at least one
 */
public record Curve(List<Point> points) {

  /**
   * One corner of the curve.
   *
   * @param offsetNanos nanoseconds since the load's start, not negative
   * @param value the quantity there, finite and not negative
   */
  public record Point(long offsetNanos, double value) {
    public Point {
      if (offsetNanos < 0) {
        throw new IllegalArgumentException("offsetNanos must not be negative, got " + offsetNanos);
      }
      if (!(value >= 0) || Double.isInfinite(value)) {
        throw new IllegalArgumentException("value must be finite and not negative, got " + value);
      }
    }
  }

  public Curve {
    points = List.copyOf(points);
    if (points.isEmpty()) {
      throw new IllegalArgumentException("a curve needs at least one point");
    }
    for (int i = 1; i < points.size(); i++) {
      if (points.get(i).offsetNanos() < points.get(i - 1).offsetNanos()) {
        throw new IllegalArgumentException("points must be in order of time, got " + points);
      }
    }
  }

  /** A curve with one value at all times. */
  public static Curve constant(double value) {
    return new Curve(List.of(new Point(0, value)));
  }

  /** The value at a time, in nanoseconds since the load's start. */
  public double valueAt(long offsetNanos) {
    int next = firstAfter(offsetNanos);
    Point before = points.get(Math.max(0, next - 1));
    return next == points.size()
        ? before.value()
        : interpolate(before, points.get(next), offsetNanos);
  }

  /** The value just before a time: at a step, the one that it ends. */
  public double before(long offsetNanos) {
    return valueBetween(firstAfter(offsetNanos - 1), offsetNanos);
  }

  private double valueBetween(int next, long offsetNanos) {
    if (next == 0 || next == points.size()) {
      return points.get(Math.max(0, next - 1)).value();
    }
    return interpolate(points.get(next - 1), points.get(next), offsetNanos);
  }

  /** The integral over a time, in the unit of the values times nanoseconds. */
  public double area(long fromNanos, long toNanos) {
    double area = 0;
    long left = fromNanos;
    int next = firstAfter(fromNanos);
    while (left < toNanos) {
      long right = next == points.size() ? toNanos : points.get(next).offsetNanos();
      right = Math.min(right, toNanos);
      area += (valueBetween(next, left) + valueBetween(next, right)) / 2 * (right - left);
      left = right;
      next = next == points.size() ? next : next + 1;
    }
    return area;
  }

  /** The first time at which the integral since 0 is at least this; empty if it never is. */
  public OptionalLong offsetOf(double area) {
    Point last = points.get(points.size() - 1);
    double rest = area - area(0, last.offsetNanos());
    if (rest > 0) {
      double after = rest / last.value();
      return last.value() > 0 && after < Long.MAX_VALUE - last.offsetNanos()
          ? OptionalLong.of(last.offsetNanos() + (long) Math.ceil(after))
          : OptionalLong.empty();
    }
    long low = 0;
    long high = last.offsetNanos();
    while (low < high) {
      long middle = (low + high) >>> 1;
      if (area(0, middle) >= area) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return OptionalLong.of(low);
  }

  /** The index of the first point that is later; their number if there is none. */
  private int firstAfter(long offsetNanos) {
    int low = 0;
    int high = points.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (points.get(middle).offsetNanos() > offsetNanos) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  private static double interpolate(Point from, Point to, long offsetNanos) {
    if (offsetNanos <= from.offsetNanos() || from.offsetNanos() == to.offsetNanos()) {
      return from.value();
    }
    double share =
        (double) (offsetNanos - from.offsetNanos()) / (to.offsetNanos() - from.offsetNanos());
    return from.value() + share * (to.value() - from.value());
  }

  @Override
  public String toString() {
    return points.toString();
  }
}
