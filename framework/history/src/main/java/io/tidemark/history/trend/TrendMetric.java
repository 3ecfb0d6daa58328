package io.tidemark.history.trend;

import io.tidemark.history.FigureName;
import io.tidemark.model.cost.CostFigure;
import io.tidemark.model.metric.MetricReference;
import io.tidemark.model.metric.Metrics;
import io.tidemark.model.result.Text;
import io.tidemark.report.text.TerminalStyle;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What is known about the metric of a trend by its key. */
public final class TrendMetric {
  /** Shown unless others are asked for. */
  public static final List<String> USUAL =
      List.of(
          "publishRate",
          "roundTripRate",
          "publishLatency.p99",
          "endToEnd.p99",
          "roundTrip.p99",
          Metrics.SEARCHED_RATE.id(),
          Metrics.RECOVERY_TIME.id(),
          Metrics.FAILOVER_LAST.id());

  private TrendMetric() {}

  /** Whether a text is the name of a metric of runs, or of another figure. */
  public static boolean isOne(String key) {
    return MetricReference.parse(key).isPresent() || FigureName.parse(key).isPresent();
  }

  /** Whether it is shown unless others are asked for. */
  public static boolean isUsual(String key) {
    return USUAL.contains(key) || FigureName.parse(key).isPresent();
  }

  /** What it is: of runs a rate, or a time. */
  public static FigureName.Kind kind(String key) {
    return FigureName.parse(key)
        .filter(name -> MetricReference.compared(key).isEmpty())
        .map(FigureName::kind)
        .orElse(
            MetricReference.compared(key).map(MetricReference::isRate).orElse(false)
                ? FigureName.Kind.RATE
                : FigureName.Kind.MICROS);
  }

  /** Whether it is a rate or a ratio: higher values are better. */
  public static boolean isRate(String key) {
    return cost(key).isEmpty() && kind(key) != FigureName.Kind.MICROS;
  }

  /** What messages cost; empty for another metric. */
  public static Optional<CostFigure> cost(String key) {
    return CostFigure.of(key);
  }

  /** Whether a change, as a share, is one to the worse. */
  public static boolean isWorse(String key, double change) {
    return isRate(key) ? change < 0 : change > 0;
  }

  /** {@code 8.1 % worse}. */
  public static String change(String key, double change) {
    return String.format(
        Locale.ROOT,
        "%.1f %% %s",
        Math.abs(100 * change),
        isWorse(key, change) ? "worse" : "better");
  }

  /** With its unit. */
  public static String text(String key, double value, TerminalStyle style) {
    if (cost(key).isPresent()) {
      return Text.cost(cost(key).get(), value);
    }
    return switch (kind(key)) {
      case RATE -> Text.perSecond(value) + "/s";
      case RATIO -> String.format(Locale.ROOT, "%.3f", value);
      case MICROS -> style.latency(value);
    };
  }
}
