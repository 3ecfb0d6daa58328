package io.tidemark.report;

import io.tidemark.model.result.Verdict;
import io.tidemark.model.result.Verdict.Finding;
import io.tidemark.model.result.Verdict.Severity;
import java.util.Optional;

/** Words about verdicts that several tables share. */
final class VerdictText {
  private VerdictText() {}

  /** The first finding that decides, or the objectives missed. */
  static Optional<String> reason(StoredRun run) {
    Verdict verdict = run.verdict();
    return switch (verdict.status()) {
      case VALID -> Optional.empty();
      case FAILED ->
          verdict.objectives().stream()
              .filter(objective -> !objective.met())
              .map(o -> o.key() + " " + o.condition() + " is " + o.actual())
              .reduce((all, next) -> all + "; " + next);
      case INVALID, ABORTED -> decisive(verdict);
    };
  }

  static String coloured(Verdict.Status status, String text, Look look) {
    return switch (status) {
      case VALID -> look.good(text);
      case FAILED -> look.warning(text);
      case INVALID, ABORTED -> look.bad(text);
    };
  }

  private static Optional<String> decisive(Verdict verdict) {
    Severity severity =
        verdict.status() == Verdict.Status.ABORTED ? Severity.ABORTS : Severity.INVALIDATES;
    return verdict.findings().stream()
        .filter(finding -> finding.severity() == severity)
        .map(Finding::message)
        .findFirst();
  }
}
