package io.tidemark.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command line against a real Kafka that it starts itself, or that was started by hand. */
class BenchmarkOnKafkaIT {
  private static final String KAFKA = "driver-kafka-strimzi/";

  @TempDir Path folder;

  private static String driver(String file) {
    return TidemarkProcess.ROOT.resolve(KAFKA + file).toString();
  }

  /** Every running cluster has a private directory in the state folder. */
  private void assertNoBrokerIsLeft() throws IOException {
    Path state = folder.resolve("state");
    if (Files.exists(state)) {
      try (Stream<Path> files = Files.walk(state)) {
        assertThat(files.filter(Files::isRegularFile)).isEmpty();
      }
    }
  }

  @Test
  void runsOnOneNodeAndOnThreeAndComparesThem() throws IOException, InterruptedException {
    Path workload =
        WorkloadFiles.write(
            folder,
            "short",
            "producerRate: 500\nwarmupDuration: 1s\ntestDuration: 4s\n"
                + WorkloadFiles.WIDE_THRESHOLDS);
    try (TidemarkProcess benchmark =
        TidemarkProcess.run(
            folder,
            "benchmark",
            "--drivers",
            driver("local-1node.yaml") + "," + driver("local.yaml"),
            workload.toString())) {
      assertThat(benchmark.waitFor()).as(benchmark.output()).isZero();
      List<JsonNode> runs = RunResults.all(folder.resolve("results"));
      assertThat(runs).hasSize(2);
      for (JsonNode run : runs) {
        RunResults.assertSentAndReceived(run, 2_500);
      }
      assertEveryNodeReportsAllMetricsOf(driver("local.yaml"));
      assertThat(RunResults.omb(folder.resolve("results"))).hasSize(2);
      assertThat(benchmark.output()).contains("1 node", "3 nodes").doesNotContain("clean-up");
    }
    RunResults.assertJudgedAgainAsStored(folder);
    Command.succeeding(folder, "verify", folder.resolve("results").toString());
    assertNoBrokerIsLeft();
  }

  /**
   * One node in the first run, and three in the second one, report all metrics of the driver file.
   */
  private void assertEveryNodeReportsAllMetricsOf(String driverFile) throws IOException {
    Set<String> names = new TreeSet<>();
    Matcher metrics =
        Pattern.compile("(?m)^ {8}\\S+: (\\w+)$").matcher(Files.readString(Path.of(driverFile)));
    metrics.results().forEach(metric -> names.add(metric.group(1)));
    assertThat(names).hasSize(11).contains("nodeCpuCores", "nodeDiskWriteBytesPerSecond");
    try (Stream<Path> runs = Files.list(folder.resolve("results"))) {
      List<Set<String>> readings = new ArrayList<>();
      for (Path run : runs.filter(Files::isDirectory).sorted().toList()) {
        Set<String> of = new TreeSet<>();
        for (String line : Files.readAllLines(run.resolve("telemetry.csv"))) {
          String[] cells = line.split(",", -1);
          if (names.contains(cells[1])) {
            of.add(cells[1] + " " + cells[2]);
          }
        }
        readings.add(of);
      }
      assertThat(readings.get(1)).isEqualTo(ofNodes(names, 3));
      names.remove("nodePeerReceivedBytesTotal"); // Of replication.
      assertThat(readings.get(0)).isEqualTo(ofNodes(names, 1));
    }
  }

  private static Set<String> ofNodes(Set<String> names, int nodes) {
    Set<String> all = new TreeSet<>();
    for (int node = 1; node <= nodes; node++) {
      for (String name : names) {
        all.add(name + " node-" + node);
      }
    }
    return all;
  }

  @Test
  @Tag("release")
  void transactionsLoseAndDoubleNothing() throws IOException, InterruptedException {
    Path workload =
        WorkloadFiles.write(
            folder,
            "exactly-once",
            "producerRate: 500\nwarmupDuration: 1s\ntestDuration: 4s\n"
                + "objectives: {lost: 0, duplicated: 0, errors: 0}\n"
                + WorkloadFiles.IN_HEADERS
                + WorkloadFiles.WIDE_THRESHOLDS);
    Command.succeeding(
        folder,
        "-d",
        driver("exactly-once.yaml"),
        workload.toString(),
        readProcessWrite().toString());
    List<JsonNode> runs = RunResults.all(folder.resolve("results"));
    JsonNode run = runs.get(0);
    // How many depends on how quickly this machine commits.
    assertThat(run.requiredAt("/delivery/sentMessages").asLong()).isPositive();
    assertThat(run.requiredAt("/totals/latencies/endToEndMicros/count").asLong()).isPositive();
    RunResults.assertNone(run, "lost", "duplicated", "corrupted");
    // At a constant rate messages wait for their commit between no time and the whole interval.
    assertThat(run.requiredAt("/totals/latencies/publishLatencyMicros/p95").asDouble())
        .isGreaterThan(50_000);
    assertAnsweredOnce(runs.get(1));
  }

  /** Responders whose transactions are cut off by the death of a node. */
  private Path readProcessWrite() throws IOException {
    return Files.writeString(
        folder.resolve("read-process-write.yaml"),
        """
        name: read-process-write
        pattern: request-reply
        requesters: 2
        responders: 2
        messageSize: 200
        producerRate: 200
        warmupDuration: 1s
        testDuration: 12s
        drainTimeout: 60s
        replyTimeout: 60s
        faults: [{at: 3s, kill: leader}]
        objectives: {requestsLost: 0, repliesLost: 0}
        """
            + WorkloadFiles.WIDE_THRESHOLDS);
  }

  /** However often its request was processed. */
  private static void assertAnsweredOnce(JsonNode run) {
    JsonNode counts = run.required("requestReply");
    assertThat(counts.required("sentRequests").asLong()).as(counts.toString()).isPositive();
    assertThat(counts.required("answeredRequests"))
        .as(counts.toString())
        .isEqualTo(counts.required("sentRequests"));
    assertThat(counts.required("duplicateReplies").asLong(-1)).isZero();
    assertThat(counts.required("lostReplies").asLong(-1)).isZero();
    assertThat(run.requiredAt("/faults/0/problem").asText()).isEmpty();
    assertThat(run.requiredAt("/faults/0/nodes")).hasSize(1);
  }

  @Test
  void onCtrlCWritesWhatThereIsAndStopsItsBrokers() throws IOException, InterruptedException {
    Path workload =
        WorkloadFiles.write(
            folder, "endless", "producerRate: 500\nwarmupDuration: 1s\ntestDuration: 10m\n");
    try (TidemarkProcess benchmark =
        TidemarkProcess.start(
            folder, "benchmark", "-d", driver("local-1node.yaml"), workload.toString())) {
      RunResults.awaitSample(folder.resolve("results"), "test");
      benchmark.interrupt();
      assertThat(benchmark.waitFor()).as(benchmark.output()).isEqualTo(130);
      JsonNode run = RunResults.only(folder.resolve("results"));
      assertThat(run.requiredAt("/delivery/sentMessages").asLong()).isPositive();
      assertThat(run.requiredAt("/delivery/lostMessages").asLong(-1)).isZero();
      assertThat(run.required("samples").size()).isPositive();
    }
    assertNoBrokerIsLeft();
  }

  @Test
  void onCtrlCWhileBrokersStartLeavesNothing() throws IOException, InterruptedException {
    Path workload = WorkloadFiles.shortRun(folder, "short");
    try (TidemarkProcess benchmark =
        TidemarkProcess.start(
            folder, "benchmark", "-d", driver("local-1node.yaml"), workload.toString())) {
      benchmark.awaitOutput("Starting kafka");
      benchmark.interrupt();
      assertThat(benchmark.waitFor()).as(benchmark.output()).isEqualTo(130);
    }
    assertNoBrokerIsLeft();
  }
}
