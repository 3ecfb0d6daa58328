package io.tidemark.features.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.base.SystemClock;
import io.tidemark.brokers.cluster.LocalBrokersHome;
import io.tidemark.cli.CommandRun;
import io.tidemark.cli.InputCases;
import io.tidemark.coordinator.RunOptions;
import io.tidemark.features.study.PlacedRun.ClusterPlace;
import io.tidemark.report.runs.StudyEntry;
import io.tidemark.report.suite.RunOutcome;
import io.tidemark.runs.Console;
import io.tidemark.runs.ExitCode;
import io.tidemark.runs.Interruption;
import io.tidemark.runs.PlannedRun;
import io.tidemark.runs.RunWatcher;
import io.tidemark.runs.brokers.BrokerPool;
import io.tidemark.runs.run.CommandRuns;
import io.tidemark.runs.run.Results;
import io.tidemark.runs.suite.SuiteReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With a command in the place of bin/benchmark-k8s; bin/test-kubernetes has the real one. */
class ClusterExecutionTest {
  @TempDir Path folder;

  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private PlacedRun planned;
  private ExitCode code = ExitCode.OK;

  @BeforeEach
  void files() throws IOException {
    Path driver = Files.writeString(folder.resolve("d.yaml"), InputCases.DRIVER);
    Path workload = Files.writeString(folder.resolve("small one.yaml"), StudyFiles.WORKLOAD);
    PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);
    PlannedRun run =
        SuiteReader.read(
                List.of(workload),
                List.of(driver),
                List.of(),
                Optional.empty(),
                false,
                new Console(out, out, false, false))
            .runs()
            .get(0);
    planned =
        new PlacedRun(
            run,
            StudyEntry.pending("east", "small", Map.of(), 1),
            Map.of(),
            Optional.of(
                new ClusterPlace(List.of("--context", "east"), "the driver\n", "the workload\n")));
  }

  /** Logs its arguments and files, and runs some lines with the folder of the results in $5. */
  private RunOutcome run(List<Path> written, String lines) throws IOException {
    Path command = folder.resolve("benchmark-k8s");
    Files.writeString(
        command,
        """
        #!/bin/sh
        echo "$@" >"%1$s/arguments"
        cat "$7" "$8" >"%1$s/files"
        %2$s
        """
            .formatted(folder, lines));
    assertThat(command.toFile().setExecutable(true)).isTrue();
    PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);
    Console console = new Console(out, out, false, false);
    CommandRuns runs =
        new CommandRuns(
            workers -> RunOptions.DEFAULT,
            console,
            new BrokerPool(console, LocalBrokersHome.discover()),
            new Interruption(SystemClock.get(), Duration.ofMinutes(1)),
            new RunWatcher() {},
            List.of());
    try {
      return new ClusterExecution(runs, command)
          .execute(
              planned, new Results(folder.resolve("results"), Optional.empty()), written::addAll);
    } finally {
      code = runs.end();
    }
  }

  private Path storedRun() throws IOException {
    Path before = folder.resolve("before");
    CommandRun run =
        CommandRun.of(
            "--results-dir",
            before.toString(),
            "-d",
            folder.resolve("d.yaml").toString(),
            folder.resolve("small one.yaml").toString());
    assertThat(before).as(run.printed()).isDirectory();
    return before;
  }

  @Test
  void itsResultIsThatOfTheCommand() throws IOException {
    List<Path> written = new ArrayList<>();
    RunOutcome ended =
        run(written, "echo the log of the run; cp -r '%s' \"$5\"; exit 1".formatted(storedRun()));

    assertThat(folder.resolve("arguments"))
        .content()
        .matches(
            "run --context east --results-dir (\\S+)/results -d \\1/driver.yaml \\1/small-one.yaml"
                + " -- --iterations 1\n");
    assertThat(folder.resolve("files")).hasContent("the driver\nthe workload\n");
    assertThat(printed.toString(StandardCharsets.UTF_8)).contains("the log of the run");
    Path directory = ended.directory().orElseThrow();
    assertThat(directory.resolve("result.json")).exists();
    assertThat(written).contains(directory).hasSizeGreaterThan(1).allMatch(Files::exists);
    assertThat(ended.run().orElseThrow().identity().workloadFileBase()).isEqualTo("small one");
    try (Stream<Path> files = Files.list(folder.resolve("results"))) {
      assertThat(files).as("no other files").containsExactlyInAnyOrderElementsOf(written);
    }
  }

  @Test
  void aCommandWithoutResultIsAFailureOfTheInfrastructure() throws IOException {
    List<Path> written = new ArrayList<>();
    RunOutcome ended = run(written, "echo no such context; exit 2");
    assertThat(code).isEqualTo(ExitCode.INFRASTRUCTURE);
    assertThat(ended.run()).isEmpty();
    assertThat(written).isEmpty();
    assertThat(printed.toString(StandardCharsets.UTF_8))
        .contains("no such context", "bin/benchmark-k8s ended with 2 and has no result");
    assertThat(folder.resolve("results")).isEmptyDirectory();
  }
}
