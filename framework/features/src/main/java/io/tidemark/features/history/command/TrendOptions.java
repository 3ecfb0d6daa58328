package io.tidemark.features.history.command;

import io.tidemark.base.UsageException;
import io.tidemark.features.history.FiguresFile.FigureName;
import io.tidemark.features.history.HistorySeries;
import io.tidemark.features.history.HistoryStore.HistorySelection;
import io.tidemark.features.history.SeriesKey;
import io.tidemark.features.history.change.Levels.ChangeRule;
import io.tidemark.features.history.trend.Trend;
import io.tidemark.features.history.trend.TrendMetric;
import io.tidemark.features.history.trend.VersionTrend;
import io.tidemark.model.metric.MetricNames;
import io.tidemark.model.metric.Metrics;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
    Set<String> today = Set.copyOf(today(metrics)); // Asked for each value of each run.
    return new HistorySelection(
        this::isWanted,
        metric -> today.isEmpty() ? TrendMetric.isUsual(metric) : today.contains(metric),
        since.map(TrendOptions::instant).orElse(Instant.MIN));
  }

  /** Whether all metrics exist, of the option {@code --metric}. */
  static void requireMetrics(List<String> metrics) {
    for (String metric : metrics) {
      if (TrendMetric.of(metric).isEmpty()) {
        throw new UsageException(
            "--metric: no metric '%s'%s; of files of other figures %s"
                .formatted(metric, MetricNames.suggestion(metric), FigureName.FORM));
      }
    }
  }

  /** The names of today for older ones. */
  static List<String> today(List<String> metrics) {
    return metrics.stream().map(Metrics::today).distinct().toList();
  }

  /** In the order of the option, or of what is usual; other figures by their names. */
  private List<String> wanted(Set<String> measured) {
    List<String> order = metrics.isEmpty() ? TrendMetric.usual() : today(metrics);
    Stream<String> others =
        measured.stream().filter(metric -> metrics.isEmpty() && TrendMetric.isUsual(metric));
    return Stream.concat(order.stream(), others).filter(measured::contains).distinct().toList();
  }

  private boolean isWanted(SeriesKey key) {
    return workload.map(key.workload()::equals).orElse(true)
        && driver.map(key.driver()::equals).orElse(true);
  }

  /** The trends of series, in their order; metrics that a series does not have are left out. */
  List<Trend> trends(List<HistorySeries> series) {
    return each(series, (key, metric, column) -> Trend.of(key, metric, column, ChangeRule.USUAL));
  }

  /** The same over an attribute; series of which no run has it are left out. */
  List<VersionTrend> over(String attribute, List<HistorySeries> series) {
    List<VersionTrend> trends =
        each(series, (key, metric, column) -> VersionTrend.of(key, metric, column, attribute))
            .stream()
            .filter(trend -> !trend.versions().isEmpty())
            .toList();
    if (trends.isEmpty()) {
      throw new UsageException(
          "--over: no run has the attribute '%s'; allowed %s"
              .formatted(
                  attribute,
                  series.stream()
                      .flatMap(one -> one.runs().stream())
                      .flatMap(run -> run.attributes().keySet().stream())
                      .distinct()
                      .sorted()
                      .collect(Collectors.joining(", "))));
    }
    return trends;
  }

  /** Makes one of a metric. */
  private interface Make<T> {
    T of(SeriesKey key, String metric, HistorySeries.Column column);
  }

  private <T> List<T> each(List<HistorySeries> series, Make<T> make) {
    // The search for changes takes longer than reading.
    List<T> trends = series.parallelStream().flatMap(one -> each(one, make)).toList();
    if (trends.isEmpty()) {
      throw new UsageException(
          "no usable figure of these metrics, series and days is in the store");
    }
    return trends;
  }

  private <T> Stream<T> each(HistorySeries one, Make<T> make) {
    Map<String, HistorySeries.Column> columns = one.columns();
    return wanted(columns.keySet()).stream()
        .map(metric -> make.of(one.key(), metric, Objects.requireNonNull(columns.get(metric))));
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
