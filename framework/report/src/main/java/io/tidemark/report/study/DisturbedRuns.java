package io.tidemark.report.study;

import io.tidemark.model.result.Verdict.Finding;
import io.tidemark.report.runs.ReportedRun;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Runs of a study beside which other processes used the machine, also where limits were kept. */
public final class DisturbedRuns {
  private static final String CODE = "other-processes";

  private DisturbedRuns() {}

  /** What other processes did during a run; empty if they did little. */
  public static Stream<String> of(ReportedRun run) {
    return run.stored().stream()
        .flatMap(stored -> stored.verdict().findings().stream())
        .filter(finding -> finding.code().equals(CODE))
        .map(Finding::message);
  }

  /** One sentence for each disturbed run. */
  static List<String> sentences(List<ReportedRun> runs) {
    return runs.stream()
        .flatMap(
            run ->
                of(run)
                    .limit(1)
                    .map(
                        what ->
                            String.format(
                                Locale.ROOT,
                                "Disturbed: %s on %s, run %d: %s.",
                                run.workload(),
                                run.environment(),
                                run.iteration(),
                                what)))
        .toList();
  }
}
