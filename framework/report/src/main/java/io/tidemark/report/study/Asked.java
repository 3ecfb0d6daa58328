package io.tidemark.report.study;

import io.tidemark.model.question.Question;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Text;
import io.tidemark.report.runs.ComparedMetric;
import io.tidemark.report.runs.ReportedRun;
import io.tidemark.report.statistics.Mean;
import io.tidemark.report.text.TerminalStyle;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/**
 * The figures of a system that the question of its study is about.
 *
 * @param figures by the metrics, in the order of the question: the geometric mean of the runs, of
 *     missing messages the mean; without those that no run has
 */
public record Asked(Question question, Map<String, Double> figures) {
  static Asked of(Question question, List<ReportedRun> runs) {
    Map<String, Double> figures = new LinkedHashMap<>();
    for (String key : question.metrics()) {
      OptionalDouble figure =
          ComparedMetric.of(key)
              .map(metric -> geometricMean(metric, runs))
              .orElseGet(() -> missing(runs));
      figure.ifPresent(value -> figures.put(key, value));
    }
    return new Asked(question, figures);
  }

  private static OptionalDouble geometricMean(ComparedMetric metric, List<ReportedRun> runs) {
    double[] values =
        runs.stream().flatMapToDouble(run -> run.compared().value(metric).stream()).toArray();
    return values.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(Mean.geometric(values));
  }

  private static OptionalDouble missing(List<ReportedRun> runs) {
    return runs.stream()
        .filter(run -> run.unusable().isEmpty())
        .flatMap(run -> run.stored().stream())
        .map(RunResult::failover)
        .flatMap(Optional::stream)
        .flatMap(failover -> failover.missing().stream())
        .mapToLong(Long::longValue)
        .average();
  }

  public Asked {
    figures = Collections.unmodifiableMap(new LinkedHashMap<>(figures));
  }

  /** Whether a price for a rate is what the question is about. */
  boolean isRate() {
    List<ComparedMetric> metrics = ComparedMetric.decisive(question);
    return metrics.size() == question.metrics().size()
        && metrics.stream().allMatch(ComparedMetric::isRate);
  }

  /** Lower is better: the product of all figures, rates as their inverse. */
  double rank() {
    return figures.size() < question.metrics().size()
        ? Double.MAX_VALUE
        : figures.entrySet().stream()
            .flatMapToDouble(each -> DoubleStream.of(rank(each.getKey(), each.getValue())))
            .sum();
  }

  private static double rank(String key, double value) {
    boolean higherIsBetter = ComparedMetric.of(key).filter(ComparedMetric::isRate).isPresent();
    return ComparedMetric.of(key).isEmpty()
        ? Math.log1p(value)
        : higherIsBetter ? -Math.log(value) : Math.log(value);
  }

  /** {@code consumeRate 58,800/s, endToEnd.p50 1.6 ms}. */
  String text(TerminalStyle style) {
    return figures.entrySet().stream()
        .map(
            each ->
                each.getKey()
                    + " "
                    + ComparedMetric.of(each.getKey())
                        .map(metric -> metric.text(each.getValue(), style))
                        .orElseGet(() -> Text.count(Math.round(each.getValue()))))
        .collect(Collectors.joining(", "));
  }
}
