package io.tidemark.charts;

import static java.util.Comparator.comparingDouble;

import io.tidemark.model.metric.Unit;
import io.tidemark.report.chart.Chart.Axis;
import io.tidemark.report.chart.Chart.Scale;
import io.tidemark.report.chart.Chart.Tick;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The places of values on an axis.
 *
 * @param lowest as the scale counts: of a logarithmic axis the logarithm
 * @param highest above {@code lowest}
 * @param from place of {@code lowest}
 * @param to place of {@code highest}; below {@code from} on an upright axis
 */
record Ruler(Axis axis, double lowest, double highest, double from, double to) {
  private static final int TICKS = 6;

  /** One alone does not say how long the axis is. */
  private static final int FEWEST = 2;

  /** The least distance of two ticks side by side, and one above the other. */
  private static final double GAP = 62;

  private static final double GAP_HEIGHT = 26;

  /** Steps of the ticks in each decade, the densest first. */
  private static final List<double[]> DECADES =
      List.of(new double[] {1, 2, 5}, new double[] {1, 3}, new double[] {1});

  /** Distances between times that people count in, in seconds. */
  private static final double[] TIMES = {
    1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 28_800, 86_400
  };

  private static final double HUNDRED = 100;
  private static final double LEAST = 1e-9;

  /**
   * Returns the ruler of an axis for these values.
   *
   * @param room what is added at each end, as a share of the range; nothing below 0
   */
  static Ruler of(Axis axis, DoubleStream values, double room, double from, double to) {
    double[] all =
        values
            .filter(value -> Double.isFinite(value) && (value > 0 || !axis.isLogarithmic()))
            .map(value -> at(axis.scale(), value))
            .toArray();
    double lowest = DoubleStream.of(all).min().orElse(0);
    double highest = DoubleStream.of(all).max().orElse(1);
    if (axis.isLogarithmic()) {
      double factor = Math.log10(1.15);
      return new Ruler(
          axis,
          lowest - factor,
          (highest > lowest ? highest : lowest + Math.log10(2)) + factor,
          from,
          to);
    }
    double range = highest > lowest ? highest - lowest : Math.max(1, Math.abs(lowest));
    return new Ruler(
        axis,
        lowest == 0 ? 0 : lowest - room * range,
        (highest > lowest ? highest : lowest + range) + room * range,
        from,
        to);
  }

  private static double at(Scale scale, double value) {
    return switch (scale) {
      case LOGARITHMIC -> Math.log10(value);
      case PERCENTILE -> -Math.log10(1 - value / HUNDRED);
      case LINEAR, CATEGORY -> value;
    };
  }

  private double share(double value) {
    return (at(axis.scale(), value) - lowest) / (highest - lowest);
  }

  /** Within the axis. */
  double place(double value) {
    double share = axis.isLogarithmic() && value <= 0 ? 0 : share(value);
    return from + Math.max(0, Math.min(1, share)) * (to - from);
  }

  /** Whether a value has a place; else an end of the axis stands for it. */
  boolean contains(double value) {
    return Double.isFinite(value)
        && (value > 0 || !axis.isLogarithmic())
        && share(value) >= -LEAST
        && share(value) <= 1 + LEAST;
  }

  /** Values with their texts, not closer than texts have room. */
  List<Tick> ticks() {
    if (!axis.ticks().isEmpty()) {
      return chosen();
    }
    List<Tick> ticks =
        switch (axis.scale()) {
          case PERCENTILE -> percentiles();
          case LOGARITHMIC -> texts(decades(), Double.NaN);
          default -> linear(1);
        };
    return ticks.size() < FEWEST ? linear(FEWEST) : ticks;
  }

  /** Returns as many ticks of the axis as have room. */
  private List<Tick> chosen() {
    List<Tick> ticks = new ArrayList<>();
    double taken = Double.NEGATIVE_INFINITY;
    // A study may have its values in any order.
    for (Tick tick : axis.ticks().stream().sorted(comparingDouble(Tick::value)).toList()) {
      double half = tick.text().length() * SvgChart.LETTER / 2;
      if (contains(tick.value()) && place(tick.value()) - half >= taken) {
        ticks.add(tick);
        taken = place(tick.value()) + half + 8;
      }
    }
    return ticks;
  }

  private List<Tick> percentiles() {
    return IntStream.rangeClosed(0, (int) highest)
        .mapToObj(
            nines -> BigDecimal.valueOf(HUNDRED).subtract(BigDecimal.ONE.movePointLeft(nines - 2)))
        .map(value -> new Tick(value.doubleValue(), value.stripTrailingZeros().toPlainString()))
        .toList();
  }

  private List<Tick> texts(List<Double> values, double greatest) {
    return values.stream()
        .filter(this::contains)
        .filter(value -> axis.unit() != Unit.MESSAGES || value == Math.rint(value))
        .map(
            value ->
                new Tick(value, axis.unit().tick(value, Double.isNaN(greatest) ? value : greatest)))
        .toList();
  }

  private List<Tick> linear(double fewest) {
    double low = axis.isLogarithmic() ? Math.pow(10, lowest) : lowest;
    double high = axis.isLogarithmic() ? Math.pow(10, highest) : highest;
    double range = high - low;
    double most = Math.max(fewest, Math.min(TICKS, Math.abs(to - from) / gap()));
    double size = Math.pow(10, Math.floor(Math.log10(range / most)));
    DoubleStream steps =
        axis.unit() == Unit.SECONDS && range > TIMES[0] * most
            ? DoubleStream.of(TIMES)
            : DoubleStream.of(1, 2, 5, 10).map(each -> each * size);
    double step = steps.filter(each -> range / each <= most + 1).findFirst().orElse(10 * size);
    List<Double> ticks =
        Stream.iterate(Math.ceil(low / step - LEAST), at -> at * step <= high, at -> at + 1)
            .map(at -> at * step)
            .toList();
    return texts(ticks, Math.max(Math.abs(low), Math.abs(high)));
  }

  private double gap() {
    return from > to ? GAP_HEIGHT : GAP;
  }

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
        .allMatch(gap -> gap >= gap() * 0.7);
  }

  private List<Double> decades(double[] factors) {
    return IntStream.rangeClosed((int) Math.floor(lowest), (int) Math.ceil(highest))
        .boxed()
        .flatMap(power -> DoubleStream.of(factors).mapToObj(each -> each * Math.pow(10, power)))
        .toList();
  }
}
