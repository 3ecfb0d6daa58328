package io.tidemark.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real worker processes and a real Kafka. Workers that fail: {@link WorkerFailuresIT}. */
class RemoteWorkersIT {
  private static final List<WorkerProcess> WORKERS = new ArrayList<>();

  @TempDir static Path home;

  @TempDir Path folder;

  @AfterAll
  static void stop() {
    WORKERS.forEach(WorkerProcess::close);
    WORKERS.clear();
  }

  /** Started once for all tests: each run leaves them ready for the next. */
  private static List<WorkerProcess> workers() throws IOException {
    while (WORKERS.size() < 3) {
      WORKERS.add(WorkerProcess.start(home));
    }
    return WORKERS;
  }

  private Path kafka() throws IOException {
    return kafka(
        "kafka", "consumerConfig: {auto.offset.reset: earliest, enable.auto.commit: false}");
  }

  private Path kafka(String name, String consumers) throws IOException {
    return StartedKafka.shared()
        .driver(folder, name, "producerConfig: {acks: all}\n" + consumers + "\n");
  }

  private Command benchmark(Path driver, List<WorkerProcess> workers, Path workload) {
    String urls = workers.stream().map(WorkerProcess::url).collect(Collectors.joining(","));
    return Command.run(folder, "-d", driver.toString(), "-w", urls, workload.toString());
  }

  private Path workload() throws IOException {
    return WorkloadFiles.write(
        folder,
        "remote",
        "topics: 2\nproducersPerTopic: 2\nconsumerPerSubscription: 2\n" + WorkloadFiles.SHORT);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void sumsAreRightHoweverManyWorkersThereAre(int count) throws IOException, InterruptedException {
    Path results = folder.resolve("results");
    Command benchmark = benchmark(kafka(), workers().subList(0, count), workload());
    // JVMs on few cores may be too slow for a valid run; the sums must be right all the same.
    assertThat(benchmark.exitCode()).as(benchmark.output()).isIn(0, 1);
    JsonNode run = RunResults.only(results);
    assertThat(run.required("workers").size()).isEqualTo(count);
    RunResults.assertSentAndReceived(run, 1_500);
    assertThat(run.requiredAt("/delivery/acknowledgedMessages"))
        .isEqualTo(run.requiredAt("/delivery/sentMessages"));
  }

  /**
   * Consumers on two workers share a partition, hold more messages than they process while the
   * broker waits for them, and acknowledge each.
   */
  @Test
  @Tag("release")
  void messagesThatAShareGroupHoldsForTooLongAreRedeliveredAndNotLost() throws Exception {
    JsonNode run =
        shared(
            "slow",
            2,
            """
            producerRate: 40
            warmupDuration: 0s
            testDuration: 4s
            drainTimeout: 60s
            consumerProcessingTime: 80ms
            """);
    assertThat(run.requiredAt("/runCounts/redeliveredMessages").asLong()).isPositive();
    assertThat(run.requiredAt("/delivery/lostMessages").asLong(-1)).isZero();
    assertThat(run.requiredAt("/delivery/outOfOrderMessages").isNull()).isTrue();
  }

  /** A slow consumer takes all messages, processes the first ones, and is replaced, repeatedly. */
  @Test
  @Tag("release")
  void messagesThatABrokerDropsAfterTooManyDeliveriesAreLost() throws Exception {
    JsonNode run =
        shared(
            "limit",
            1,
            """
            producerRate: 60
            warmupDuration: 0s
            drainTimeout: 20s
            churn: {consumersPerSecond: 0.5}
            phases:
              - {name: slow, duration: 7s, consumerProcessingTime: 300ms}
              - {name: fast, duration: 1s, consumerProcessingTime: 0s}
            """);
    assertThat(run.requiredAt("/delivery/lostMessages").asLong(-1)).isPositive();
    assertThat(run.requiredAt("/delivery/failedMessages").asLong(-1)).isZero();
  }

  /** Messages in one partition, delivered at most twice, to consumers on different workers. */
  private JsonNode shared(String name, int consumers, String load) throws Exception {
    Path driver =
        kafka(
            name,
            """
            consumerConfig: {share.acknowledgement.mode: explicit}
            consumer: share
            groupConfig:
              share.record.lock.duration.ms: 1000
              share.delivery.count.limit: 2
            """);
    // The seed decides the name of the group, which is of another kind than in the other tests.
    String clients = "partitionsPerTopic: 1\nconsumerPerSubscription: " + consumers + "\n";
    Path workload =
        WorkloadFiles.write(
            folder, name, "seed: 2\n" + clients + load + WorkloadFiles.WIDE_THRESHOLDS);
    Command benchmark = benchmark(driver, workers().subList(0, 3), workload);
    assertThat(benchmark.exitCode()).as(benchmark.output()).isIn(0, 1);
    return RunResults.only(folder.resolve("results"));
  }

  /** Then each message takes at least its end-to-end latency of its producer's time. */
  @Test
  void oneMessageIsInFlightUntilItIsReceived() throws Exception {
    Path workload =
        WorkloadFiles.write(
            folder,
            "ping",
            """
            producerRate: max
            maxInFlightPerProducer: 1
            inFlightUntil: received
            warmupDuration: 1s
            testDuration: 3s
            """
                + WorkloadFiles.WIDE_THRESHOLDS);
    Command benchmark = benchmark(kafka(), workers().subList(0, 1), workload);
    assertThat(benchmark.exitCode()).as(benchmark.output()).isZero();
    JsonNode run = RunResults.only(folder.resolve("results"));
    JsonNode latency = run.requiredAt("/totals/latencies/endToEndFromSendMicros");
    double sumMicros = latency.required("mean").asDouble() * latency.required("count").asLong();
    double lengthMicros = run.requiredAt("/totals/byTime/sendingSeconds").asDouble() * 1e6;
    assertThat(sumMicros)
        .isPositive()
        .isLessThan(1.01 * lengthMicros + latency.required("max").asDouble());
    assertThat(run.requiredAt("/delivery/lostMessages").asLong(-1)).isZero();
  }

  /** A consumer that takes 40 ms for a message handles at most 25 each second. */
  @Test
  @Tag("release")
  void aRateSearchFindsWhatTheConsumersHandle() throws IOException, InterruptedException {
    Path workload =
        WorkloadFiles.write(
            folder,
            "search",
            """
            partitionsPerTopic: 2
            consumerPerSubscription: 2
            producerRate: 0
            search: {startAt: 30, trialDuration: 3s, shortTrialDuration: 2s, precision: 30%, measureAt: 50%}
            consumerProcessingTime: 40ms
            keyDistributor: KEY_ROUND_ROBIN
            warmupDuration: 1s
            testDuration: 2s
            """
                + WorkloadFiles.WIDE_THRESHOLDS.replace("achievedRate: 1", "achievedRate: 95"));
    Command benchmark = benchmark(kafka(), workers().subList(0, 2), workload);
    assertThat(benchmark.endedWith(0))
        .contains("search-warm-up-1: 30.0 msg/s", "search-1: 30.0 msg/s", "Search");

    JsonNode run = RunResults.only(folder.resolve("results"));
    JsonNode search = run.required("search");
    assertThat(search.required("converged").asBoolean()).isTrue();
    double lower = search.required("lowerBoundPerSecond").asDouble();
    assertThat(lower)
        .isBetween(32.0, 53.0)
        .isEqualTo(search.required("highestRatePerSecond").asDouble());
    assertThat(search.required("upperBoundPerSecond").asDouble())
        .isGreaterThan(lower)
        .isLessThan(70);
    assertThat(run.required("phases"))
        .filteredOn(phase -> phase.required("measured").asBoolean())
        .singleElement()
        .satisfies(
            phase -> {
              assertThat(phase.required("name").asText()).isEqualTo("test");
              assertThat(phase.required("intendedRatePerSecond").asDouble())
                  .isBetween(0.49 * lower, 0.51 * lower);
            });
    assertThat(RunResults.omb(folder.resolve("results"))).hasSize(1);
    RunResults.assertJudgedAgainAsStored(folder);
  }
}
