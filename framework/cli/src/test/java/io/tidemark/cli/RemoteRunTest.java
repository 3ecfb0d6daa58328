package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tidemark.coordinator.WorkerLossPolicy;
import io.tidemark.http.client.HttpWorkerOptions;
import io.tidemark.http.protocol.WorkerAddress;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunEvent;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Verdict.ObjectiveResult;
import io.tidemark.model.result.WorkerReport;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.runs.ExitCode;
import io.tidemark.runs.workers.WorkerSurvey;
import io.tidemark.runs.workers.Workers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs over HTTP with workers whose clocks are wrong by seconds. */
@Tag("slow")
class RemoteRunTest {
  private static final Duration AHEAD = Duration.ofSeconds(3);
  private static final Duration BEHIND = Duration.ofSeconds(-2);

  @TempDir Path folder;
  private MiniBench bench;

  @BeforeEach
  void start() throws Exception {
    bench = new MiniBench().worker(AHEAD).worker(BEHIND);
  }

  @AfterEach
  void stop() {
    bench.close();
  }

  private Path workload() throws Exception {
    return workload(
        """
        messageSize: 100
        producerRate: 200
        warmupDuration: 1s
        testDuration: 2s
        """);
  }

  /** One topic with one client on each side. */
  private Path workload(String load) throws Exception {
    return Files.writeString(
        folder.resolve("mini.yaml"),
        """
        name: mini
        topics: 1
        partitionsPerTopic: 1
        subscriptionsPerTopic: 1
        producersPerTopic: 1
        consumerPerSubscription: 1
        """
            + load);
  }

  private static void assertOffset(WorkerReport worker, Duration shift) {
    assertThat(worker.clockErrorBoundNanos()).isBetween(1L, AHEAD.toNanos() / 2);
    assertThat(worker.clockOffsetNanos() - shift.toNanos())
        .isBetween(-worker.clockErrorBoundNanos(), worker.clockErrorBoundNanos());
  }

  @Test
  void correctsClocksThatAreWrongBySecondsAndReportsBySoMuch() throws Exception {
    RunResult result = bench.run(workload());

    assertOffset(result.workers().get(0), AHEAD);
    assertOffset(result.workers().get(1), BEHIND);
    assertThat(bench.notes).anyMatch(note -> note.matches("clock of worker .*: offset 3.00 s, .*"));
    assertThat(bench.notes)
        .anyMatch(note -> note.matches("clock of worker .*: offset -2.00 s, .*"));
    PhaseResult test = phase(result, "test");
    long negative = test.counters().get(Counter.NEGATIVE_END_TO_END);
    Histogram fromSend = histogram(test, Measure.END_TO_END_FROM_SEND);
    assertThat(fromSend.getTotalCount() + negative).isEqualTo(400);
    // Uncorrected all of them were five seconds in the past; messages take a few microseconds, so
    // that what is left of the error may still turn some around.
    Histogram endToEnd = histogram(test, Measure.END_TO_END);
    assertThat(fromSend.getMaxValue()).isLessThan(AHEAD.toNanos() / 2);
    assertThat(endToEnd.getMaxValue()).isLessThan(AHEAD.toNanos() / 2);
    assertThat(endToEnd.getTotalCount()).isPositive();
    assertThat(test.counters().get(Counter.SENT)).isEqualTo(400);
    assertThat(test.counters().get(Counter.RECEIVED)).isEqualTo(400);
  }

  @Test
  void messagesTooSmallForAStampAreNeitherLostNorLate() throws Exception {
    Path mixed =
        workload(
            """
            messageSizeDistribution: {5: 10, 40: 90}
            producerRate: 400
            warmupDuration: 0s
            testDuration: 1s
            objectives: {lost: 0, endToEnd.p99: "<= 60s"}
            """);

    RunResult result = bench.run(mixed);

    assertThat(result.delivery().lost()).hasValue(0L);
    assertThat(result.delivery().subscriptions())
        .hasSize(2)
        .allSatisfy(each -> assertThat(each.received()).isBetween(1L, 399L));
    assertThat(result.verdict().objectives())
        .extracting(ObjectiveResult::key, ObjectiveResult::met)
        .contains(tuple("lost", true), tuple("endToEnd.p99", true));
    assertThat(result.phases().stream().filter(phase -> phase.name().equals("drain")))
        .allSatisfy(drain -> assertThat(drain.lengthNanos()).isLessThan(5_000_000_000L));
  }

  @Test
  void theTestAfterAWarmUpOfUnknownLengthHasItsWholeLoadOnAllWorkers() throws Exception {
    Path auto =
        workload(
            """
            messageSize: 100
            producerRate: 200
            warmupDuration: auto
            warmupLimit: 20s
            sampleInterval: 500ms
            testDuration: 2s
            """);

    RunResult result = bench.run(auto);

    assertThat(phase(result, "warm-up").lengthSeconds()).isBetween(9.9, 20.1);
    assertThat(phase(result, "test").lengthSeconds()).isEqualTo(2);
    assertThat(phase(result, "test").counters().get(Counter.SENT)).isBetween(399L, 401L);
    assertThat(result.delivery().lost()).hasValue(0L);
    assertThat(result.events()).anyMatch(event -> event.kind().equals(RunEvent.WARM_UP));
  }

  /** Each size of a range has its own hash, so damage to any would be reported. */
  @Test
  void messagesOfARangeOfSizesAreCheckedWhole() throws Exception {
    Path ranges =
        workload(
            """
            messageSizeDistribution: {"64-512": 3, "4KB-64KB": 1}
            payload: {compressedShare: 0.5, poolSize: 10}
            producerRate: 400
            warmupDuration: 0s
            testDuration: 1s
            objectives: {lost: 0, corrupted: 0}
            """);

    RunResult result = bench.run(ranges);

    assertThat(result.verdict().objectives()).extracting(ObjectiveResult::met).containsOnly(true);
    assertThat(result.shape().messageSizeBytes()).isEqualTo(8920);
    var counters = phase(result, "test").counters();
    double bytes = (double) counters.get(Counter.SENT_BYTES) / counters.get(Counter.SENT);
    assertThat(bytes).isBetween(6_000.0, 12_000.0);
  }

  @Test
  void thePlanReportsTheOffsetsOfTheWorkersAndWhichCannotBeReached() throws Exception {
    List<WorkerAddress> addresses = new ArrayList<>(bench.addresses());
    addresses.add(new WorkerAddress(false, "127.0.0.1", 1));
    WorkerSurvey survey =
        WorkerSurvey.of(new Workers(addresses, HttpWorkerOptions.DEFAULT, WorkerLossPolicy.END));
    assertThat(survey.code()).isEqualTo(ExitCode.INFRASTRUCTURE);
    assertThat(survey.text().strip().lines())
        .hasSize(3)
        .anyMatch(line -> line.matches(".*clock offset 3.00 s, \\+/- .*"))
        .anyMatch(line -> line.matches(".*clock offset -2.00 s, \\+/- .*"))
        .anyMatch(line -> line.contains("cannot connect to http://127.0.0.1:1"));
  }

  @Test
  void warnsOfWorkersThatDoNotRequireTheTokenThatTheyAreShown() throws Exception {
    Path token = Files.writeString(folder.resolve("token"), "correct-horse-battery");
    String worker = bench.addresses().get(0).toString();

    CommandRun run =
        CommandRun.in(
            folder,
            CommandRun.IN_MEMORY,
            MiniBench.ONE_OF_EACH + "producerRate: 200\nwarmupDuration: 0s\ntestDuration: 1s\n",
            "-w",
            worker,
            "--token-file",
            token.toString());

    assertThat(run.printed())
        .containsPattern("WARNING worker \\S+ does not require the token:")
        .contains("start it with --token-file");
  }

  @Test
  void liveFiguresEqualTheResults() throws Exception {
    RunResult result = bench.run(workload());

    Counters total =
        result.phases().stream().map(PhaseResult::counters).reduce(Counters.ZERO, Counters::plus);
    assertThat(total.get(Counter.SENT)).isEqualTo(600);
    assertThat(figure(0, "benchmark_producer_messages_sent"))
        .isEqualTo(total.get(Counter.ACKNOWLEDGED));
    assertThat(figure(0, "benchmark_producer_bytes_sent"))
        .isEqualTo(total.get(Counter.ACKNOWLEDGED_BYTES));
    assertThat(figure(0, "tidemark_messages_handed_over_total")).isEqualTo(total.get(Counter.SENT));
    assertThat(figure(1, "benchmark_consumer_messages_recv"))
        .isEqualTo(total.get(Counter.RECEIVED));
    assertThat(figure(1, "benchmark_consumer_bytes_recv"))
        .isEqualTo(total.get(Counter.RECEIVED_BYTES));
    assertLatency(result, 0, "benchmark_producer_produce_latency", Measure.PUBLISH_LATENCY);
    assertLatency(result, 0, "benchmark_producer_producer_delay_latency", Measure.SCHEDULE_DELAY);
    assertLatency(result, 1, "benchmark_consumer_e2e_latency", Measure.END_TO_END_FROM_SEND);
    assertLatency(result, 1, "tidemark_end_to_end_milliseconds", Measure.END_TO_END);
  }

  private void assertLatency(RunResult result, int worker, String name, Measure measure) {
    Histogram all = new Histogram(1, Duration.ofHours(12).toNanos(), 3);
    for (PhaseResult phase : result.phases()) {
      all.add(histogram(phase, measure));
    }
    assertThat(figure(worker, name + "_count{success=\"true\"}")).isEqualTo(all.getTotalCount());
    for (String quantile : List.of("0.5", "0.99", "1.0")) {
      double latencyMillis = all.getValueAtPercentile(Double.parseDouble(quantile) * 100) / 1e6;
      Double expected =
          all.getTotalCount() == 0 ? Double.NaN : latencyMillis; // NaN equals as object
      assertThat(figure(worker, name + "{success=\"true\",quantile=\"" + quantile + "\"}"))
          .isEqualTo(expected);
    }
  }

  private static Histogram histogram(PhaseResult phase, Measure measure) {
    Histogram empty = new Histogram(1, Duration.ofHours(12).toNanos(), 3);
    return phase.histograms().getOrDefault(measure, empty);
  }

  private double figure(int worker, String name) {
    return bench
        .metrics
        .get(worker)
        .text()
        .lines()
        .filter(line -> line.startsWith(name + " "))
        .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + name));
  }

  private static PhaseResult phase(RunResult result, String name) {
    return result.phases().stream().filter(p -> p.name().equals(name)).findFirst().orElseThrow();
  }
}
