package io.tidemark.report.suite;

import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Text;
import io.tidemark.report.text.RunTitle;
import io.tidemark.report.text.VerdictText;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What became of a run that was carried out.
 *
 * @param run without its course; empty if there is no result
 * @param directory with the files of the run
 * @param error why there is no result; empty if there is one
 */
public record RunOutcome(
    RunTitle title, Optional<RunResult> run, Optional<Path> directory, String error) {
  private static final String NO_RESULT = "without result";

  /** A run with a result. */
  public static RunOutcome finished(RunTitle title, RunResult run, Optional<Path> directory) {
    return new RunOutcome(title, Optional.of(run), directory, "");
  }

  /** A run without a result. */
  public static RunOutcome failed(RunTitle title, String error) {
    return new RunOutcome(title, Optional.empty(), Optional.empty(), error);
  }

  /** The status of its verdict. */
  public String status() {
    return run.map(result -> result.verdict().status().name()).orElse(NO_RESULT);
  }

  /** The status with its reason, in one line. */
  public String reason() {
    return run.map(
            result -> status() + VerdictText.reason(result).map(reason -> ": " + reason).orElse(""))
        .orElse(NO_RESULT + ": " + error);
  }

  /** {@code 2 runs VALID, 1 run FAILED}. */
  public static String counts(List<RunOutcome> outcomes) {
    Map<String, Long> counts =
        outcomes.stream()
            .collect(
                Collectors.groupingBy(RunOutcome::status, TreeMap::new, Collectors.counting()));
    return counts.entrySet().stream()
        .map(each -> Text.plural(each.getValue(), "run") + " " + each.getKey())
        .collect(Collectors.joining(", "));
  }
}
