package io.tidemark.runs.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.report.suite.RunOutcome;
import io.tidemark.report.text.RunTitle;
import io.tidemark.runs.PlannedRun;
import io.tidemark.runs.RunFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutcomeFilesTest {
  @TempDir Path folder;

  private PlannedRun run(int iteration) {
    RunFiles files = new RunFiles(folder);
    return new PlannedRun(
        new RunTitle("w", "driver", iteration, 3),
        files.workload(RunFiles.SMALL),
        files.driver(""));
  }

  @Test
  void runsThatTheCommandDidNotReachAreErrors() throws IOException {
    Path junit = folder.resolve("new/junit.xml");
    Path summary = Files.writeString(folder.resolve("summary.md"), "# Job\n");
    OutcomeFiles files = new OutcomeFiles(Optional.of(junit), Optional.of(summary));
    files.planned(List.of(run(1), run(2), run(3)));
    files.ended(RunOutcome.failed(run(1).title(), "no broker"));

    files.close();

    assertThat(junit)
        .content()
        .contains("tests=\"3\" failures=\"0\" errors=\"3\"", "without result: no broker")
        .contains("name=\"driver (iteration 3 of 3)\"", "the command ended before this run");
    assertThat(summary).content().startsWith("# Job\n## Tidemark: 3 runs without result\n");
  }

  @Test
  void anErrorOfWritingNamesTheFile() {
    Path gone = folder.resolve("gone/summary.md");
    OutcomeFiles files = new OutcomeFiles(Optional.empty(), Optional.of(gone));
    files.planned(List.of(run(1)));
    assertThatThrownBy(files::close).hasMessageStartingWith("cannot write results to " + gone);
  }
}
