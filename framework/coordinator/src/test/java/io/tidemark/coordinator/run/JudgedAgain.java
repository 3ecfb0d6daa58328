package io.tidemark.coordinator.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.result.RunResult;
import io.tidemark.model.workload.Workload;
import io.tidemark.report.file.ResultFiles;
import io.tidemark.report.store.RunDirectory;
import io.tidemark.verdict.Criteria;
import io.tidemark.verdict.VerdictRules;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** A run that is written, read and judged again has the verdict that it had. */
final class JudgedAgain {
  private JudgedAgain() {}

  static void assertSame(RunResult result, Workload workload) {
    try {
      Path results = Files.createTempDirectory("judged-again");
      try {
        Path run = RunDirectory.write(results, result, Map.of());
        assertThat(
                VerdictRules.judge(
                    RunDirectory.judged(run, RunDirectory.read(run)),
                    workload,
                    Criteria.fromWorkload(workload)))
            .isEqualTo(result.verdict());
      } finally {
        ResultFiles.delete(results);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
