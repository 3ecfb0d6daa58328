package io.tidemark.report.text;

import io.tidemark.model.result.FigureError;
import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.FigureValidity;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Verdict;
import io.tidemark.model.result.Verdict.Finding;
import io.tidemark.model.result.Verdict.Severity;
import java.util.Map;
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

  /** Why none of the figures of a run may be used; empty if some may. */
  public static Optional<String> unusable(RunResult run) {
    return run.usable()
        ? Optional.empty()
        : Optional.of(run.verdict().status() + reason(run).map(why -> ": " + why).orElse(""));
  }

  /** {@code publish latency (error at most 216 ms: schedule-missed)} for each damaged group. */
  public static Optional<String> damage(Map<FigureGroup, FigureValidity> figures) {
    return figures.entrySet().stream()
        .filter(each -> !each.getValue().usable())
        .map(each -> each.getKey().heading() + " (" + why(each.getValue()) + ")")
        .reduce((all, next) -> all + ", " + next);
  }

  /** {@code error at most 216 ms: schedule-missed}; empty text without a cause of errors. */
  public static String why(FigureValidity figures) {
    return figures.because().isEmpty()
        ? ""
        : figures.errorText(FigureError.MAX) + ": " + String.join(", ", figures.because());
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
