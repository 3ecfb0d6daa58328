package io.tidemark.report.answer;

import static java.util.stream.Collectors.joining;

import io.tidemark.model.metric.MetricReference;
import io.tidemark.model.result.Text;
import io.tidemark.report.compare.Comparison;
import io.tidemark.report.compare.Comparison.Metric;
import io.tidemark.report.compare.Comparison.Outcome;
import io.tidemark.report.compare.Comparison.Side;
import io.tidemark.report.statistics.Share;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What several comparisons of one metric show, in one sentence. */
public final class ComparedSummary {
  /** More systems make the sentence too long. */
  static final int SYSTEMS = 4;

  private static final int SITUATIONS = 2;

  private final MetricReference metric;

  /** The changes by system. */
  private final Map<String, List<Metric>> changes = new LinkedHashMap<>();

  /** Where a change was measured. */
  private final Map<Metric, String> situations = new IdentityHashMap<>();

  private double equalWithin;

  private ComparedSummary(MetricReference metric) {
    this.metric = metric;
  }

  /** Empty if the metric was not compared. */
  public static Optional<String> of(MetricReference metric, List<Comparison> comparisons) {
    ComparedSummary summary = new ComparedSummary(metric);
    for (Comparison comparison : comparisons) {
      comparison.others().forEach(side -> summary.add(comparison, side));
    }
    return summary.changes.isEmpty()
        ? Optional.empty()
        : Optional.of(summary.sentence(comparisons.get(0).baseline()));
  }

  /** Whether a difference is shown in the metric. */
  static boolean isShown(MetricReference metric, List<Comparison> comparisons) {
    return outcomes(metric, comparisons)
        .anyMatch(outcome -> outcome == Outcome.HIGHER || outcome == Outcome.LOWER);
  }

  /** Whether it is compared, and no difference is shown. */
  static boolean isOpen(MetricReference metric, List<Comparison> comparisons) {
    return outcomes(metric, comparisons).distinct().toList().equals(List.of(Outcome.NOT_SHOWN));
  }

  private static Stream<Outcome> outcomes(MetricReference metric, List<Comparison> comparisons) {
    return comparisons.stream()
        .flatMap(comparison -> comparison.others().stream())
        .flatMap(side -> side.metrics().stream())
        .filter(each -> each.metric().equals(metric))
        .map(Metric::outcome);
  }

  private void add(Comparison comparison, Side side) {
    equalWithin = comparison.equalWithin();
    side.metrics().stream()
        .filter(each -> each.metric().equals(metric) && each.outcome() != Outcome.EXPLORATORY)
        .forEach(
            each -> {
              changes.computeIfAbsent(side.label(), any -> new ArrayList<>()).add(each);
              situations.put(each, comparison.situation());
            });
  }

  private String sentence(String baseline) {
    ChangeWords words =
        new ChangeWords(
            ChangeWords.isFactor(
                changes.values().stream()
                    .flatMap(List::stream)
                    .filter(each -> !isWithoutDifference(each.outcome()))
                    .mapToDouble(Metric::change)),
            equalWithin);
    boolean single =
        changes.values().stream()
            .flatMap(List::stream)
            .allMatch(each -> each.outcome() == Outcome.SINGLE_RUN);
    String runs =
        ChangeWords.runs(
            changes.values().stream()
                .flatMap(List::stream)
                .flatMapToInt(each -> IntStream.of(each.runs(), each.baselineRuns())));
    return "%s compared with %s: %s%s."
        .formatted(
            metric.title(),
            baseline,
            Text.listed(
                changes.entrySet().stream()
                    .map(each -> each.getKey() + " " + text(each.getValue(), words))
                    .toList(),
                SYSTEMS),
            single ? " (single runs, without statistics)" : ", " + runs);
  }

  private static boolean isWithoutDifference(Outcome outcome) {
    return outcome == Outcome.EQUAL || outcome == Outcome.NOT_SHOWN;
  }

  private String text(List<Metric> all, ChangeWords words) {
    Map<Outcome, List<Metric>> outcomes = new EnumMap<>(Outcome.class);
    all.forEach(
        each -> outcomes.computeIfAbsent(direction(each), any -> new ArrayList<>()).add(each));
    return outcomes.entrySet().stream()
        .map(
            each ->
                text(each.getKey(), each.getValue(), words)
                    + (each.getValue().size() == all.size() ? "" : where(each.getValue(), all)))
        .collect(joining(", "));
  }

  /** {@code with producersPerTopic 4}, or {@code in 3 of 8} workloads. */
  private String where(List<Metric> some, List<Metric> all) {
    if (some.size() > SITUATIONS) {
      return " in " + some.size() + " of " + all.size();
    }
    return some.stream()
        .map(each -> situations.getOrDefault(each, ""))
        .collect(joining(" and ", " with ", ""));
  }

  private static Outcome direction(Metric metric) {
    return metric.outcome() == Outcome.SINGLE_RUN
        ? metric.change() > 0 ? Outcome.HIGHER : Outcome.LOWER
        : metric.outcome();
  }

  private String text(Outcome outcome, List<Metric> all, ChangeWords words) {
    return switch (outcome) {
      case EQUAL -> "equal within " + Share.percent(equalWithin);
      case NOT_SHOWN -> "no difference shown";
      case HIGHER, LOWER, EXPLORATORY, SINGLE_RUN -> {
        double[] shares = all.stream().mapToDouble(Metric::change).sorted().toArray();
        double least = shares[0];
        double most = shares[shares.length - 1];
        yield words.change(
            metric,
            outcome == Outcome.LOWER ? most : least,
            outcome == Outcome.LOWER ? least : most);
      }
    };
  }
}
