package io.tidemark.report;

import io.tidemark.model.earlier.AcknowledgedMessages;
import io.tidemark.model.earlier.AcknowledgedWriter;
import io.tidemark.model.load.DeliveryMode;
import io.tidemark.model.result.DeliveryReport;
import io.tidemark.model.result.DeliveryReport.ProducerDelivery;
import io.tidemark.model.result.DeliveryReport.SubscriptionDelivery;
import io.tidemark.model.result.RunIdentity;
import io.tidemark.model.result.VerdictInputs;
import io.tidemark.model.result.VerdictInputs.BrokerCounts;
import io.tidemark.model.result.VerdictInputs.Clocks;
import io.tidemark.model.result.VerdictInputs.LostWorker;
import io.tidemark.model.result.VerdictInputs.NeverSent;
import io.tidemark.model.result.VerdictInputs.PhaseEnd;
import io.tidemark.model.result.WorkerReport;
import io.tidemark.model.worker.ProbeCounts;
import io.tidemark.model.worker.WorkerInfo;
import io.tidemark.model.worker.WorkerInfo.ClockDomain;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Parts of the runs of {@link SampleRuns}. */
public final class RunParts {
  public static final Instant STARTED = Instant.parse("2026-11-21T02:35:07.123Z");

  private RunParts() {}

  public static RunIdentity identity(String runId, String driver) {
    return new RunIdentity(
        runId, "request and reply", "request-reply", driver, 1, 1, STARTED.toEpochMilli());
  }

  public static VerdictInputs inputs() {
    return VerdictInputs.GOOD
        .with()
        .workers(List.of("local"))
        .lostWorkers(List.of(new LostWorker("other", "it was stopped (SIGTERM)", true)))
        .clocks(new Clocks(1_200, "local and other", 0, "", List.of()))
        .producers(1)
        .maxInFlightPerProducer(65_536)
        .neverSent(new NeverSent(2, 1_234_567))
        .phaseEnds(
            List.of(
                new PhaseEnd("warm-up", 5_000_000_000L, false, 3),
                new PhaseEnd("test", 20_000_000_000L, false, 2),
                new PhaseEnd("drain", 1_000_000_000L, true, 0)))
        .peakBacklogMessages(42)
        .coLocated(true)
        .brokerCounts(new BrokerCounts(250_001L, null, null, false, true, true, 6_000_000_000L))
        .probes(new ProbeCounts(1, 1, 1))
        .problems(List.of("a topic was not deleted"))
        .build();
  }

  public static DeliveryReport delivery() {
    return new DeliveryReport(
        DeliveryMode.FULL,
        250_000,
        250_000,
        0,
        0,
        Optional.of(0L),
        Optional.of(0L),
        List.of(subscription("sub-000", Optional.of(0L), Optional.of(0L), Optional.of(0L))),
        List.of(),
        Optional.of(acknowledged()));
  }

  public static AcknowledgedMessages acknowledged() {
    AcknowledgedWriter writer = new AcknowledgedWriter("9f3c2a");
    writer.producer("topic-0");
    writer.range(0, 200_000);
    writer.producer("topic-0");
    writer.range(3, 50_003);
    return writer.finish();
  }

  public static SubscriptionDelivery subscription(
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
            new ProducerDelivery(
                0, 200_000, 200_000, lost, 0, outOfOrder, Optional.of(0L), Optional.empty()),
            new ProducerDelivery(
                1,
                50_000,
                50_000,
                lost.map(all -> 0L),
                0,
                Optional.empty(),
                Optional.empty(),
                Optional.empty())));
  }

  public static WorkerReport worker(String name, long offset, long bound) {
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

  public static WorkerReport lost() {
    return new WorkerReport(
        new WorkerInfo("http://10.0.0.2:8080", "0.1.0", new ClockDomain("other", 0), Map.of()),
        1,
        2,
        -80_000_123,
        150_000,
        2e-6,
        true);
  }

  public static Map<String, Object> workload() {
    Map<String, Object> workload = new LinkedHashMap<>();
    workload.put("name", "1 topic / 3 partitions, 1 KB");
    workload.put("topics", 1);
    workload.put("partitionsPerTopic", 3);
    workload.put("messageSize", RunFigures.BYTES);
    workload.put("producerRate", RunFigures.RATE);
    workload.put("testDuration", "20s");
    workload.put("warmupDuration", "5s");
    workload.put("keyDistributor", "NO_KEY");
    workload.put("objectives", Map.of("publishLatency.p99", "<= 20ms"));
    return workload;
  }

  public static Map<String, Object> driver() {
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
