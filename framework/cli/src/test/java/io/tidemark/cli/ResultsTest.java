package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.coordinator.journal.RunJournal;
import io.tidemark.model.result.RunResult;
import io.tidemark.runs.Console;
import io.tidemark.runs.run.Results;
import io.tidemark.runs.run.RunHooks;
import io.tidemark.runs.run.RunLog;
import io.tidemark.runs.run.RunOutput;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a run recorded is there until its results are. */
@Tag("slow")
class ResultsTest {
  @TempDir Path folder;

  private RunResult run() throws Exception {
    Path workload =
        Files.writeString(
            folder.resolve("short.yaml"),
            MiniBench.ONE_OF_EACH
                + """
                producerRate: 100
                warmupDuration: 100ms
                testDuration: 300ms
                sampleInterval: 100ms
                drainTimeout: 4s
                """);
    try (MiniBench bench = new MiniBench().worker(Duration.ZERO)) {
      return bench.run(workload);
    }
  }

  @Test
  void whatCannotBeWrittenIsKeptWhereItWasRecordedAndTheErrorNamesIt() throws Exception {
    RunResult result = run();
    Path recording = folder.resolve(".recording-1");
    Path kept = folder.resolve(".kept-recording-1");
    Path inTheWay = Files.writeString(folder.resolve("results"), "a file");
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
    Console console = new Console(print, print, false, false);

    try (RunLog log = RunLog.start();
        RunJournal journal = RunJournal.in(recording)) {
      log.finish();
      Results results = new Results(inTheWay, Optional.empty());
      RunOutput output = new RunOutput(results, journal, log, new RunHooks(List.of()), console);
      output.measured(result);
      assertThatThrownBy(() -> output.complete(result))
          .isInstanceOf(IOException.class)
          .hasMessageContaining(inTheWay.toString())
          .hasMessageContaining("is kept in " + kept);
    }

    new Results(folder, Optional.empty()).deleteRemains();
    assertThat(kept).isDirectory();
    assertThat(recording).doesNotExist();
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("mini");
  }
}
