package io.tidemark.report.study;

import static java.util.stream.Collectors.joining;

import io.tidemark.report.compare.Comparison;
import io.tidemark.report.compare.Comparison.Evidence;
import io.tidemark.report.compare.Comparison.Metric;
import io.tidemark.report.compare.Comparison.Outcome;
import io.tidemark.report.compare.Comparison.Side;
import io.tidemark.report.compare.ComparisonText;
import io.tidemark.report.runs.ComparedMetric;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.text.TerminalStyle;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** What comparisons have shown, in one sentence for each system. */
public final class StudyAnswer {
  private StudyAnswer() {}

  /**
   * The sentences for all runs of a study; figures of failovers and faults are not compared by
   * statistics.
   */
  public static List<String> of(ReportedRuns runs, List<Comparison> comparisons) {
    List<String> shown =
        Stream.of(
                FailoverAnswer.sentences(runs.runs()),
                FaultAnswer.sentences(runs.runs()),
                SweepAnswer.sentences(runs),
                sentences(comparisons),
                unanswered(runs, comparisons))
            .flatMap(List::stream)
            .toList();
    return shown.isEmpty()
        ? shown
        : Stream.concat(shown.stream(), DisturbedRuns.sentences(runs.runs()).stream()).toList();
  }

  /** One sentence for each system that is compared with a baseline, for each workload. */
  static List<String> sentences(List<Comparison> comparisons) {
    boolean named = comparisons.size() > 1;
    return comparisons.stream()
        .flatMap(
            comparison ->
                comparison.others().stream()
                    .filter(side -> !isExploratory(side))
                    .map(
                        side ->
                            (named ? comparison.workload() + ": " : "")
                                + sentence(comparison, side)))
        .toList();
  }

  /** Systems without a usable figure that the question of the study is about. */
  private static List<String> unanswered(ReportedRuns runs, List<Comparison> comparisons) {
    if (runs.study()
        .filter(study -> ComparedMetric.decisive(study.questionOf(runs.runs())).isEmpty())
        .isPresent()) {
      return List.of(); // Messages are counted, not compared.
    }
    return comparisons.stream()
        .flatMap(
            comparison ->
                comparison.others().stream()
                    .filter(side -> !side.metrics().isEmpty() && isExploratory(side))
                    .map(
                        side ->
                            String.format(
                                Locale.ROOT,
                                "%s: %s against %s: no run has a usable figure that decides.",
                                comparison.workload(),
                                side.label(),
                                comparison.baseline())))
        .toList();
  }

  private static String sentence(Comparison comparison, Side side) {
    List<String> parts = new ArrayList<>();
    with(side, Outcome.HIGHER, Outcome.LOWER).stream().map(StudyAnswer::shown).forEach(parts::add);
    keys(side, Outcome.EQUAL)
        .map(keys -> keys + " " + ComparisonText.equal(comparison))
        .ifPresent(parts::add);
    notShown(side).ifPresent(parts::add);
    single(side).ifPresent(parts::add);
    Metric first = decisive(side);
    return String.format(
        Locale.ROOT,
        "%s (n = %d) against %s (n = %d): %s.",
        side.label(),
        first.runs(),
        comparison.baseline(),
        first.baselineRuns(),
        String.join("; ", parts));
  }

  /** Whether it has no metric that the question of its study is about. */
  private static boolean isExploratory(Side side) {
    return with(side, Outcome.EXPLORATORY).size() == side.metrics().size();
  }

  private static Metric decisive(Side side) {
    return side.metrics().stream()
        .filter(metric -> metric.outcome() != Outcome.EXPLORATORY)
        .findFirst()
        .orElseThrow(); // Sides without one have no sentence.
  }

  private static List<Metric> with(Side side, Outcome... outcomes) {
    return side.metrics().stream()
        .filter(metric -> List.of(outcomes).contains(metric.outcome()))
        .toList();
  }

  private static Optional<String> keys(Side side, Outcome outcome) {
    String keys =
        with(side, outcome).stream().map(metric -> metric.metric().key()).collect(joining(", "));
    return keys.isEmpty() ? Optional.empty() : Optional.of(keys);
  }

  /** {@code publishRate is better: 104/s instead of 100/s, +4.1 % (95 %: +1.2 to +7.0 %)}. */
  private static String shown(Metric metric) {
    boolean better = metric.metric().isRate() == (metric.outcome() == Outcome.HIGHER);
    return "%s is %s: %s instead of %s, %s (95 %%: %s)"
        .formatted(
            metric.metric().key(),
            better ? "better" : "worse",
            metric.metric().text(metric.value(), TerminalStyle.UNICODE),
            metric.metric().text(metric.baseline(), TerminalStyle.UNICODE),
            ComparisonText.change(metric.change()),
            ComparisonText.range(evidence(metric)));
  }

  /** With the metric that was measured worst. */
  private static Optional<String> notShown(Side side) {
    Optional<Metric> least =
        with(side, Outcome.NOT_SHOWN).stream()
            .max(Comparator.comparingDouble(metric -> evidence(metric).detectable()));
    return least.map(
        metric ->
            "no difference shown in %s: so few runs, or runs that vary so much, show only %s"
                .formatted(
                    keys(side, Outcome.NOT_SHOWN).orElse(""),
                    ComparisonText.least(evidence(metric))));
  }

  private static Optional<String> single(Side side) {
    String changes =
        with(side, Outcome.SINGLE_RUN).stream()
            .map(metric -> metric.metric().key() + " " + ComparisonText.change(metric.change()))
            .collect(joining(", "));
    return changes.isEmpty()
        ? Optional.empty()
        : Optional.of(changes + ", without statistics because one side has a single run");
  }

  private static Evidence evidence(Metric metric) {
    return Objects.requireNonNull(metric.evidence()); // Only a single run has none.
  }
}
