package io.tidemark.report.study;

import io.tidemark.model.metric.MetricReference;
import io.tidemark.model.question.Question;
import io.tidemark.report.runs.ReportedRun;
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
 * @param rate the metric of the rate within the objectives, if it is one of the question
 * @param figures in the order of the question: the geometric mean of the runs, of counts the mean;
 *     without those that no run has
 */
public record Asked(
    Question question, Optional<MetricReference> rate, Map<MetricReference, Double> figures) {
  static Asked of(Question question, Optional<MetricReference> rate, List<ReportedRun> runs) {
    Map<MetricReference, Double> figures = new LinkedHashMap<>();
    for (MetricReference metric : MetricReference.asked(question)) {
      (metric.isCompared() ? geometricMean(metric, runs) : mean(metric, runs))
          .ifPresent(value -> figures.put(metric, value));
    }
    return new Asked(question, rate, figures);
  }

  private static OptionalDouble geometricMean(MetricReference metric, List<ReportedRun> runs) {
    double[] values = runs.stream().flatMapToDouble(run -> run.value(metric).stream()).toArray();
    return values.length == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(MetricReference.mean(values));
  }

  private static OptionalDouble mean(MetricReference count, List<ReportedRun> runs) {
    return runs.stream()
        .filter(run -> run.unusable().isEmpty())
        .flatMap(run -> run.stored().stream())
        .flatMapToDouble(run -> count.value(run).stream())
        .average();
  }

  public Asked {
    figures = Collections.unmodifiableMap(new LinkedHashMap<>(figures));
  }

  /** Whether a price for a rate is what the question is about. */
  boolean isRate() {
    List<MetricReference> metrics = MetricReference.asked(question);
    return metrics.size() == question.metrics().size()
        && metrics.stream().allMatch(MetricReference::isRate);
  }

  /**
   * Lower is better: the product of all figures, those of which more is better as their inverse.
   */
  double rank() {
    return figures.size() < question.metrics().size()
        ? Double.MAX_VALUE
        : figures.entrySet().stream()
            .flatMapToDouble(each -> DoubleStream.of(rank(each.getKey(), each.getValue())))
            .sum();
  }

  private static double rank(MetricReference metric, double value) {
    double logarithm = metric.isCompared() ? Math.log(value) : Math.log1p(value);
    return metric.higherIsBetter() ? -logarithm : logarithm;
  }

  /** {@code consumeRate 58,800/s, endToEnd.p50 1.6 ms}, without the rate of the row. */
  public String beside(TerminalStyle style) {
    return figures.entrySet().stream()
        .filter(each -> !rate.equals(Optional.of(each.getKey())))
        .map(each -> each.getKey() + " " + style.figure(each.getKey(), each.getValue()))
        .collect(Collectors.joining(", "));
  }
}
