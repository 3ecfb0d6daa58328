package io.tidemark.cli.stored;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.cli.CommandRun;
import io.tidemark.cli.MiniBench;
import io.tidemark.report.store.RunDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

  private static JsonNode stored(Path run) throws Exception {
    return JSON.readTree(run.resolve("result.json").toFile());
  }

  @Test
  void withoutOptionsTheVerdictIsTheStoredOne() throws Exception {
    Path sweep = sweep();
    byte[] before = Files.readAllBytes(run.resolve("result.json"));

    JsonNode judged = JSON.readTree(CommandRun.of("verdict", "--json", run, sweep).output());
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

    CommandRun valid = verdictBy(wide);
    assertThat(valid.exitCode()).as(valid.printed()).isZero();
    assertThat(valid.output()).contains("VALID", run.toString()).doesNotContain("Objectives");
    CommandRun failed = verdictBy(wide + "objectives: {publishLatency.p99: '<= 1ns'}\n");
    assertThat(failed.exitCode()).isEqualTo(1);
    assertThat(failed.output()).contains("FAILED: publishLatency.p99 <= 1ns is", "FAIL");
    CommandRun invalid = verdictBy(wide.replace("tickerLag: 10s", "tickerLag: 0ms"));
    assertThat(invalid.exitCode()).isEqualTo(1);
    // On a busy machine the finding is cpu-starved, on an idle one generator-late.
    assertThat(invalid.output().replaceAll("\\s+", " "))
        .contains("INVALID", "its ticker was late by", "(limit 0 ns)");
  }

  private CommandRun verdictBy(String criteria) throws Exception {
    Path other = folder.resolve("other.yaml");
    Files.writeString(other, SIZES + "testDuration: 1m\n" + criteria);
    return CommandRun.of("verdict", "--workload", other, run);
  }
}
