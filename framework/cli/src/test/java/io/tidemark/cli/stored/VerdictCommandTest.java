package io.tidemark.cli.stored;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.cli.Main;
import io.tidemark.cli.MiniBench;
import io.tidemark.report.store.RunDirectory;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Real runs, judged again. */
@Tag("slow")
class VerdictCommandTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String SIZES =
      """
      topics: 1
      partitionsPerTopic: 1
      messageSize: 100
      subscriptionsPerTopic: 2
      consumerPerSubscription: 1
      producersPerTopic: 2
      producerRate: 200
      """;
  private static final String PHASES =
      SIZES
          + """
          payload: {template: '{"n": {{counter}}}', poolSize: 5}
          warmupDuration: 200ms
          sampleInterval: 100ms
          drainTimeout: 4s
          phases:
            - {name: slow, duration: 600ms, objectives: {publishRate.min(200ms): ">= 10%"}}
            - {name: fast, duration: 600ms, rate: {from: 200, to: 300}, objectives: {errors: 0}}
          objectives: {lost: 0, endToEnd.p99.9: "<= 60s", consumeRate: ">= 1/s"}
          thresholds: {gcPauseMax: 10s, gcPauseShare: 100, tickerLag: 10s, scheduleDelayP99: 10s,
            achievedRate: 1, clockErrorShare: 100, cpuSteal: 100, cpuThrottled: 100}
          """;

  @TempDir Path folder;
  private Path run;
  private final StringWriter errors = new StringWriter();
  private String printed = "";

  @BeforeEach
  void aRun() throws Exception {
    try (MiniBench bench = new MiniBench().worker(Duration.ZERO)) {
      run = run(bench, PHASES);
    }
  }

  private Path run(MiniBench bench, String workload) throws Exception {
    Path file = Files.writeString(folder.resolve("planned.yaml"), workload);
    return RunDirectory.write(folder.resolve("results"), bench.run(file), Map.of());
  }

  /** A sweep over two workers whose clocks differ. */
  private Path sweep() throws Exception {
    try (MiniBench bench = new MiniBench().worker(Duration.ZERO).worker(Duration.ofSeconds(5))) {
      return run(
          bench,
          """
          pattern: request-reply
          messageSize: 100
          requesters: [1, 3]
          responders: 2
          pairs: 2
          warmupDuration: 100ms
          testDuration: 500ms
          sampleInterval: 100ms
          drainTimeout: 4s
          objectives: {roundTrip.p99: "<= 60s", roundTripRate.min(200ms): ">= 1/s", timeouts: 0}
          """);
    }
  }

  private int verdict(String... arguments) {
    List<String> all = new ArrayList<>(List.of("verdict"));
    all.addAll(List.of(arguments));
    PrintStream before = System.out;
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
      CommandLine command = Main.commandLine().setErr(new PrintWriter(errors, true));
      return command.execute(all.toArray(String[]::new));
    } finally {
      System.setOut(before);
      printed = out.toString(StandardCharsets.UTF_8);
    }
  }

  private static JsonNode stored(Path run) throws Exception {
    return JSON.readTree(run.resolve("result.json").toFile());
  }

  @Test
  void withoutOptionsTheVerdictIsTheStoredOne() throws Exception {
    Path sweep = sweep();
    byte[] before = Files.readAllBytes(run.resolve("result.json"));

    verdict("--json", run.toString(), sweep.toString());

    JsonNode judged = JSON.readTree(printed);
    assertThat(judged).hasSize(2);
    for (int i = 0; i < 2; i++) {
      JsonNode stored = stored(List.of(run, sweep).get(i));
      assertThat(judged.get(i).get("verdict")).isEqualTo(stored.get("verdict"));
      assertThat(judged.get(i).get("runId")).isEqualTo(stored.at("/run/runId"));
      assertThat(stored.at("/verdict/objectives")).isNotEmpty();
    }
    assertThat(Files.readAllBytes(run.resolve("result.json"))).isEqualTo(before);
  }

  @Test
  void anotherWorkloadReplacesThresholdsAndObjectives() throws Exception {
    String wide = PHASES.substring(PHASES.indexOf("thresholds:"));

    assertThat(verdictBy(wide)).as("exit code").isZero();
    assertThat(printed).contains("VALID", run.toString()).doesNotContain("Objectives");

    assertThat(verdictBy(wide + "objectives: {publishLatency.p99: '<= 1ns'}\n")).isEqualTo(1);
    assertThat(printed).contains("FAILED: publishLatency.p99 <= 1ns is", "FAIL");

    assertThat(verdictBy(wide.replace("tickerLag: 10s", "tickerLag: 0ms"))).isEqualTo(1);
    // On a busy machine the finding is cpu-starved, on an idle one generator-late.
    assertThat(printed.replaceAll("\\s+", " "))
        .contains("INVALID", "its ticker was late by", "(limit 0 ns)");
  }

  private int verdictBy(String criteria) throws Exception {
    Path other = folder.resolve("other.yaml");
    Files.writeString(other, SIZES + "testDuration: 1m\n" + criteria);
    return verdict("--workload", other.toString(), run.toString());
  }

  @Test
  void whatCannotBeJudgedIsOneErrorWithExitCodeTwo() throws Exception {
    assertThat(verdict(folder.toString())).isEqualTo(2);
    assertThat(errors.toString()).contains(folder.toString(), "result.json", "no such file");

    Path early = copy("early");
    ObjectNode old = (ObjectNode) stored(early);
    old.remove("verdictInputs");
    JSON.writeValue(early.resolve("result.json").toFile(), old);
    assertThat(verdict(early.toString())).isEqualTo(2);
    assertThat(errors.toString()).contains(early.toString(), "verdictInputs");

    Path damaged = copy("damaged");
    Files.writeString(damaged.resolve("result.json"), "{\"schemaVersion\": 2, ");
    assertThat(verdict(damaged.toString())).isEqualTo(2);
    assertThat(errors.toString()).contains(damaged.toString());

    Path wrong = Files.writeString(folder.resolve("wrong.yaml"), SIZES + "thresholds: {no: 1}\n");
    assertThat(verdict("--workload", wrong.toString(), run.toString())).isEqualTo(2);
    assertThat(errors.toString()).contains("wrong.yaml:8", "thresholds.no");
    assertThat(verdict()).isEqualTo(2);
    assertThat(errors.toString()).doesNotContain("\tat ");
  }

  private Path copy(String name) throws Exception {
    Path to = Files.createDirectory(folder.resolve(name));
    try (var files = Files.list(run)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(file.getFileName()));
      }
    }
    return to;
  }
}
