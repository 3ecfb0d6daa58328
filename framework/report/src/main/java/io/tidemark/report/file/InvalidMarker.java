package io.tidemark.report.file;

import io.tidemark.model.result.Verdict;
import java.util.Optional;

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
        new StringBuilder(verdict.status() + ": the results of this run must not be used.\n");
    verdict.findings().stream()
        .filter(finding -> finding.severity().compareTo(Verdict.Severity.INVALIDATES) >= 0)
        .forEach(
            finding ->
                text.append(finding.code()).append(": ").append(finding.message()).append('\n'));
    return Optional.of(text.toString());
  }
}
