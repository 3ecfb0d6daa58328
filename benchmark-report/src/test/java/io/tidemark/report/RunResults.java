package io.tidemark.report;

import io.tidemark.model.load.DeliveryMode;
import io.tidemark.model.result.DeliveryReport;
import io.tidemark.model.result.DeliveryReport.ProducerDelivery;
import io.tidemark.model.result.DeliveryReport.SubscriptionDelivery;
import io.tidemark.model.result.LatencySummary;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RequestReplyReport;
import io.tidemark.model.result.RunEvent;
import io.tidemark.model.result.RunIdentity;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Sample;
import io.tidemark.model.result.Verdict;
import io.tidemark.model.result.Verdict.Finding;
import io.tidemark.model.result.Verdict.ObjectiveResult;
import io.tidemark.model.result.Verdict.Severity;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.model.result.WorkerReport;
import io.tidemark.model.worker.Counters;
import io.tidemark.model.worker.HostSample;
import io.tidemark.model.worker.LatencyHistogram;
import io.tidemark.model.worker.Measure;
import io.tidemark.model.worker.RoundTripCounts;
import io.tidemark.model.worker.TelemetrySample;
import io.tidemark.model.worker.WorkerInfo;
import io.tidemark.model.worker.WorkerInfo.ClockDomain;
import java.time.Instant;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/** Runs made by hand, with figures as a small Kafka cluster gives them. */
final class RunResults {
  static final Instant STARTED = Instant.parse("2026-11-21T02:35:07.123Z");
  private static final long SECOND = 1_000_000_000L;
  private static final long START = STARTED.toEpochMilli() * 1_000_000;
  private static final int RATE = 10_000;
  private static final int BYTES = 1_024;

  private RunResults() {}

  /** A valid run: 5 s warm-up, 20 s test at 10,000 msg/s, drain; the second interval is empty. */
  static RunResult sample() {
    PhaseResult test = phase("test", true, 5, 20, 1.0);
    return new RunResult(
        new RunIdentity(
            "9f3c2a",
            "1 topic / 3 partitions, 1 KB",
            "quickstart",
            "kafka-strimzi-local",
            1,
            1,
            STARTED.toEpochMilli()),
        new RunResult.Shape(1, 3, BYTES, 1, 1, 1),
        workload(),
        driver(),
        Map.of("os.kernel", "Linux 6.1", "cpu.model", "Example CPU", "cpu.logicalCores", "2"),
        Map.of("broker.name", "Apache Kafka", "client.version", "4.3.1", "nodes", "3"),
        List.of(worker("local", 0, 0)),
        List.of(phase("warm-up", false, 0, 5, 1.5), test, drain()),
        List.of(
            interval("warm-up", 0, 5, 1.5), interval("test", 5, 10, 1.0), silence("test", 15, 10)),
        List.of(interval("test", 5, 10, 1.0), silence("test", 15, 10)),
        delivery(),
        List.of(),
        List.of(new RunEvent(START + 5 * SECOND, "coordinator", "PHASE", "test", "started")),
        List.of(
            new TelemetrySample(
                START + 6 * SECOND, "logEndOffset", "topic-0, partition 1", 1234, 0)),
        new Verdict(
            Status.VALID,
            List.of(
                new Finding(
                    Severity.REMARK,
                    "co-located",
                    "the brokers run on the load generator's machine and share its CPU")),
            List.of(new ObjectiveResult("publishLatency.p99", "<= 20ms", "5.95 ms", true))));
  }

  static RunResult withVerdict(RunResult run, Verdict verdict) {
    return new RunResult(
        run.identity(),
        run.shape(),
        run.workload(),
        run.driver(),
        run.coordinatorEnvironment(),
        run.brokerFacts(),
        run.workers(),
        run.phases(),
        run.samples(),
        run.tenSecondSamples(),
        run.delivery(),
        run.unacknowledgedAgesNanos(),
        run.events(),
        run.telemetry(),
        verdict);
  }

  static RunResult withIdentity(RunResult run, RunIdentity identity) {
    return new RunResult(
        identity,
        run.shape(),
        run.workload(),
        run.driver(),
        run.coordinatorEnvironment(),
        run.brokerFacts(),
        run.workers(),
        run.phases(),
        run.samples(),
        run.tenSecondSamples(),
        run.delivery(),
        run.unacknowledgedAgesNanos(),
        run.events(),
        run.telemetry(),
        run.verdict());
  }

  static RunResult withPhases(RunResult run, List<PhaseResult> phases) {
    return new RunResult(
        run.identity(),
        run.shape(),
        run.workload(),
        run.driver(),
        run.coordinatorEnvironment(),
        run.brokerFacts(),
        run.workers(),
        phases,
        run.samples(),
        run.tenSecondSamples(),
        run.delivery(),
        run.unacknowledgedAgesNanos(),
        run.events(),
        run.telemetry(),
        run.verdict());
  }

  static RunResult withWorkload(RunResult run, Map<String, Object> workload) {
    return new RunResult(
        run.identity(),
        run.shape(),
        workload,
        run.driver(),
        run.coordinatorEnvironment(),
        run.brokerFacts(),
        run.workers(),
        run.phases(),
        run.samples(),
        run.tenSecondSamples(),
        run.delivery(),
        run.unacknowledgedAgesNanos(),
        run.events(),
        run.telemetry(),
        run.verdict());
  }

  /** An invalid run that began at the same time under the same names. */
  static RunResult invalidNamedLike(RunResult run) {
    return withIdentity(invalid(), run.identity());
  }

  /** Another broker, another driver file. */
  static RunResult onOneNode(RunResult run) {
    Map<String, Object> driver = new LinkedHashMap<>(run.driver());
    driver.put("name", "kafka-strimzi-local-1node");
    driver.put("replicationFactor", 1);
    RunIdentity id = run.identity();
    return new RunResult(
        new RunIdentity(
            "1node",
            id.workloadName(),
            id.workloadFileBase(),
            "kafka-strimzi-local-1node",
            1,
            1,
            id.startedEpochMillis() + 60_000),
        run.shape(),
        run.workload(),
        driver,
        run.coordinatorEnvironment(),
        Map.of("broker.name", "Apache Kafka", "client.version", "4.3.1", "nodes", "1"),
        run.workers(),
        run.phases(),
        run.samples(),
        run.tenSecondSamples(),
        run.delivery(),
        run.unacknowledgedAgesNanos(),
        run.events(),
        run.telemetry(),
        run.verdict());
  }

  /** Invalid, with a lost worker, losses and sends that never got an answer. */
  static RunResult invalid() {
    RunResult run = sample();
    return new RunResult(
        new RunIdentity(
            "bad", "failover", "failover", "rabbit/quorum", 2, 3, STARTED.toEpochMilli()),
        new RunResult.Shape(2, 1, 100, 2, 3, 2),
        run.workload(),
        Map.of("name", "rabbit/quorum"),
        Map.of(),
        Map.of(),
        List.of(worker("http://10.0.0.1:8080", 0, 0), lost()),
        run.phases(),
        run.samples(),
        run.tenSecondSamples(),
        new DeliveryReport(
            DeliveryMode.FULL,
            250_000,
            249_990,
            3,
            7,
            Optional.empty(),
            Optional.of(0L),
            List.of(
                subscription("sub-0", Optional.of(12L), Optional.of(5L), Optional.empty()),
                subscription("sub-1", Optional.of(0L), Optional.of(0L), Optional.empty())),
            List.of("order is not judged: the driver does not tell the partition of a message")),
        List.of(1_500_000_000L, 30_000_000_000L, 2_000_000_000L),
        List.of(),
        List.of(),
        new Verdict(
            Status.INVALID,
            List.of(
                new Finding(
                    Severity.INVALIDATES,
                    "worker-lost",
                    "worker http://10.0.0.2:8080 has not answered for 10 s: 1 of 2 workers lost,"
                        + " the load fell short of its schedule by 50 %"),
                new Finding(Severity.REMARK, "clock", "clock offset measured 12 times")),
            List.of(
                new ObjectiveResult("lost", "== 0", "12", false),
                new ObjectiveResult("endToEnd.p99", "<= 1s", "not measured", false))));
  }

  /** Requests and replies: a sweep of two steps, with timeouts in the second. */
  static RunResult requestReply() {
    RunResult run = withIdentity(sample(), identity("rr", "ibmmq-siqm"));
    List<PhaseResult> steps =
        List.of(
            step("warm-up-1", false, 0, 5, 1, 0),
            step("requesters-1", true, 5, 10, 1, 0),
            step("warm-up-2", false, 15, 5, 2, 0),
            step("requesters-2", true, 20, 10, 2, 3));
    return new RunResult(
        run.identity(),
        new RunResult.Shape(1, 1, BYTES, 1, 1, 1),
        run.workload(),
        Map.of("name", "ibmmq-siqm"),
        run.coordinatorEnvironment(),
        Map.of("broker.name", "IBM MQ", "broker.version", "command level 945"),
        run.workers(),
        steps,
        run.samples(),
        run.tenSecondSamples(),
        run.delivery(),
        List.of(),
        List.of(),
        List.of(),
        Optional.of(
            new RequestReplyReport(
                true,
                "JMS, correlation id per requester, static reply queue per pair",
                List.of(1, 2),
                4,
                2,
                45_003,
                roundTrips(45_000, 3),
                0,
                Optional.of(1L),
                Optional.empty())),
        new Verdict(Status.VALID, List.of(), List.of()));
  }

  static RunResult withRequestReply(RunResult run, RunIdentity identity) {
    return new RunResult(
        identity,
        run.shape(),
        run.workload(),
        Map.of("name", identity.driverName()),
        run.coordinatorEnvironment(),
        Map.of("broker.name", "ActiveMQ Artemis, in place of IBM MQ"),
        run.workers(),
        run.phases(),
        run.samples(),
        run.tenSecondSamples(),
        run.delivery(),
        run.unacknowledgedAgesNanos(),
        run.events(),
        run.telemetry(),
        run.requestReply(),
        run.verdict());
  }

  static RunIdentity identity(String runId, String driver) {
    return new RunIdentity(
        runId, "request and reply", "request-reply", driver, 1, 1, STARTED.toEpochMilli());
  }

  private static PhaseResult step(
      String name, boolean measured, int startSecond, int seconds, int requesters, long timeouts) {
    long answered = 1_000L * requesters * seconds;
    long bytes = answered * BYTES;
    Map<Measure, Histogram> histograms = new EnumMap<>(Measure.class);
    histograms.put(Measure.ROUND_TRIP, skewed(answered, 400_000L * requesters));
    histograms.put(Measure.ROUND_TRIP_RESPONSE, skewed(answered, 410_000L * requesters));
    histograms.put(Measure.REQUEST_LEG, skewed(answered, 150_000L * requesters));
    histograms.put(Measure.RESPONDER_TIME, skewed(answered, 20_000));
    histograms.put(Measure.REPLY_LEG, skewed(answered, 160_000L * requesters));
    double rate = 1_000.0 * requesters;
    return new PhaseResult(
        name,
        measured,
        START + startSecond * SECOND,
        seconds * SECOND,
        Optional.empty(),
        new Sample.Rates(rate, rate, rate * BYTES, 0, rate, rate * BYTES, rate),
        new Counters(
            answered,
            bytes,
            answered,
            bytes,
            0,
            answered,
            bytes,
            0,
            0,
            0,
            0,
            0,
            0,
            roundTrips(answered, timeouts)),
        Optional.of(requesters),
        histograms);
  }

  private static RoundTripCounts roundTrips(long answered, long timeouts) {
    return new RoundTripCounts(
        answered + timeouts, answered, 0, answered, timeouts, timeouts == 0 ? 0 : 2, 0, 0);
  }

  static Sample interval(String phase, int startSecond, int seconds, double slowness) {
    long messages = (long) RATE * seconds;
    Map<Measure, LatencySummary> latencies = new EnumMap<>(Measure.class);
    histograms(messages, slowness)
        .forEach((measure, h) -> LatencySummary.of(h).ifPresent(s -> latencies.put(measure, s)));
    return new Sample(
        phase,
        START + startSecond * SECOND,
        seconds * SECOND,
        counters(messages),
        rates(RATE),
        latencies,
        42,
        17,
        0,
        List.of(
            new HostSample(
                0.75, 1.5, 2, 0.01, Double.NaN, 4_200_000, 2_100_000, 64_000_000, -1, 250_000)));
  }

  static Sample silence(String phase, int startSecond, int seconds) {
    return new Sample(
        phase,
        START + startSecond * SECOND,
        seconds * SECOND,
        Counters.ZERO,
        rates(0),
        Map.of(),
        0,
        5,
        100_000,
        List.of());
  }

  static PhaseResult phase(
      String name, boolean measured, int startSecond, int seconds, double slowness) {
    long messages = (long) RATE * seconds;
    return new PhaseResult(
        name,
        measured,
        START + startSecond * SECOND,
        seconds * SECOND,
        Optional.of((double) RATE),
        rates(RATE),
        counters(messages),
        histograms(messages, slowness));
  }

  private static PhaseResult drain() {
    return new PhaseResult(
        "drain",
        false,
        START + 25 * SECOND,
        SECOND / 2,
        Optional.empty(),
        rates(0),
        Counters.ZERO,
        Map.of());
  }

  private static Map<Measure, Histogram> histograms(long messages, double slowness) {
    Map<Measure, Histogram> histograms = new EnumMap<>(Measure.class);
    histograms.put(Measure.SCHEDULE_DELAY, skewed(messages, (long) (9_000 * slowness)));
    histograms.put(Measure.PUBLISH_LATENCY, skewed(messages, (long) (1_200_000 * slowness)));
    histograms.put(Measure.PUBLISH_RESPONSE, skewed(messages, (long) (1_210_000 * slowness)));
    histograms.put(Measure.END_TO_END, skewed(messages, (long) (1_910_000 * slowness)));
    histograms.put(Measure.END_TO_END_FROM_SEND, skewed(messages, (long) (1_900_000 * slowness)));
    histograms.put(Measure.FAILED_SEND, LatencyHistogram.create());
    return histograms;
  }

  /** From the base up, steeply at the end: nineteen in twenty below 3 x, the last at 100 x. */
  private static Histogram skewed(long count, long baseNanos) {
    Histogram histogram = LatencyHistogram.create();
    for (long i = 0; i < count; i++) {
      long nanos = baseNanos + 2 * baseNanos * i / count;
      if (i % 20 == 19) {
        nanos += 2 * baseNanos;
      }
      if (i % 10_000 == 9_999) {
        nanos *= 20;
      }
      histogram.recordValue(nanos);
    }
    return histogram;
  }

  private static Sample.Rates rates(double rate) {
    return new Sample.Rates(rate, rate, rate * BYTES, 0, rate, rate * BYTES);
  }

  private static Counters counters(long messages) {
    long bytes = messages * BYTES;
    return new Counters(messages, bytes, messages, bytes, 0, messages, bytes, 0, 0, 0, 0, 0, 0);
  }

  private static DeliveryReport delivery() {
    return new DeliveryReport(
        DeliveryMode.FULL,
        250_000,
        250_000,
        0,
        0,
        Optional.of(0L),
        Optional.of(0L),
        List.of(subscription("sub-000", Optional.of(0L), Optional.of(0L), Optional.of(0L))),
        List.of());
  }

  private static SubscriptionDelivery subscription(
      String name, Optional<Long> lost, Optional<Long> duplicated, Optional<Long> outOfOrder) {
    return new SubscriptionDelivery(
        name,
        "topic-0",
        250_000,
        250_000,
        lost,
        duplicated,
        outOfOrder,
        Optional.of(0L),
        lost.orElse(0L) > 0 ? List.of("0:17", "0:18") : List.of(),
        List.of(
            new ProducerDelivery(0, 200_000, 200_000, lost, 0, outOfOrder, Optional.of(0L)),
            new ProducerDelivery(
                1, 50_000, 50_000, lost.map(all -> 0L), 0, Optional.empty(), Optional.empty())));
  }

  private static WorkerReport worker(String name, long offset, long bound) {
    return new WorkerReport(
        new WorkerInfo(
            name,
            "0.1.0",
            new ClockDomain("boot", 0),
            Map.of("jvm.version", "17.0.9", "cpu.logicalCores", "2")),
        1,
        1,
        offset,
        bound,
        0,
        false);
  }

  private static WorkerReport lost() {
    return new WorkerReport(
        new WorkerInfo("http://10.0.0.2:8080", "0.1.0", new ClockDomain("other", 0), Map.of()),
        1,
        2,
        -80_000_123,
        150_000,
        2e-6,
        true);
  }

  private static Map<String, Object> workload() {
    Map<String, Object> workload = new LinkedHashMap<>();
    workload.put("name", "1 topic / 3 partitions, 1 KB");
    workload.put("topics", 1);
    workload.put("partitionsPerTopic", 3);
    workload.put("messageSize", BYTES);
    workload.put("producerRate", RATE);
    workload.put("testDuration", "20s");
    workload.put("warmupDuration", "5s");
    workload.put("keyDistributor", "NO_KEY");
    workload.put("objectives", Map.of("publishLatency.p99", "<= 20ms"));
    return workload;
  }

  private static Map<String, Object> driver() {
    Map<String, Object> driver = new LinkedHashMap<>();
    driver.put("name", "kafka-strimzi-local");
    driver.put("driverClass", "io.tidemark.driver.kafka.KafkaBenchmarkDriver");
    driver.put("localBrokers", new TreeMap<>(Map.of("kind", "kafka", "nodes", 3)));
    driver.put("replicationFactor", 3);
    driver.put("commonConfig", "bootstrap.servers=127.0.0.1:9092\nsasl.password=****\n");
    driver.put("producerConfig", "acks=all\nlinger.ms=1\n");
    return driver;
  }
}
