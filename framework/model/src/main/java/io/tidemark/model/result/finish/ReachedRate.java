package io.tidemark.model.result.finish;

import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.SearchReport;
import io.tidemark.model.result.Verdict;
import io.tidemark.model.result.Verdict.ObjectiveResult;
import io.tidemark.model.result.Verdict.Severity;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.model.snapshot.Counter;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The highest rate of a run within its objectives.
 *
 * @param basis which figure of the run it is
 */
public record ReachedRate(double perSecond, String basis) {

  /** Empty if the run missed its objectives, or is not usable. */
  public static Optional<ReachedRate> of(RunResult run) {
    List<String> phases = phases(run);
    if (!phases.isEmpty()) {
      return phases.stream()
          .filter(phase -> met(run, phase))
          .map(phase -> new ReachedRate(rate(run, phase), "rate of phase " + phase))
          .filter(each -> each.perSecond > 0)
          .max(Comparator.comparingDouble(ReachedRate::perSecond));
    }
    if (!isValid(run)) {
      return Optional.empty();
    }
    double found = found(run);
    ReachedRate reached =
        found > 0
            ? new ReachedRate(found, "highest rate of the search")
            : new ReachedRate(rate(run.totals()), "rate of the run");
    return Optional.of(reached).filter(each -> each.perSecond > 0);
  }

  /** Returns the rate that a search for the highest rate found; 0 without one. */
  public static double found(RunResult run) {
    return run.search().flatMap(SearchReport::highestRatePerSecond).orElse(0.0);
  }

  /** Other figures than rates may be damaged where no objective needs them. */
  public static boolean isValid(RunResult run) {
    Verdict verdict = run.verdict();
    return verdict.status() == Status.VALID
        || (verdict.status() == Status.INVALID
            && verdict.objectives().isEmpty()
            && verdict.findings().stream().noneMatch(each -> each.severity() == Severity.FAILS));
  }

  /** Returns the phases that have objectives. */
  public static List<String> phases(RunResult run) {
    return objectives(run).flatMap(each -> Stream.ofNullable(each.phase())).distinct().toList();
  }

  private static Stream<ObjectiveResult> objectives(RunResult run) {
    return run.verdict().objectives().stream().filter(each -> each.phase() != null);
  }

  /** Whether a phase has met all of its objectives. */
  public static boolean met(RunResult run, String phase) {
    List<ObjectiveResult> own = objectives(run).filter(each -> phase.equals(each.phase())).toList();
    return !own.isEmpty() && own.stream().allMatch(ObjectiveResult::met);
  }

  public static double rate(RunResult run, String phase) {
    return run.phases().stream()
        .filter(each -> each.name().equals(phase))
        .mapToDouble(ReachedRate::rate)
        .findFirst()
        .orElse(0);
  }

  /**
   * The rate of round trips or published messages, or of consumed ones where nothing is published.
   */
  public static double rate(PhaseResult phase) {
    return Stream.of(Counter.ANSWERED, Counter.ACKNOWLEDGED, Counter.RECEIVED)
        .mapToDouble(phase::perSecond)
        .filter(rate -> rate > 0)
        .findFirst()
        .orElse(0);
  }
}
