package io.tidemark.charts;

import io.tidemark.charts.Axis.Scale;
import java.math.BigDecimal;
import java.util.DoubleSummaryStatistics;
import java.util.stream.DoubleStream;

/**
 * The part of an axis that a picture shows.
 *
 * @param from below {@code to}; above 0 on a logarithmic axis
 */
record Range(double from, double to, boolean isLogarithmic) {
  private static final double ALL = 100;
  private static final double ROUNDING = 1e-6;
  private static final double SPACE_ABOVE = 1.05;

  static Range x(Chart chart) {
    DoubleSummaryStatistics places =
        chart.lines().stream()
            .flatMapToDouble(line -> DoubleStream.of(places(chart.x(), line.x())))
            .summaryStatistics();
    return switch (chart.x().scale()) {
      case LINEAR ->
          linear(chart.group() == Chart.Group.TIMELINE ? 0 : places.getMin(), places.getMax());
      case LOGARITHMIC -> new Range(places.getMin(), decadesTo(places.getMax()), true);
      case PERCENTILE -> linear(0, Math.ceil(places.getMax() - ROUNDING));
      case CATEGORY -> linear(-1, chart.x().categories().size());
    };
  }

  /** From 0, or from the decade of the lowest value. */
  static Range y(Chart chart) {
    double[] values =
        DoubleStream.concat(
                chart.lines().stream().flatMapToDouble(line -> DoubleStream.of(line.y())),
                chart.references().stream().mapToDouble(Reference::y))
            .filter(Double::isFinite)
            .toArray();
    DoubleSummaryStatistics positive =
        DoubleStream.of(values).filter(value -> value > 0).summaryStatistics();
    if (chart.y().scale() == Scale.LOGARITHMIC && positive.getCount() > 0) {
      double decade = Math.pow(10, Math.floor(Math.log10(positive.getMin())));
      return new Range(decade, decadesTo(positive.getMax()), true);
    }
    DoubleSummaryStatistics all = DoubleStream.of(values).summaryStatistics();
    return linear(Math.min(0, all.getMin()), SPACE_ABOVE * all.getMax());
  }

  private static Range linear(double from, double to) {
    return new Range(from, to > from ? to : from + 1, false);
  }

  private static double decadesTo(double value) {
    return Math.pow(10, Math.floor(Math.log10(value)) + 1);
  }

  double within(double value) {
    return Math.max(from, Math.min(to, value));
  }

  /** Where values of an axis are drawn. */
  static double[] places(Axis axis, double[] values) {
    return axis.scale() == Scale.PERCENTILE
        ? DoubleStream.of(values).map(value -> -Math.log10(1 - value / ALL)).toArray()
        : values;
  }

  /** The text at a place, where it is no number; empty between two values. */
  static String text(Axis axis, double place) {
    if (place != Math.rint(place) || place < 0) {
      return "";
    }
    int index = (int) place;
    return switch (axis.scale()) {
      case PERCENTILE ->
          index == 0
              ? "0"
              : BigDecimal.TEN
                  .pow(2)
                  .subtract(BigDecimal.ONE.movePointLeft(index - 2))
                  .toPlainString();
      case CATEGORY -> index < axis.categories().size() ? axis.categories().get(index) : "";
      default -> throw new IllegalArgumentException("numbers: " + axis);
    };
  }
}
