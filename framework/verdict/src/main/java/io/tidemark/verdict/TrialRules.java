package io.tidemark.verdict;

import io.tidemark.model.metric.MetricNames;
import io.tidemark.model.result.JudgedRun;
import io.tidemark.model.result.Verdict;
import io.tidemark.model.result.Verdict.Finding;
import io.tidemark.model.result.Verdict.ObjectiveResult;
import io.tidemark.model.result.Verdict.Severity;
import io.tidemark.model.workload.Workload;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
  private static final Set<String> OF_GENERATOR =
      Stream.of(
              ScheduleRule.ScheduleMissed.class,
              HostRule.GeneratorLate.class,
              HostRule.CpuStarved.class,
              HostRule.GcPause.class,
              HostRule.CpuSteal.class,
              HostRule.Throttled.class,
              RecordRule.EngineError.class)
          .map(Found::code)
          .collect(Collectors.toSet());

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
                .filter(objective -> !ofRate || MetricNames.of(objective).counter().isEmpty())
                .toList(),
            Map.of(),
            Optional.empty());
    Verdict verdict = VerdictRules.judgeAll(trial, workload, criteria);
    return new TrialRules(
        first(
            verdict,
            finding ->
                finding.severity() == Severity.INVALIDATES
                    && OF_GENERATOR.contains(finding.code())),
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
