package io.tidemark.report.runs;

import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Verdict.Finding;
import io.tidemark.verdict.ConditionRule.OtherProcesses;
import io.tidemark.verdict.Found;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Runs beside which other processes used the machine, also where limits were kept. Few of them
 * among many quiet runs of a study are not used, by this rule alone and never by their figures;
 * docs/concepts/studies.md states it.
 */
public final class DisturbedRuns {
  /** One in this number of runs may be an exception; on a busy machine all runs are used. */
  private static final int ONE_IN = 4;

  /** Runs of a combination that must remain: statistics need two. */
  private static final int LEAST_LEFT = 2;

  private DisturbedRuns() {}

  /** What other processes did during a run; empty if they did little. */
  public static Stream<Finding> of(ReportedRun run) {
    return run.stored().stream().flatMap(DisturbedRuns::of);
  }

  /** What other processes did during a run; empty if they did little. */
  public static Stream<Finding> of(RunResult run) {
    return Found.in(run.verdict(), OtherProcesses.class);
  }

  /** Whether the disturbed ones of some runs are so few that they are exceptions. */
  public static boolean areExceptions(List<ReportedRun> runs) {
    return runs.stream().filter(DisturbedRuns::isDisturbed).count() * ONE_IN <= runs.size();
  }

  /** The runs of a study, of which disturbed ones are marked as unusable if they are exceptions. */
  static List<ReportedRun> leftOut(List<ReportedRun> runs) {
    if (!areExceptions(runs)) {
      return runs;
    }
    Map<List<String>, Long> quiet =
        runs.stream()
            .filter(run -> !isDisturbed(run) && run.unusable().isEmpty())
            .collect(Collectors.groupingBy(DisturbedRuns::combination, Collectors.counting()));
    List<ReportedRun> all = new ArrayList<>();
    for (ReportedRun run : runs) {
      boolean enough = quiet.getOrDefault(combination(run), 0L) >= LEAST_LEFT;
      all.add(isDisturbed(run) && run.unusable().isEmpty() && enough ? run.without(why(run)) : run);
    }
    return all;
  }

  public static boolean isDisturbed(ReportedRun run) {
    return of(run).findAny().isPresent();
  }

  private static List<String> combination(ReportedRun run) {
    return List.of(run.workload(), run.environment());
  }

  private static String why(ReportedRun run) {
    return "disturbed, while most runs were not: " + of(run).findFirst().orElseThrow().message();
  }
}
