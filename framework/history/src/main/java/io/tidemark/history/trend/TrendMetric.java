package io.tidemark.history.trend;

import io.tidemark.model.question.MetricName;
import io.tidemark.report.runs.ComparedMetric;
import io.tidemark.report.text.TerminalStyle;
import java.util.List;
import java.util.Locale;

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
          MetricName.SEARCHED_RATE,
          MetricName.RECOVERY_TIME,
          MetricName.FAILOVER_LAST);

  private TrendMetric() {}

  /** Whether higher values are better. */
  public static boolean isRate(String key) {
    return ComparedMetric.of(key).map(ComparedMetric::isRate).orElse(false);
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
    return ComparedMetric.of(key)
        .map(metric -> metric.text(value, style))
        .orElseGet(() -> String.format(Locale.ROOT, "%.4g", value));
  }
}
