package io.tidemark.verdict;

import io.tidemark.model.result.JudgedRun;
import io.tidemark.model.result.Verdict;
import io.tidemark.model.result.Verdict.Finding;
import io.tidemark.model.result.Verdict.ObjectiveResult;
import io.tidemark.model.result.Verdict.Severity;
import io.tidemark.model.workload.ObjectiveKeys;
import io.tidemark.model.workload.Workload;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The rules of a run applied to one trial of a search. Objectives of rates are left out in a search
 * for a rate: a low rate is no failure of the system.
 *
 * @param generator why the load generator was not good enough
 * @param objective which objective was missed
 * @param system why the system under test did not keep up
 */
public record TrialRules(
    Optional<String> generator, Optional<ObjectiveResult> objective, Optional<String> system) {
  private static final Set<FindingCode> OF_GENERATOR =
      Set.of(
          FindingCode.SCHEDULE_MISSED,
          FindingCode.GENERATOR_LATE,
          FindingCode.CPU_STARVED,
          FindingCode.GC_PAUSE,
          FindingCode.CPU_STEAL,
          FindingCode.THROTTLED,
          FindingCode.ENGINE_ERROR);

  /**
   * @param trial with the trial as its only measured phase
   * @param workload at the value of the trial
   * @param ofRate whether the search is for a rate
   */
  public static TrialRules forTrial(JudgedRun trial, Workload workload, boolean ofRate) {
    Criteria criteria =
        new Criteria(
            workload.thresholds(),
            workload.objectives().stream()
                .filter(objective -> !ofRate || ObjectiveKeys.rate(objective.key()).isEmpty())
                .toList(),
            Map.of(),
            Optional.empty());
    Verdict verdict = VerdictRules.judgeAll(trial, workload, criteria);
    return new TrialRules(
        first(
            verdict,
            finding ->
                finding.severity() == Severity.INVALIDATES
                    && OF_GENERATOR.stream().anyMatch(code -> code.key().equals(finding.code()))),
        verdict.objectives().stream().filter(objective -> !objective.met()).findFirst(),
        first(verdict, finding -> finding.severity() == Severity.FAILS));
  }

  /** {@code endToEnd.p99 <= 50ms: 51.2 ms}. */
  public static String text(ObjectiveResult missed) {
    return "%s %s: %s".formatted(missed.key(), missed.condition(), missed.actual());
  }

  private static Optional<String> first(Verdict verdict, Predicate<Finding> which) {
    return verdict.findings().stream().filter(which).map(Finding::message).findFirst();
  }
}
