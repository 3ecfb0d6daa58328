package io.tidemark.report.text;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Verdict;
import io.tidemark.report.file.ReportFormats;
import java.nio.file.Path;
import java.util.List;

/** Verdicts as JSON, for programs. */
public final class VerdictJson {
  /**
   * One run.
   *
   * @param directory where its results are
   * @param verdict as in {@code result.json}
   */
  public record Run(String directory, String runId, Verdict verdict) {
    public static Run of(Path directory, RunResult run) {
      return new Run(directory.toString(), run.identity().runId(), run.verdict());
    }
  }

  private VerdictJson() {}

  /** An array with one object for each run. */
  public static String of(List<Run> runs) {
    try {
      return ReportFormats.PRETTY.writeValueAsString(runs);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a verdict is texts and booleans", e);
    }
  }
}
