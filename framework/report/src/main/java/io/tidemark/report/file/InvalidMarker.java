package io.tidemark.report.file;

import io.tidemark.model.result.FigureValidity;
import io.tidemark.model.result.Verdict;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The marker file of an invalid run: {@code .INVALID} in the run directory, {@code <file>.INVALID}
 * beside the OMB file.
 */
public final class InvalidMarker {
  public static final String NAME = ".INVALID";

  private InvalidMarker() {}

  /** The marker's text; empty if the results are usable. */
  public static Optional<String> text(Verdict verdict) {
    if (verdict.status() == Verdict.Status.VALID || verdict.status() == Verdict.Status.FAILED) {
      return Optional.empty();
    }
    StringBuilder text =
        new StringBuilder(verdict.status() + ": " + whichFigures(verdict) + " must not be used.\n");
    verdict.findings().stream()
        .filter(finding -> finding.severity().compareTo(Verdict.Severity.INVALIDATES) >= 0)
        .forEach(finding -> text.append(finding.line()).append('\n'));
    return Optional.of(text.toString());
  }

  private static String whichFigures(Verdict verdict) {
    String damaged =
        verdict.figures().entrySet().stream()
            .filter(each -> !each.getValue().usable())
            .map(each -> each.getKey().heading())
            .collect(Collectors.joining(", "));
    return verdict.figures().values().stream().anyMatch(FigureValidity::usable)
        ? "these figures of this run (" + damaged + ")"
        : "the results of this run";
  }
}
