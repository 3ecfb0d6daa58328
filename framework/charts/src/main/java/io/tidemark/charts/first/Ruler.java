package io.tidemark.charts.first;

import io.tidemark.report.answer.AnswerUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * The places of values on an axis.
 *
 * @param from place of {@code lowest}
 * @param to place of {@code highest}
 */
record Ruler(double lowest, double highest, boolean logarithmic, double from, double to) {
  private static final int TICKS = 5;

  /** Room of a tick's text. */
  private static final double TICK = 62;

  /** Wider ranges of values are drawn on a logarithmic axis. */
  private static final double WIDE = 20;

  private static final double MICROS_PER_SECOND = 1e6;

  /** From 0, or logarithmic where values differ much, so that no difference looks too large. */
  static Ruler of(double[] values, double from, double to) {
    double lowest = DoubleStream.of(values).min().orElse(0);
    double highest = DoubleStream.of(values).max().orElse(1);
    return lowest > 0 && highest / lowest > WIDE
        ? logarithmic(lowest, highest, from, to)
        : linear(Math.min(0, lowest), highest, from, to);
  }

  static Ruler linear(double lowest, double highest, double from, double to) {
    double end = highest > lowest ? highest : lowest + 1;
    return new Ruler(lowest, end, false, from, to);
  }

  static Ruler logarithmic(double lowest, double highest, double from, double to) {
    double end = highest > lowest ? highest : lowest * 2;
    return new Ruler(lowest / 1.15, end * 1.15, true, from, to);
  }

  double place(double value) {
    double share =
        logarithmic
            ? Math.log(value / lowest) / Math.log(highest / lowest)
            : (value - lowest) / (highest - lowest);
    return from + Math.max(0, Math.min(1, share)) * (to - from);
  }

  boolean contains(double value) {
    return value >= lowest && value <= highest;
  }

  /** Round values in the unit that people read. */
  List<Double> ticks(AnswerUnit unit) {
    double factor = unit == AnswerUnit.SECONDS && highest < 1 ? MICROS_PER_SECOND : 1;
    return (logarithmic ? decades() : steps(factor))
        .stream()
            .filter(this::contains)
            .filter(value -> unit != AnswerUnit.MESSAGES || value == Math.rint(value))
            .toList();
  }

  private List<Double> steps(double factor) {
    double range = (highest - lowest) * factor;
    double most = Math.max(1, Math.min(TICKS, Math.abs(to - from) / TICK));
    double size = Math.pow(10, Math.floor(Math.log10(range / most)));
    double step =
        DoubleStream.of(1, 2, 5, 10)
            .map(each -> each * size)
            .filter(each -> range / each <= most + 1)
            .findFirst()
            .orElse(10 * size);
    List<Double> ticks = new ArrayList<>();
    for (double at = Math.ceil(lowest * factor / step) * step;
        at <= highest * factor * (1 + 1e-9);
        at += step) {
      ticks.add(at / factor);
    }
    return ticks;
  }

  private List<Double> decades() {
    boolean many = highest / lowest > 1e3;
    List<Double> ticks = new ArrayList<>();
    for (double decade = Math.pow(10, Math.floor(Math.log10(lowest)));
        decade <= highest;
        decade *= 10) {
      for (double each : many ? new double[] {1} : new double[] {1, 2, 5}) {
        ticks.add(decade * each);
      }
    }
    return ticks;
  }
}
