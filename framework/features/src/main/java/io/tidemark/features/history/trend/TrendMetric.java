package io.tidemark.features.history.trend;

import io.tidemark.features.history.FiguresFile.FigureName;
import io.tidemark.model.metric.Metric;
import io.tidemark.model.metric.MetricReference;
import io.tidemark.model.metric.Metrics;
import io.tidemark.model.result.Text;
import io.tidemark.report.document.Cell;
import io.tidemark.report.text.TerminalStyle;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The metric of a trend by its key: one of runs, or another figure. */
public final class TrendMetric {
  private TrendMetric() {}

  /** Empty for a text that is none. */
  public static Optional<MetricReference> of(String key) {
    return MetricReference.compared(key).or(() -> FigureName.parse(key));
  }

  /** Returns the metrics of runs that are shown unless others are asked for. */
  public static List<String> usual() {
    return Metrics.all().stream().filter(Metric::isFollowed).map(Metric::id).toList();
  }

  /** Whether it is shown unless others are asked for. */
  public static boolean isUsual(String key) {
    return Metrics.of(key).filter(Metric::isFollowed).isPresent()
        || FigureName.parse(key).isPresent();
  }

  public static boolean higherIsBetter(String key) {
    return of(key).filter(MetricReference::higherIsBetter).isPresent();
  }

  /** Whether a change, as a share, is one to the worse. */
  public static boolean isWorse(String key, double change) {
    return higherIsBetter(key) ? change < 0 : change > 0;
  }

  /** {@code 8.1 % worse}. */
  public static String change(String key, double change) {
    return String.format(
        Locale.ROOT,
        "%.1f %% %s",
        Math.abs(100 * change),
        isWorse(key, change) ? "worse" : "better");
  }

  /** Formats the value with its unit; that of a metric of a later version as a number alone. */
  public static String text(String key, double value) {
    return of(key)
        .map(metric -> TerminalStyle.UNICODE.figure(metric, value))
        .orElseGet(() -> Text.figure(value));
  }

  public static Cell cell(String key, double value) {
    return Cell.of(text(key, value), value);
  }
}
