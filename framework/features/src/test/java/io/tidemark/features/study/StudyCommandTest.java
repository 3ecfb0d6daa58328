package io.tidemark.features.study;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.cli.CommandRun;
import io.tidemark.cli.InputCases;
import io.tidemark.cli.MiniBench;
import io.tidemark.features.FeatureRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Studies of the in-memory driver. */
@Tag("slow")
class StudyCommandTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String WORKLOAD =
      MiniBench.ONE_OF_EACH
          + """
          name: w
          producerRate: 200
          warmupDuration: 0
          testDuration: 300ms
          sampleInterval: 100ms
          """
          + CommandRun.TOLERANT;
  private static final String STUDY =
      """
      name: s
      description: Which way is faster?
      environments:
        - name: direct
          driver: d.yaml
          setup: ["echo set up >> commands.txt"]
          teardown: ["echo torn down >> commands.txt"]
          facts: {zone: here}
          price: {amountPerMonth: 100}
        - {name: queued, driver: d.yaml, set: {delivery: queued}, price: {amountPerMonth: 50}}
      matrix: {workload.messageSize: [100, 200]}
      workloads: [w.yaml]
      """;

  @TempDir Path folder;

  @BeforeEach
  void files() throws IOException {
    write("d.yaml", InputCases.DRIVER);
    write("w.yaml", WORKLOAD);
    write("s.yaml", STUDY.replace("commands.txt", folder.resolve("commands.txt").toString()));
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
  }

  private void change(String before, String after) throws IOException {
    String text = Files.readString(folder.resolve("s.yaml"));
    assertThat(text).contains(before);
    write("s.yaml", text.replace(before, after));
  }

  private CommandRun study(String... options) {
    Stream<String> arguments =
        Stream.of(
            "study",
            folder.resolve("s.yaml").toString(),
            "--results-dir",
            folder.resolve("r").toString());
    return FeatureRun.of(Stream.concat(arguments, Stream.of(options)).toArray(String[]::new));
  }

  private void theFolderAboveIsReportedAsTheStudy() throws IOException {
    Path page = folder.resolve("above.html");
    CommandRun alone =
        FeatureRun.of("report", "-o", page.toString(), folder.resolve("r").toString());
    assertThat(alone.printed()).contains(": the report is that of " + folder.resolve("r/s"));
    assertThat(page).content().contains("Study s", "How the study was done");

    Path other = Files.createDirectories(folder.resolve("r/other"));
    Path run = folder.resolve("r/s").resolve(directories().get(0));
    try (Stream<Path> files = Files.list(run)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.copy(file, other.resolve(file.getFileName()));
      }
    }
    CommandRun mixed =
        FeatureRun.of("report", "-o", page.toString(), folder.resolve("r").toString());
    assertThat(mixed.exitCode()).as(mixed.printed()).isZero();
    assertThat(mixed.printed())
        .contains(folder.resolve("r/s") + " is a study, whose runs are mixed with others")
        .containsPattern("all [0-9]+ runs in .*/r are shown, which began from 20");
    assertThat(page).content().doesNotContain("How the study was done");
  }

  private JsonNode stored(String name) throws IOException {
    return JSON.readTree(folder.resolve("r").resolve(name).resolve("study.json").toFile());
  }

  private List<String> directories() throws IOException {
    return stored("s").path("runs").findValuesAsText("directory");
  }

  @Test
  void theDryRunShowsThePlanAndTouchesNothing() {
    CommandRun run = study("--dry-run");
    assertThat(run.exitCode()).as(run.printed()).isZero();
    assertThat(run.printed())
        .contains("Study s: 4 runs, about 33 s", "With w: endToEnd.p99; ")
        .containsPattern("\n  queued +.*d.yaml with delivery = queued\n")
        .containsPattern("matrix +workload.messageSize: 100, 200")
        .contains("w, messageSize 200 on direct", "broker as in ")
        .containsPattern("\nw, messageSize 200\n  load +200 msg/s of 200 B from 1 producer\n")
        .contains("Nothing was started");
    assertThat(folder.resolve("r")).doesNotExist();
  }

  @Test
  void aVariableOfTheMatrixIsAnAxisOfVersionsForFilesAndSetUpCommands() throws IOException {
    Path commands = folder.resolve("commands.txt");
    write("d.yaml", InputCases.DRIVER + "space: v-${env:BROKER_VERSION}\n");
    write(
        "s.yaml",
        """
        name: s
        description: Which version is faster?
        question: {metrics: [publishRate]}
        environments:
          - name: broker
            driver: d.yaml
            setup: ["echo set up $BROKER_VERSION >> %s"]
            teardown: ["echo torn down >> %s"]
        matrix: {variable.BROKER_VERSION: [4.10.0, 4.9.2]}
        workloads: [w.yaml]
        """
            .formatted(commands, commands));

    CommandRun run = study();

    assertThat(run.exitCode()).as(run.printed()).isZero();
    assertThat(commands)
        .content()
        .contains("set up 4.10.0\n", "set up 4.9.2\n")
        .endsWith("torn down\n");
    assertThat(run.printed())
        .containsPattern("at BROKER_VERSION 4.9.2, 4.10.0; from 4.9.2\\s+to 4.10.0: ");
    List<String> drivers = new ArrayList<>();
    for (String directory : directories()) {
      drivers.add(
          Files.readString(folder.resolve("r/s").resolve(directory).resolve("driver.yaml")));
    }
    assertThat(drivers)
        .anyMatch(text -> text.contains("v-4.9.2"))
        .anyMatch(text -> text.contains("v-4.10.0"));
    change("variable.BROKER_VERSION", "variable.BROKER-VERSION");
    assertThat(study("--restart").printed()).contains("not a key of a file; allowed driver.KEY");
  }

  @Test
  void everyCombinationIsRunComparedAndReported() throws IOException {
    CommandRun run = study();

    assertThat(run.exitCode()).as(run.printed()).isZero();
    assertThat(run.printed())
        .contains("== run 1 of 4: ", "== run 4 of 4: ", " left")
        .contains("w, messageSize 100: queued against direct (baseline)")
        .contains("per month per 1,000 msg/s");
    assertThat(directories()).hasSize(4).allMatch(each -> each.matches("(direct|queued)/.*-w-.*"));
    for (String directory : directories()) {
      Path written = folder.resolve("r/s").resolve(directory);
      boolean queued = directory.startsWith("queued");
      assertThat(written.resolve("driver.yaml"))
          .content()
          .matches(text -> text.contains("delivery: queued") == queued);
    }
    assertThat(folder.resolve("commands.txt")).hasContent("set up\ntorn down");
    assertThat(folder.resolve("r/s/comparison.md"))
        .content()
        .contains("\nw, messageSize 200: queued against direct (baseline)");
    assertThat(run.printed()).contains("\nSet-up\n  ", "; messageSize 100, 200; ");
    theFolderAboveIsReportedAsTheStudy();
    assertThat(folder.resolve("r/s/leaderboard.md"))
        .content()
        .contains("| w, messageSize 200 | queued |");
    String report = Files.readString(folder.resolve("r/s/report.html"));
    assertThat(report)
        .contains("How the study was done", "Which way is faster?", "by messageSize")
        .contains("1 iteration of 1 workload on 2 environments");
    assertThat(report.indexOf("id=\"answer\"")).isLessThan(report.indexOf("id=\"sweeps\""));
    assertThat(report.indexOf("id=\"charts\"")).isLessThan(report.indexOf("id=\"verdict\""));
    assertThat(report).contains("P99 end-to-end latency from messageSize 100 to 200: ");
    assertThat(run.printed())
        .contains("\nWhich way is faster?\nP99 end-to-end latency from messageSize 100 to 200: ")
        .contains("\ndirect: p99 end-to-end latency ", "\nRough figures only: ");
    assertThat(folder.resolve("r/s/summary.md"))
        .content()
        .startsWith(
            "# s\n\n## Which way is faster?\n\n**P99 end-to-end latency from messageSize 100 to 200: ")
        .contains("- P99 end-to-end latency compared with direct: queued ");
    assertThat(folder.resolve("r/s/comparison.md"))
        .content()
        .contains("| varied by the study | delivery: none against queued |")
        .doesNotContain("| not comparable |", "| differs |");

    CommandRun again =
        FeatureRun.of(
            "report", folder.resolve("r/s").toString(), "-o", folder.resolve("2.html").toString());
    assertThat(again.exitCode()).as(again.printed()).isZero();
    assertThat(folder.resolve("2.html")).hasContent(report);
  }

  @Test
  void aPauseLiesBetweenTwoRuns() throws IOException {
    change("matrix: {workload.messageSize: [100, 200]}", "coolDown: 3s");

    CommandRun run = study();

    assertThat(run.exitCode()).as(run.printed()).isZero();
    assertThat(run.printed().split("Pause of 3s")).hasSize(2);
    List<Long> started = new ArrayList<>();
    for (String directory : directories()) {
      Path result = folder.resolve("r/s").resolve(directory).resolve("result.json");
      started.add(JSON.readTree(result.toFile()).at("/run/startedEpochMillis").asLong());
    }
    assertThat(started.get(1) - started.get(0)).isGreaterThanOrEqualTo(3_000);
  }

  @Test
  void anInterruptedStudyKeepsItsRunsAndRepeatsTheInterruptedOne() throws IOException {
    study();
    List<String> before = directories();
    Path file = folder.resolve("r/s/study.json");
    ObjectNode study = (ObjectNode) JSON.readTree(file.toFile());
    ObjectNode interrupted = (ObjectNode) study.path("runs").get(2);
    interrupted.put("state", "RUNNING").remove(List.of("status", "directory"));
    interrupted.putArray("written").add(before.get(2));
    JSON.writeValue(file.toFile(), study);
    Path recording =
        Files.createDirectories(folder.resolve("r/s/direct/.recording-1234")).resolve("x");
    Files.writeString(recording, "x");

    CommandRun again = study();

    assertThat(again.exitCode()).as(again.printed()).isZero();
    assertThat(again.printed()).contains("== run 3 of 4").doesNotContain("== run 2 of 4");
    assertThat(folder.resolve("r/s").resolve(before.get(2))).doesNotExist();
    assertThat(recording).doesNotExist();
    List<String> after = directories();
    assertThat(after.get(2)).isNotEqualTo(before.get(2));
    assertThat(List.of(after.get(0), after.get(1), after.get(3)))
        .containsExactly(before.get(0), before.get(1), before.get(3));
  }

  @Test
  void aChangedFileIsAnErrorAndRestartUsesAnotherFolder() throws IOException {
    study();
    write("w.yaml", WORKLOAD + "seed: 5\n");

    CommandRun changed = study();
    assertThat(changed.exitCode()).isEqualTo(2);
    assertThat(changed.printed()).contains("changed since", "w.yaml", "--restart");

    CommandRun restarted = study("--restart");
    assertThat(restarted.exitCode()).as(restarted.printed()).isZero();
    assertThat(stored("s-2").path("runs")).hasSize(4);
    assertThat(stored("s").path("runs")).hasSize(4);
    assertThat(study().printed()).contains("s-2").doesNotContain("== run");
  }

  @Test
  void runsOfTheWarmUpDoNotCount() throws IOException {
    change("matrix: {workload.messageSize: [100, 200]}", "warmupIterations: 1\nretries: 1");
    assertThat(study("--dry-run").printed())
        .contains("4 runs", "1 run of each combination after 2 runs of the warm-up");

    CommandRun run = study();

    assertThat(run.exitCode()).as(run.printed()).isZero();
    assertThat(run.printed()).contains("== run 1 of 4: w on ", ", warm-up, about");
    List<JsonNode> runs = new ArrayList<>();
    stored("s").path("runs").forEach(runs::add);
    assertThat(runs).extracting(each -> each.path("iteration").asInt()).containsExactly(0, 0, 1, 1);
    assertThat(runs.subList(0, 2))
        .allMatch(each -> each.path("directory").asText().startsWith(".warm-up/"));
    assertThat(folder.resolve("r/s/summary.md"))
        .content()
        .contains("**queued: P99 end-to-end latency ", ", n = 1.**");
  }

  /** Both publish 200 messages each second. */
  private static final String UNTIL_DECIDED =
      "question: {metrics: publishRate, atLeast: 1000%}\n"
          + "iterations: {least: 3, most: 4, until: decided}\n";

  @Test
  void blocksAreAddedUntilTheQuestionIsDecided() throws IOException {
    change("matrix: {workload.messageSize: [100, 200]}", UNTIL_DECIDED);
    assertThat(study("--dry-run").printed())
        .contains("at least 3 and at most 4, until the question is decided");

    CommandRun run = study();

    assertThat(run.exitCode()).as(run.printed()).isZero();
    assertThat(run.printed())
        .contains("queued: publishRate ", ", decided: equal")
        .contains("The question is decided after 3 of at most 4 blocks.");
    assertThat(stored("s").path("runs")).hasSize(6);
    assertThat(stored("s").path("iterations").asInt()).isEqualTo(3);
    JsonNode blocks = stored("s").path("blocks");
    assertThat(blocks.path("end").asText()).isEqualTo("DECIDED");
    assertThat(blocks.path("most").asInt()).isEqualTo(4);
    assertThat(blocks.path("seconds").asDouble()).isPositive();

    CommandRun again = study();
    assertThat(again.exitCode()).as(again.printed()).isZero();
    assertThat(again.printed()).doesNotContain("== run").contains("The question is decided");
  }

  @Test
  void noBlockBeginsThatWouldEndAfterTheMaximum() throws IOException {
    change("matrix: {workload.messageSize: [100, 200]}", UNTIL_DECIDED + "maxDuration: 1s\n");

    CommandRun run = study();

    assertThat(run.exitCode()).as(run.printed()).isEqualTo(1);
    assertThat(run.printed())
        .contains(
            "The study ends after 1 of at most 4 blocks, not decided: another block would end");
    assertThat(stored("s").at("/blocks/end").asText()).isEqualTo("MAX_DURATION");
    assertThat(directories()).hasSize(2);
    assertThat(folder.resolve("r/s/report.html")).exists();
  }

  /**
   * The question is about a median: its error is the p95 of the delay, while a p99 can be far above
   * all delays.
   */
  @Test
  void theQuestionOfTheStudyDecidesWhetherARunIsInvalid() throws IOException {
    change(
        "matrix: {workload.messageSize: [100, 200]}",
        "retries: 1\nquestion: {metrics: endToEnd.p50}");
    write(
        "w.yaml",
        WORKLOAD.replace("scheduleDelayP99: 10m", "scheduleDelayP99: 1ns")
            + "question: {metrics: consumeRate}\n");

    CommandRun run = study();

    assertThat(run.exitCode()).as(run.printed()).isEqualTo(1);
    for (JsonNode each : stored("s").path("runs")) {
      assertThat(each.path("status").asText()).isEqualTo("INVALID");
      assertThat(each.path("repeated")).hasSize(1);
      Path result = folder.resolve("r/s").resolve(each.path("directory").asText());
      assertThat(JSON.readTree(result.resolve("result.json").toFile()).at("/workload/question"))
          .isEqualTo(JSON.readTree("{\"metrics\":\"endToEnd.p50\",\"atLeast\":0.05}"));
    }

    change("endToEnd.p50", "consumeRate");
    assertThat(study("--restart").exitCode()).as("the rate is not damaged").isZero();
  }

  @Test
  void aFailedSetUpEndsTheStudyAfterTheTearDown() throws IOException {
    change("echo set up", "echo no cluster; false");

    CommandRun run = study();

    assertThat(run.exitCode()).as(run.printed()).isEqualTo(3);
    assertThat(run.printed()).contains("ended with 1: no cluster", "The same command continues");
    assertThat(folder.resolve("commands.txt")).hasContent("torn down");
  }

  @Test
  void mistakesOfAllVariantsAreReportedTogether() throws IOException {
    change("[100, 200]", "[100, many]");
    change("set: {delivery: queued}", "set: {deliver: queued}");
    write("w.yaml", WORKLOAD + "topicz: 1\n");

    CommandRun run = study();

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.printed())
        .contains("s.yaml:10:42: deliver: unknown key", "did you mean delivery?")
        .contains("s.yaml:11:38: messageSize: wrong value, got many")
        .contains("w.yaml:14:1: topicz: unknown key");
    assertThat(folder.resolve("r")).doesNotExist();
  }

  @Test
  void aMetricThatNoWorkloadMeasuresIsAnError() throws IOException {
    change(
        "workloads: [w.yaml]",
        "workloads: [w.yaml]\nquestion: {metrics: [recoveryTime, endToEnd.p99 at 4 producers]}");

    CommandRun run = study();

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.printed())
        .contains(
            "s.yaml:13:11: question.metrics: no workload of the study measures it, got"
                + " recoveryTime; allowed publishRate, consumeRate, publishLatency.p50,",
            "measures it, got endToEnd.p99 at 4 producers;")
        .doesNotContain("failover.");
    assertThat(folder.resolve("r")).doesNotExist();
  }

  @Test
  void workloadsWithoutAnEndAndRemoteWorkersOfLocalBrokersAreErrors() throws IOException {
    write("w.yaml", WORKLOAD.replace("testDuration: 300ms", "testDuration: unlimited"));
    write("d.yaml", InputCases.DRIVER + "localBrokers: kafka\n");
    change("facts: {zone: here}", "workers: 'http://a:8080'");
    CommandRun run = study();
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.printed())
        .contains("s.yaml:1:1: workloads: ", "runs until it is interrupted")
        .contains("s.yaml:4:5: environments: ", "remote workers cannot reach them");
  }
}
