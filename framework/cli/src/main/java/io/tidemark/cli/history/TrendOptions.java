package io.tidemark.cli.history;

import io.tidemark.base.UsageException;
import io.tidemark.history.HistorySelection;
import io.tidemark.history.HistorySeries;
import io.tidemark.history.SeriesKey;
import io.tidemark.history.change.ChangeRule;
import io.tidemark.history.trend.Trend;
import io.tidemark.history.trend.TrendMetric;
import io.tidemark.model.question.MetricName;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Option;

/** Which trends of a store are wanted. */
final class TrendOptions {
  @Option(
      names = "--metric",
      paramLabel = "METRIC",
      split = ",",
      description =
          "Metrics such as endToEnd.p99, separated by commas. Default: rates, p99 of latencies, and"
              + " times of recovery, as far as they are measured.")
  private List<String> metrics = List.of();

  @Option(
      names = "--since",
      paramLabel = "DATE",
      description = "Only runs from this day on (UTC), such as 2026-09-01.")
  private Optional<String> since = Optional.empty();

  @Option(names = "--workload", paramLabel = "NAME", description = "Only series of this workload.")
  private Optional<String> workload = Optional.empty();

  @Option(names = "--driver", paramLabel = "NAME", description = "Only series of this driver.")
  private Optional<String> driver = Optional.empty();

  /** What is read for these trends. */
  HistorySelection selection() {
    requireMetrics(metrics);
    return new HistorySelection(
        this::isWanted,
        Set.copyOf(wanted())::contains,
        since.map(TrendOptions::instant).orElse(Instant.MIN));
  }

  /** Whether all metrics exist, of the option {@code --metric}. */
  static void requireMetrics(List<String> metrics) {
    for (String metric : metrics) {
      if (MetricName.parse(metric).isEmpty()) {
        throw new UsageException(
            "--metric: no metric '%s'; allowed %s"
                .formatted(metric, String.join(", ", MetricName.names())));
      }
    }
  }

  private List<String> wanted() {
    return metrics.isEmpty() ? TrendMetric.USUAL : metrics;
  }

  private boolean isWanted(SeriesKey key) {
    return workload.map(key.workload()::equals).orElse(true)
        && driver.map(key.driver()::equals).orElse(true);
  }

  /** The trends of series, in their order; metrics that a series does not have are left out. */
  List<Trend> trends(List<HistorySeries> series) {
    List<Trend> trends = new ArrayList<>();
    for (HistorySeries each : series) {
      List<String> measured = each.metrics();
      wanted().stream()
          .filter(measured::contains)
          .map(metric -> Trend.of(each, metric, ChangeRule.USUAL))
          .forEach(trends::add);
    }
    if (trends.isEmpty()) {
      throw new UsageException(
          "no usable figure of these metrics, series and days is in the store");
    }
    return trends;
  }

  private static Instant instant(String text) {
    try {
      return text.length() > "yyyy-MM-dd".length()
          ? Instant.parse(text)
          : LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant();
    } catch (DateTimeException e) {
      throw new UsageException("--since: got '" + text + "'; allowed a day such as 2026-09-01");
    }
  }
}
