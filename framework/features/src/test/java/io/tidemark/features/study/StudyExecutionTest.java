package io.tidemark.features.study;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.base.SystemClock;
import io.tidemark.brokers.cluster.LocalBrokersHome;
import io.tidemark.model.metric.MetricReference;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Verdict;
import io.tidemark.model.result.Verdict.Finding;
import io.tidemark.model.result.Verdict.Severity;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.report.file.ResultsException;
import io.tidemark.report.runs.ReportedRun;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.runs.StoredStudy;
import io.tidemark.report.runs.StudyEntry;
import io.tidemark.report.runs.StudyEntry.State;
import io.tidemark.report.store.RunDirectory;
import io.tidemark.report.suite.RunOutcome;
import io.tidemark.runs.Console;
import io.tidemark.runs.ExitCode;
import io.tidemark.runs.Interruption;
import io.tidemark.runs.RunWatcher;
import io.tidemark.runs.brokers.BrokerPool;
import io.tidemark.runs.run.CommandRuns;
import io.tidemark.runs.run.LoggedExecution;
import io.tidemark.runs.run.Results;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which runs are repeated. Each is a copy of one real run with another verdict. */
@Tag("slow")
class StudyExecutionTest {
  private static final Verdict QUIET = verdict(Status.VALID);
  private static final Verdict DISTURBED =
      verdict(
          Status.VALID,
          new Finding(
              Severity.REMARK,
              "other-processes",
              "on the machine of worker local other processes used 81 % of the CPU"));
  private static final Verdict DAMAGED =
      verdict(Status.INVALID, new Finding(Severity.INVALIDATES, "gc-pause", "a pause of 250 ms"));

  private static final Map<Character, Verdict> VERDICTS =
      Map.of('Q', QUIET, 'D', DISTURBED, 'I', DAMAGED);

  private static final ObjectMapper JSON = new ObjectMapper();
  private static Path template;

  @TempDir Path folder;

  private static Verdict verdict(Status status, Finding... findings) {
    return new Verdict(status, List.of(findings), List.of());
  }

  private static StudySuite suite(Path folder, String more) throws IOException {
    return StudyFiles.in(folder)
        .suite(
            """
            name: s
            environments:
              - {name: a, driver: d.yaml}
              - {name: b, driver: d.yaml}
            workloads: [w.yaml]
            """
                + more);
  }

  private static Console console() {
    return new Console(System.out, System.err, false, true);
  }

  private static CommandRuns runs() {
    return new CommandRuns(
        workers -> workers.options(false, Duration.ofMinutes(1)),
        console(),
        new BrokerPool(console(), LocalBrokersHome.discover()),
        new Interruption(SystemClock.get(), Duration.ofSeconds(10)),
        new RunWatcher() {},
        List.of());
  }

  @BeforeAll
  static void aRun(@TempDir Path made) throws IOException {
    StudySuite suite = suite(made, "");
    PlacedRun planned = suite.runs().get(0);
    RunOutcome outcome =
        new LoggedExecution(runs(), suite.workers(planned))
            .execute(planned.run(), new Results(made.resolve("r"), Optional.empty()), files -> {});
    template = outcome.directory().orElseThrow();
  }

  /** Carries out a study whose runs have these verdicts, one after the other. */
  private ExitCode execute(String study, Verdict... verdicts) throws IOException {
    StudySuite suite = suite(folder, study);
    Queue<Verdict> next = new ArrayDeque<>(List.of(verdicts));
    ExitCode code =
        new StudyExecution(
                suite,
                StudyFolder.open(folder.resolve("s"), suite),
                runs(),
                (planned, results, written) -> outcome(planned, results, next.remove()))
            .execute();
    assertThat(next).as("verdicts of runs that were not carried out").isEmpty();
    return code;
  }

  private static RunOutcome outcome(PlacedRun planned, Results results, Verdict verdict) {
    try {
      Path directory =
          Files.createTempDirectory(Files.createDirectories(results.directory()), "run-");
      try (Stream<Path> files = Files.list(template)) {
        for (Path each : files.toList()) {
          Files.copy(each, directory.resolve(each.getFileName()));
        }
      }
      Path result = directory.resolve(RunDirectory.RESULT_FILE);
      ObjectNode changed = (ObjectNode) JSON.readTree(result.toFile());
      JSON.writeValue(result.toFile(), changed.set("verdict", JSON.valueToTree(verdict)));
      RunResult run = RunDirectory.read(directory);
      assertThat(run.verdict().status()).isEqualTo(verdict.status());
      return RunOutcome.finished(planned.run().title(), run, Optional.of(directory));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<StudyEntry> stored() throws ResultsException {
    return StoredStudy.read(folder.resolve("s")).orElseThrow().runs();
  }

  private List<Integer> repetitions() throws ResultsException {
    assertThat(stored()).extracting(StudyEntry::state).containsOnly(State.DONE);
    return stored().stream().map(run -> run.repeated().size()).toList();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          a disturbed run among quiet ones      | iterations: 2, retries: 1 | QQQDQ     | OK       | 0, 0, 0, 1
          a machine that is always busy         | iterations: 2, retries: 3 | DDDD      | OK       | 0, 0, 0, 0
          no exception before three quiet ones  | iterations: 2, retries: 1 | QQDQ      | OK       | 0, 0, 0, 0
          at most as often as the study allows  | iterations: 4, retries: 1 | QQQQQQQDD | OK       | 0, 0, 0, 0, 0, 0, 0, 1
          without retries a disturbed run stays | iterations: 2             | QQQD      | OK       | 0, 0, 0, 0
          an invalid run                        | retries: 1                | IQQ       | OK       | 1, 0
          an invalid run that stays             | retries: 1                | IIQ       | NOT_GOOD | 1, 0
          runs of the warm-up are not judged    | warmupIterations: 1, retries: 1 | IIQIQ | OK     | 0, 0, 0, 1
          """)
  void runsAreRepeated(
      String which, String study, String verdicts, ExitCode code, String repetitions)
      throws IOException {
    Verdict[] all =
        verdicts.chars().mapToObj(each -> VERDICTS.get((char) each)).toArray(Verdict[]::new);

    assertThat(execute(study.replace(", ", "\n") + "\n", all)).as(which).isEqualTo(code);

    assertThat(repetitions()).hasToString("[" + repetitions + "]");
    assertThat(stored())
        .allSatisfy(
            each ->
                assertThat(each.repeated())
                    .doesNotContain(each.directory())
                    .allMatch(this::exists));
  }

  @Test
  void eachRunIsReadOnceHoweverManyBlocksFollow() throws IOException {
    StudySuite suite =
        suite(folder, "iterations: {least: 2, most: 3, until: decided}\nretries: 1\n");
    List<Path> reads = new ArrayList<>();
    ReportedRuns.Reader reader =
        directory -> {
          reads.add(directory);
          return undecided(ReportedRun.of(directory, RunDirectory.read(directory)), reads.size());
        };
    try (StudyFolder open = StudyFolder.open(folder.resolve("s"), suite, reader)) {
      new StudyExecution(suite, open, runs(), (run, results, files) -> outcome(run, results, QUIET))
          .execute();
    }
    assertThat(stored()).extracting(StudyEntry::state).containsOnly(State.DONE);
    assertThat(stored()).as("3 blocks of 2 runs").hasSize(6);
    assertThat(reads).hasSize(6).doesNotHaveDuplicates();
  }

  /** With figures that differ so much that no question is decided. */
  private static ReportedRun undecided(ReportedRun run, int number) {
    Map<MetricReference, Double> figures = new HashMap<>();
    run.metrics().forEach((metric, value) -> figures.put(metric, value * (1 + number * 7 % 5)));
    return run.withMetrics(figures);
  }

  private boolean exists(String directory) {
    return Files.isRegularFile(folder.resolve("s").resolve(directory).resolve("result.json"));
  }

  @Test
  void aRunIsDoneAlsoIfItsFilesCouldNotBeRecordedWhenTheyWereWritten() throws IOException {
    StudySuite suite = suite(folder, "");
    ExitCode code =
        new StudyExecution(
                suite,
                StudyFolder.open(folder.resolve("s"), suite),
                runs(),
                (planned, results, written) -> {
                  RunOutcome outcome = outcome(planned, results, QUIET);
                  whileUnwritable(() -> written.accept(List.of(outcome.directory().orElseThrow())));
                  return outcome;
                })
            .execute();

    assertThat(code).isEqualTo(ExitCode.OK);
    assertThat(stored()).extracting(StudyEntry::state).containsOnly(State.DONE);
  }

  /** A folder cannot be replaced by a file. */
  private void whileUnwritable(Runnable action) {
    Path file = folder.resolve("s").resolve(StoredStudy.FILE);
    try {
      Files.delete(file);
      Files.createDirectory(file);
      action.run();
      Files.delete(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
