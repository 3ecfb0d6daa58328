package io.tidemark.report.text;

import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Verdict;
import io.tidemark.model.result.Verdict.Finding;
import io.tidemark.model.result.Verdict.Severity;
import java.util.Optional;
import java.util.stream.Stream;

/** Words about verdicts that several tables share. */
public final class VerdictText {
  private VerdictText() {}

  /** The first finding that decides; of a failed run all of them and the objectives missed. */
  public static Optional<String> reason(RunResult run) {
    Verdict verdict = run.verdict();
    return switch (verdict.status()) {
      case VALID -> Optional.empty();
      case FAILED ->
          Stream.concat(of(verdict, Severity.FAILS), missedObjectives(verdict))
              .reduce((all, next) -> all + "; " + next);
      case INVALID, ABORTED -> decisive(verdict);
    };
  }

  /** Why the figures of a run may not be used; empty if they may. */
  public static Optional<String> unusable(RunResult run) {
    return run.usable()
        ? Optional.empty()
        : Optional.of(run.verdict().status() + reason(run).map(why -> ": " + why).orElse(""));
  }

  public static String coloured(Verdict.Status status, String text, TerminalStyle style) {
    return switch (status) {
      case VALID -> style.good(text);
      case FAILED -> style.warning(text);
      case INVALID, ABORTED -> style.bad(text);
    };
  }

  /** Warnings, which do not change the status. */
  static Stream<String> warnings(RunResult run) {
    return of(run.verdict(), Severity.WARNS);
  }

  private static Stream<String> missedObjectives(Verdict verdict) {
    return verdict.objectives().stream()
        .filter(objective -> !objective.met())
        .map(o -> o.key() + " " + o.condition() + " is " + o.actual());
  }

  private static Stream<String> of(Verdict verdict, Severity severity) {
    return verdict.findings().stream()
        .filter(finding -> finding.severity() == severity)
        .map(Finding::message);
  }

  private static Optional<String> decisive(Verdict verdict) {
    Severity severity =
        verdict.status() == Verdict.Status.ABORTED ? Severity.ABORTS : Severity.INVALIDATES;
    return of(verdict, severity).findFirst();
  }
}
