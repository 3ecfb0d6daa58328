package io.tidemark.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real worker processes, a real Kafka, and what happens when a process dies or freezes. */
class RemoteWorkersIT {
  private static final String LISTENS = "Worker listens on ";

  @TempDir static Path brokers;
  private static String bootstrap;

  @TempDir Path folder;
  private final List<TidemarkProcess> workers = new ArrayList<>();

  @BeforeAll
  static void startKafka() throws IOException, InterruptedException {
    try (TidemarkProcess up =
        TidemarkProcess.run(brokers, "brokers", "up", "kafka", "--nodes", "1")) {
      assertThat(up.waitFor()).as(up.output()).isZero();
      bootstrap =
          up.output()
              .lines()
              .filter(line -> line.contains("bootstrap = "))
              .map(line -> line.replaceAll(".*bootstrap = ", "").strip())
              .findFirst()
              .orElseThrow(() -> new AssertionError("no address in: " + up.output()));
    }
  }

  @AfterAll
  static void stopKafka() throws IOException, InterruptedException {
    TidemarkProcess.run(brokers, "brokers", "down").close();
  }

  @AfterEach
  void stopWorkers() {
    workers.forEach(TidemarkProcess::close);
  }

  private void startWorkers(int count) throws IOException {
    for (int i = 0; i < count; i++) {
      workers.add(TidemarkProcess.start(folder, "benchmark-worker", "-p", "0"));
    }
    workers.forEach(worker -> worker.awaitOutput(LISTENS));
  }

  private static String address(TidemarkProcess worker) {
    return worker
        .output()
        .lines()
        .filter(line -> line.contains(LISTENS))
        .map(line -> line.substring(line.indexOf(LISTENS) + LISTENS.length()))
        .findFirst()
        .orElseThrow();
  }

  private TidemarkProcess benchmark(Path workload, String... more) throws IOException {
    Path driver =
        Files.writeString(
            folder.resolve("kafka.yaml"),
            """
            name: kafka
            driverClass: io.tidemark.driver.kafka.KafkaBenchmarkDriver
            replicationFactor: 1
            commonConfig: {bootstrap.servers: "%s"}
            producerConfig: {acks: all}
            consumerConfig: {auto.offset.reset: earliest, enable.auto.commit: false}
            """
                .formatted(bootstrap));
    String urls = workers.stream().map(RemoteWorkersIT::address).collect(Collectors.joining(","));
    List<String> arguments = new ArrayList<>(List.of("-d", driver.toString(), "-w", urls));
    arguments.addAll(List.of(more));
    arguments.add(workload.toString());
    return TidemarkProcess.start(folder, "benchmark", arguments.toArray(String[]::new));
  }

  private Path workload(String name, String testDuration) throws IOException {
    Path file =
        WorkloadFiles.write(
            folder,
            name,
            """
            producerRate: 500
            warmupDuration: 1s
            testDuration: %s
            """
                    .formatted(testDuration)
                + WorkloadFiles.WIDE_THRESHOLDS);
    String four =
        Files.readString(file)
            .replace("topics: 1", "topics: 2")
            .replace("producersPerTopic: 1", "producersPerTopic: 2");
    return Files.writeString(file, four);
  }

  private void assertGoodRun(String name) throws IOException, InterruptedException {
    try (TidemarkProcess benchmark = benchmark(workload(name, "4s"), "--results-dir", name)) {
      assertThat(benchmark.waitFor()).as(benchmark.output()).isZero();
    }
    JsonNode run = RunResults.only(folder.resolve(name));
    assertThat(run.at("/delivery/sentMessages").asLong()).isEqualTo(2_500);
    assertThat(run.at("/delivery/lostMessages").asLong(-1)).isZero();
    assertThat(run.at("/totals/latencies/endToEndMicros/count").asLong()).isEqualTo(2_000);
  }

  @Test
  void sumsAreRightWithTwoAndWithFourWorkers() throws IOException, InterruptedException {
    startWorkers(2);
    assertGoodRun("two");
    startWorkers(2);
    assertGoodRun("four");
  }

  @Test
  void endsTheRunAndNamesAWorkerThatIsKilled() throws IOException, InterruptedException {
    startWorkers(2);
    String killed = address(workers.get(1)).replace("http://", "");
    try (TidemarkProcess benchmark = benchmark(workload("killed", "10m"))) {
      benchmark.awaitOutput("test ");
      workers.get(1).signal("KILL");
      assertThat(benchmark.waitFor()).as(benchmark.output()).isEqualTo(3);
      assertThat(benchmark.output()).contains("WORKER_LOST " + killed).doesNotContain("\tat ");
    }
    JsonNode run = RunResults.only(folder.resolve("results"));
    assertThat(run.at("/verdict/status").asText()).isEqualTo("ABORTED");
    assertThat(run.path("samples").size()).isPositive();
    assertThat(run.at("/delivery/sentMessages").asLong()).isPositive();
  }

  @Test
  void goesOnWithoutAFrozenWorkerWhichServesAgainAfterwards()
      throws IOException, InterruptedException {
    startWorkers(2);
    String frozen = address(workers.get(1)).replace("http://", "");
    try (TidemarkProcess benchmark =
        benchmark(workload("frozen", "15s"), "--on-worker-loss", "continue")) {
      benchmark.awaitOutput("test ");
      workers.get(1).signal("STOP");
      assertThat(benchmark.waitFor()).as(benchmark.output()).isEqualTo(1);
      assertThat(benchmark.output()).contains("WORKER_LOST " + frozen);
    }
    JsonNode run = RunResults.only(folder.resolve("results"));
    assertThat(run.at("/verdict/status").asText()).isEqualTo("INVALID");
    assertThat(run.at("/delivery/sentMessages").asLong()).isEqualTo(8_000);
    workers.get(1).signal("CONT");
    assertGoodRun("thawed");
  }

  @Test
  void workersStopByThemselvesWhenTheCoordinatorIsKilledAndServeTheNext()
      throws IOException, InterruptedException {
    startWorkers(2);
    try (TidemarkProcess benchmark = benchmark(workload("orphan", "10m"))) {
      benchmark.awaitOutput("test ");
      benchmark.signal("KILL");
    }
    workers.forEach(worker -> worker.awaitOutput("its coordinator is gone"));
    assertGoodRun("next");
  }

  @Test
  void refusesWhatCannotBeBeforeAnythingIsTouched() throws IOException, InterruptedException {
    Path workload = workload("none", "4s");
    String local = TidemarkProcess.ROOT.resolve("driver-kafka-strimzi/local.yaml").toString();
    try (TidemarkProcess benchmark =
        TidemarkProcess.run(
            folder, "benchmark", "-d", local, "-w", "http://127.0.0.1:1", workload.toString())) {
      assertThat(benchmark.waitFor()).isEqualTo(2);
      assertThat(benchmark.output()).contains("localBrokers", "bin/brokers up");
    }
    try (TidemarkProcess worker =
        TidemarkProcess.run(folder, "benchmark-worker", "--bind", "0.0.0.0", "-p", "0")) {
      assertThat(worker.waitFor()).isEqualTo(2);
      assertThat(worker.output()).contains("--token-file");
    }
    String inMemory = TidemarkProcess.ROOT.resolve("driver-inmemory/inmemory.yaml").toString();
    try (TidemarkProcess benchmark =
        TidemarkProcess.run(
            folder, "benchmark", "-d", inMemory, "-w", "http://127.0.0.1:1", workload.toString())) {
      assertThat(benchmark.waitFor()).as(benchmark.output()).isEqualTo(3);
      assertThat(benchmark.output()).contains("127.0.0.1:1").doesNotContain("\tat ");
    }
  }
}
