package io.tidemark.charts.first;

import io.tidemark.report.answer.AnswerUnit;
import io.tidemark.report.figures.LogarithmicAxis;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * The places of values on an axis.
 *
 * @param from place of {@code lowest}
 * @param to place of {@code highest}
 */
record Ruler(double lowest, double highest, boolean logarithmic, double from, double to) {
  private static final int TICKS = 5;

  /** One alone does not say how long the axis is. */
  private static final int FEWEST = 2;

  /** Room of a tick's text side by side, and one above the other. */
  private static final double TICK = 62;

  private static final double TICK_HEIGHT = 34;

  /** The least distance of two ticks, in the same way. */
  private static final double GAP = 50;

  private static final double GAP_HEIGHT = 16;

  /** Of each decade, the densest first. */
  private static final List<double[]> DECADES =
      List.of(new double[] {1, 2, 5}, new double[] {1, 3}, new double[] {1});

  private static final double MICROS_PER_SECOND = 1e6;

  /** From 0, or logarithmic where values differ much, so that no difference looks too large. */
  static Ruler of(double[] values, double from, double to) {
    double lowest = DoubleStream.of(values).min().orElse(0);
    double highest = DoubleStream.of(values).max().orElse(1);
    return LogarithmicAxis.suits(DoubleStream.of(values))
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
    List<Double> ticks = shown(logarithmic ? decades() : steps(factor, 1), unit);
    return ticks.size() < FEWEST ? shown(steps(factor, FEWEST), unit) : ticks;
  }

  private List<Double> shown(List<Double> ticks, AnswerUnit unit) {
    return ticks.stream()
        .filter(this::contains)
        .filter(value -> unit != AnswerUnit.MESSAGES || value == Math.rint(value))
        .toList();
  }

  private List<Double> steps(double factor, double fewest) {
    double range = (highest - lowest) * factor;
    double most = Math.max(fewest, Math.min(TICKS, Math.abs(to - from) / room()));
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

  private boolean isUpright() {
    return from > to;
  }

  private double room() {
    return isUpright() ? TICK_HEIGHT : TICK;
  }

  /** As many as have room for their texts. */
  private List<Double> decades() {
    return DECADES.stream()
        .map(this::decades)
        .filter(this::isReadable)
        .findFirst()
        .orElseGet(() -> decades(DECADES.get(DECADES.size() - 1)));
  }

  private boolean isReadable(List<Double> ticks) {
    List<Double> shown = ticks.stream().filter(this::contains).toList();
    return IntStream.range(1, shown.size())
        .mapToDouble(i -> Math.abs(place(shown.get(i)) - place(shown.get(i - 1))))
        .allMatch(gap -> gap >= (isUpright() ? GAP_HEIGHT : GAP));
  }

  private List<Double> decades(double[] factors) {
    List<Double> ticks = new ArrayList<>();
    for (double decade = Math.pow(10, Math.floor(Math.log10(lowest)));
        decade <= highest;
        decade *= 10) {
      for (double each : factors) {
        ticks.add(decade * each);
      }
    }
    return ticks;
  }
}
