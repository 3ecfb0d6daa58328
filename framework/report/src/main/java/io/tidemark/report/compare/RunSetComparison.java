package io.tidemark.report.compare;

import io.tidemark.model.metric.Metric.Within;
import io.tidemark.model.metric.MetricReference;
import io.tidemark.model.question.Question;
import io.tidemark.report.compare.Comparison.Basis;
import io.tidemark.report.compare.Comparison.Evidence;
import io.tidemark.report.compare.Comparison.Method;
import io.tidemark.report.compare.Comparison.Metric;
import io.tidemark.report.compare.Comparison.Outcome;
import io.tidemark.report.compare.Comparison.Pair;
import io.tidemark.report.compare.Comparison.Side;
import io.tidemark.report.runs.ReportedRun;
import io.tidemark.report.runs.RunSet;
import io.tidemark.report.statistics.Change;
import io.tidemark.report.statistics.Holm;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Systems outside a study, with one workload. If the workload has a question, only its metrics are
 * tested; otherwise all are.
 */
public final class RunSetComparison {
  private final RunSet baseline;
  private final List<RunSet> others;
  private final String workload;
  private final Optional<Question> question;
  private final Set<MetricReference> limited;
  private final double effect;
  private final double equalWithin;

  private RunSetComparison(
      String workload,
      RunSet baseline,
      List<RunSet> others,
      Optional<Double> effect,
      Set<MetricReference> limited) {
    this.workload = workload;
    this.baseline = baseline;
    this.others = others.stream().filter(set -> !set.of(workload).isEmpty()).toList();
    this.question =
        Stream.concat(Stream.of(baseline), this.others.stream())
            .flatMap(set -> set.of(workload).stream())
            .flatMap(run -> run.question().stream())
            .findFirst();
    this.limited = Set.copyOf(limited);
    this.effect = effect.or(() -> question.map(Question::atLeast)).orElse(Comparison.USUAL_EFFECT);
    this.equalWithin = question.map(Question::atLeast).orElse(Comparison.NEGLIGIBLE);
  }

  /** Compares all workloads that the baseline and another side have. */
  public static List<Comparison> of(RunSet baseline, List<RunSet> others) {
    return of(baseline, others, Optional.empty(), Set.of());
  }

  /**
   * Compares all workloads that the baseline and another side have.
   *
   * @param effect the increase of interest, 0.05 for 5 %; empty for that of the question
   * @param limited metrics with a limit, which are tested like those of the question
   */
  public static List<Comparison> of(
      RunSet baseline, List<RunSet> others, Optional<Double> effect, Set<MetricReference> limited) {
    return baseline.workloads().stream()
        .map(workload -> new RunSetComparison(workload, baseline, others, effect, limited))
        .filter(each -> !each.others.isEmpty())
        .map(RunSetComparison::comparison)
        .toList();
  }

  private Comparison comparison() {
    List<ReportedRun> before = baseline.of(workload);
    return new Comparison(
        workload,
        workload,
        baseline.label(),
        others.stream().map(set -> side(set.label(), before, set.of(workload))).toList(),
        effect,
        equalWithin);
  }

  private Side side(String label, List<ReportedRun> before, List<ReportedRun> after) {
    List<Pair> pairs = pairs(before, after);
    List<String> obstacles = new ArrayList<>(Comparability.obstacles(before, after, List.of()));
    for (Within within : withins(pairs)) {
      Optional<String> unequal = Comparability.unequal(within, before, after);
      if (unequal.isPresent()) {
        pairs.removeIf(each -> isWithin(each, within));
        obstacles.add(unequal.get());
      }
    }
    return new Side(
        label, obstacles, List.of(), Comparability.differences(before, after), judged(pairs));
  }

  private static List<Within> withins(List<Pair> pairs) {
    return pairs.stream()
        .flatMap(each -> each.metric().metric().within().stream())
        .distinct()
        .toList();
  }

  private static boolean isWithin(Pair pair, Within within) {
    return pair.metric().metric().within().filter(within::equals).isPresent();
  }

  /** All metrics that both sides have, with those of limits. */
  private List<Pair> pairs(List<ReportedRun> before, List<ReportedRun> after) {
    return Stream.concat(
            question.map(MetricReference::usualAnd).orElseGet(MetricReference::usual).stream(),
            limited.stream().sorted())
        .distinct()
        .map(metric -> Pair.of(metric, before, after))
        .filter(Pair::isMeasured)
        .collect(Collectors.toCollection(ArrayList::new));
  }

  private boolean isAsked(Pair pair) {
    return question.map(asked -> pair.metric().decides(asked)).orElse(true)
        || limited.contains(pair.metric());
  }

  private List<Metric> judged(List<Pair> pairs) {
    List<Change> tested =
        pairs.stream()
            .filter(pair -> pair.isTested() && isAsked(pair))
            .map(pair -> Change.of(pair.before(), pair.after()))
            .toList();
    double[] adjusted = Holm.adjusted(tested.stream().mapToDouble(Change::probability).toArray());
    double level = Comparison.LEVEL / Math.max(1, adjusted.length);
    List<Metric> metrics = new ArrayList<>();
    int next = 0;
    for (Pair pair : pairs) {
      if (!isAsked(pair)) {
        metrics.add(exploratory(pair));
      } else if (pair.isTested()) {
        metrics.add(pair.changed(evidence(tested.get(next), adjusted[next], level), equalWithin));
        next++;
      } else {
        metrics.add(pair.changed(null, equalWithin));
      }
    }
    return metrics;
  }

  private Evidence evidence(Change change, double adjusted, double level) {
    Basis basis = Basis.of(Method.WELCH_HOLM, change, level, Comparison.LEVEL);
    return Evidence.of(change, adjusted, effect, basis);
  }

  private Metric exploratory(Pair pair) {
    Metric single = pair.changed(null, equalWithin);
    if (!pair.isTested()) {
      return pair.with(single.change(), Outcome.EXPLORATORY, null);
    }
    Change change = Change.of(pair.before(), pair.after());
    return pair.with(
        single.change(),
        Outcome.EXPLORATORY,
        evidence(change, change.probability(), Comparison.LEVEL));
  }
}
