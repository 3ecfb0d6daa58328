package io.tidemark.report;

import io.tidemark.model.load.DeliveryMode;
import io.tidemark.model.load.Serialization;
import io.tidemark.model.part.Parts;
import io.tidemark.model.result.DeliveryReport;
import io.tidemark.model.result.FailoverReport;
import io.tidemark.model.result.FaultReport;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RequestReplyReport;
import io.tidemark.model.result.RunCounts;
import io.tidemark.model.result.RunEvent;
import io.tidemark.model.result.RunIdentity;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Sample;
import io.tidemark.model.result.SearchReport;
import io.tidemark.model.result.Verdict;
import io.tidemark.model.result.Verdict.Finding;
import io.tidemark.model.result.Verdict.ObjectiveResult;
import io.tidemark.model.result.Verdict.Severity;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.model.result.VerdictInputs;
import io.tidemark.model.result.WorkerReport;
import io.tidemark.model.result.finish.ResultFinisher;
import io.tidemark.model.snapshot.TelemetrySample;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs made by hand, with figures as a small Kafka cluster gives them. */
public final class SampleRuns {
  private SampleRuns() {}

  /** A valid run: 5 s warm-up, 20 s test at 10,000 msg/s, drain; the second interval is empty. */
  public static RunResult sample() {
    PhaseResult test = RunFigures.phase("test", true, 5, 20, 1.0);
    return ResultFinisher.result(
            new RunIdentity(
                "9f3c2a",
                "1 topic / 3 partitions, 1 KB",
                "quickstart",
                "kafka-strimzi-local",
                1,
                1,
                RunParts.STARTED.toEpochMilli()),
            new RunResult.Shape(1, 3, RunFigures.BYTES, 1, 1, 1),
            List.of(RunFigures.phase("warm-up", false, 0, 5, 1.5), test, RunFigures.drain()),
            Parts.NONE
                .with(RunResult.WORKLOAD, RunParts.workload())
                .with(RunResult.DRIVER, RunParts.driver())
                .with(
                    RunResult.COORDINATOR_ENVIRONMENT,
                    Map.of(
                        "os.kernel", "Linux 6.1",
                        "cpu.model", "Example CPU",
                        "cpu.logicalCores", "2"))
                .with(
                    RunResult.BROKER_FACTS,
                    Map.of("broker.name", "Apache Kafka", "client.version", "4.3.1", "nodes", "3"))
                .with(WorkerReport.PART, List.of(RunParts.worker("local", 0, 0)))
                .with(
                    Sample.PART,
                    List.of(
                        RunFigures.interval("warm-up", 0, 5, 1.5),
                        RunFigures.interval("test", 5, 10, 1.0),
                        RunFigures.silence("test", 15, 10)))
                .with(
                    Sample.TEN_SECONDS,
                    List.of(
                        RunFigures.interval("test", 5, 10, 1.0),
                        RunFigures.silence("test", 15, 10)))
                .with(DeliveryReport.PART, RunParts.delivery())
                .with(
                    RunEvent.PART,
                    List.of(
                        new RunEvent(
                            RunFigures.START + 5 * RunFigures.SECOND,
                            "coordinator",
                            RunEvent.PHASE,
                            "test",
                            "started")))
                .with(
                    TelemetrySample.PART,
                    List.of(
                        new TelemetrySample(
                            RunFigures.START + 6 * RunFigures.SECOND,
                            "logEndOffset",
                            "topic-0, partition 1",
                            1234,
                            0)))
                .with(RunCounts.PART, new RunCounts(RunFigures.counters(250_000)))
                .with(VerdictInputs.PART, RunParts.inputs()))
        .withVerdict(
            new Verdict(
                Status.VALID,
                List.of(
                    new Finding(
                        Severity.REMARK,
                        "co-located",
                        "the brokers run on the load generator's machine and share its CPU")),
                List.of(new ObjectiveResult("publishLatency.p99", "<= 20ms", "5.95 ms", true))));
  }

  private static RunResult finished(RunResult run) {
    return ResultFinisher.result(run.identity(), run.shape(), run.phases(), run.parts())
        .withVerdict(run.verdict());
  }

  public static RunResult withVerdict(RunResult run, Verdict verdict) {
    return finished(run.withVerdict(verdict));
  }

  public static RunResult withBrokerFacts(RunResult run, Map<String, String> facts) {
    return finished(run.with(RunResult.BROKER_FACTS, facts));
  }

  public static RunResult withIdentity(RunResult run, RunIdentity identity) {
    return finished(run.withIdentity(identity));
  }

  public static RunResult withPhases(RunResult run, List<PhaseResult> phases) {
    return finished(run.withPhases(phases));
  }

  public static RunResult withWorkload(RunResult run, Map<String, Object> workload) {
    return finished(run.with(RunResult.WORKLOAD, workload));
  }

  public static RunResult withDriver(RunResult run, Map<String, Object> driver) {
    return finished(run.with(RunResult.DRIVER, driver));
  }

  /** Another broker, another driver file. */
  public static RunResult onOneNode(RunResult run) {
    Map<String, Object> driver = new LinkedHashMap<>(run.driver());
    driver.put("name", "kafka-strimzi-local-1node");
    driver.put("replicationFactor", 1);
    RunIdentity id = run.identity();
    RunIdentity other =
        new RunIdentity(
            "1node",
            id.workloadName(),
            id.workloadFileBase(),
            "kafka-strimzi-local-1node",
            1,
            1,
            id.startedEpochMillis() + 60_000);
    return withBrokerFacts(
        withDriver(withIdentity(run, other), driver),
        Map.of("broker.name", "Apache Kafka", "client.version", "4.3.1", "nodes", "1"));
  }

  /** Invalid, with a lost worker, losses and sends that never got an answer. */
  public static RunResult invalid() {
    RunResult run = sample();
    RunIdentity identity =
        new RunIdentity(
            "bad", "failover", "failover", "rabbit/quorum", 2, 3, RunParts.STARTED.toEpochMilli());
    DeliveryReport delivery =
        new DeliveryReport(
            DeliveryMode.FULL,
            250_000,
            249_990,
            3,
            7,
            Optional.empty(),
            Optional.of(0L),
            List.of(
                RunParts.subscription("sub-0", Optional.of(12L), Optional.of(5L), Optional.empty()),
                RunParts.subscription("sub-1", Optional.of(0L), Optional.of(0L), Optional.empty())),
            List.of("order is not judged: the driver does not tell the partition of a message"),
            Optional.empty());
    Verdict verdict =
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
                ObjectiveResult.unknown("endToEnd.p99", "<= 1s", "not measured")));
    return finished(
        run.with()
            .identity(identity)
            .shape(new RunResult.Shape(2, 1, 100, 2, 3, 2))
            .verdict(verdict)
            .parts(
                run.parts()
                    .with(RunResult.DRIVER, Map.of("name", "rabbit/quorum"))
                    .with(RunResult.COORDINATOR_ENVIRONMENT, Map.of())
                    .with(RunResult.BROKER_FACTS, Map.of())
                    .with(
                        WorkerReport.PART,
                        List.of(RunParts.worker("http://10.0.0.1:8080", 0, 0), RunParts.lost()))
                    .with(DeliveryReport.PART, delivery)
                    .with(
                        DeliveryReport.AGES_NANOS,
                        List.of(1_500_000_000L, 30_000_000_000L, 2_000_000_000L))
                    .with(RunEvent.PART, List.of())
                    .with(TelemetrySample.PART, List.of()))
            .build());
  }

  /** A ramp of three phases; the last one missed its objectives. */
  public static RunResult ramp() {
    RunResult run = sample();
    RunResult ramp =
        withPhases(
            run,
            List.of(
                RunFigures.phase("warm-up", false, 0, 5, 1.0),
                RunFigures.step("step-2k", 5, 2_000, 2_000, 0.8),
                RunFigures.step("step-5k", 15, 5_000, 5_000, 1.0),
                RunFigures.step("step-12k", 25, 12_000, 9_340, 300)));
    RunResult sampled =
        withSamples(
            ramp,
            List.of(
                RunFigures.interval("warm-up", 0, 5, 1.0),
                RunFigures.interval("step-2k", 5, 10, 0.8),
                RunFigures.interval("step-5k", 15, 10, 1.0),
                RunFigures.interval("step-12k", 25, 10, 300)));
    return withVerdict(
        sampled,
        new Verdict(
            Status.FAILED,
            List.of(),
            List.of(
                new ObjectiveResult("lost", "0", "0", true),
                objective("publishRate.min(5s)", ">= 99%", "100.00 %", true).of("step-2k"),
                objective("publishRate.min(5s)", ">= 99%", "99.97 %", true).of("step-5k"),
                objective("publishRate.min(5s)", ">= 99%", "71.20 %", false).of("step-12k"),
                objective("endToEnd.p99", "<= 1s", "2.64 s", false).of("step-12k"))));
  }

  private static ObjectiveResult objective(
      String key, String condition, String actual, boolean met) {
    return new ObjectiveResult(key, condition, actual, met);
  }

  public static RunResult withSamples(RunResult run, List<Sample> samples) {
    return finished(run.with(Sample.PART, samples));
  }

  /** Requests and replies: a sweep of two steps, with timeouts in the second. */
  public static RunResult requestReply() {
    List<PhaseResult> steps =
        List.of(
            RunFigures.step("warm-up-1", false, 0, 5, 1, 0),
            RunFigures.step("requesters-1", true, 5, 10, 1, 0),
            RunFigures.step("warm-up-2", false, 15, 5, 2, 0),
            RunFigures.step("requesters-2", true, 20, 10, 2, 3));
    RequestReplyReport report =
        new RequestReplyReport(
            true,
            "JMS, correlation id per requester, static reply queue per pair",
            List.of(1, 2),
            4,
            2,
            45_003,
            RunFigures.roundTrips(45_000, 3),
            0,
            Optional.of(1L),
            Optional.empty());
    RunResult run = sample();
    return finished(
        run.with()
            .identity(RunParts.identity("rr", "ibmmq-siqm"))
            .shape(new RunResult.Shape(1, 1, RunFigures.BYTES, 1, 1, 1))
            .phases(steps)
            .verdict(new Verdict(Status.VALID, List.of(), List.of()))
            .parts(
                run.parts()
                    .with(RunResult.DRIVER, Map.of("name", "ibmmq-siqm"))
                    .with(
                        RunResult.BROKER_FACTS,
                        Map.of("broker.name", "IBM MQ", "broker.version", "command level 945"))
                    .with(RunEvent.PART, List.of())
                    .with(TelemetrySample.PART, List.of())
                    .with(RequestReplyReport.PART, Optional.of(report)))
            .build());
  }

  /** A run with another search, other faults and another failover. */
  public static RunResult with(
      RunResult run,
      Optional<SearchReport> search,
      List<FaultReport> faults,
      Optional<FailoverReport> failover) {
    return with(run, search, faults, failover, run.part(TelemetrySample.PART));
  }

  public static RunResult with(
      RunResult run,
      Optional<SearchReport> search,
      List<FaultReport> faults,
      Optional<FailoverReport> failover,
      List<TelemetrySample> telemetry) {
    return finished(
        run.with(SearchReport.PART, search)
            .with(FaultReport.PART, faults)
            .with(FailoverReport.PART, failover)
            .with(TelemetrySample.PART, telemetry));
  }

  /** With the time to make a body. */
  public static RunResult withSerialization(RunResult run, Serialization serialization) {
    return run.with(Serialization.PART, Optional.of(serialization));
  }

  public static RunResult withRequestReply(RunResult run, RunIdentity identity) {
    return withBrokerFacts(
        withDriver(withIdentity(run, identity), Map.of("name", identity.driverName())),
        Map.of("broker.name", "ActiveMQ Artemis, used instead of IBM MQ"));
  }
}
