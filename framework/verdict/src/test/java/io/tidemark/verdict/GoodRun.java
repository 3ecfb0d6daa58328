package io.tidemark.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.fault.FaultKind.FaultAction;
import io.tidemark.model.load.DeliveryMode;
import io.tidemark.model.outcome.OutcomeReport;
import io.tidemark.model.part.Parts;
import io.tidemark.model.result.DeliveryReport;
import io.tidemark.model.result.DeliveryReport.AuditedOffsets;
import io.tidemark.model.result.DeliveryReport.SubscriptionDelivery;
import io.tidemark.model.result.FailoverReport;
import io.tidemark.model.result.FaultReport;
import io.tidemark.model.result.FaultReport.Effect;
import io.tidemark.model.result.FaultReport.Flow;
import io.tidemark.model.result.JudgedRun;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RequestReplyReport;
import io.tidemark.model.result.RunCounts;
import io.tidemark.model.result.RunEvent;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.RunResult.PriorityResult;
import io.tidemark.model.result.Sample;
import io.tidemark.model.result.SearchReport;
import io.tidemark.model.result.Throughput;
import io.tidemark.model.result.Verdict;
import io.tidemark.model.result.Verdict.Finding;
import io.tidemark.model.result.Verdict.ObjectiveResult;
import io.tidemark.model.result.Verdict.Severity;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.model.result.VerdictInputs;
import io.tidemark.model.result.VerdictInputs.BrokerCounts;
import io.tidemark.model.result.VerdictInputs.Clocks;
import io.tidemark.model.result.VerdictInputs.Ending;
import io.tidemark.model.result.VerdictInputs.LeftAtBroker;
import io.tidemark.model.result.VerdictInputs.LostWorker;
import io.tidemark.model.result.VerdictInputs.NeverSent;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.snapshot.HostSample;
import io.tidemark.model.snapshot.LatencyHistogram;
import io.tidemark.model.snapshot.LoadThreads;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.worker.ProbeCounts;
import io.tidemark.model.workload.Load;
import io.tidemark.model.workload.Objective;
import io.tidemark.model.workload.Objective.Comparison;
import io.tidemark.model.workload.Objective.Unit;
import io.tidemark.model.workload.PhaseScale;
import io.tidemark.model.workload.SearchSpec.Quantity;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/** A good run of ten seconds at 1,000 messages a second; fields are what a test spoils. */
final class GoodRun {
  final PlannedWorkload workload = new PlannedWorkload();
  final Map<Measure, Histogram> histograms = new EnumMap<>(Measure.class);
  Optional<Double> intended = Optional.of(1_000.0);
  long sent = 10_000;
  long acknowledged = 10_000;
  long received = 10_000;
  long failed;
  long consumerErrors;
  long foreign;
  long corrupted;
  long negative;
  long overflowed;
  Counters unstamped = Counters.ZERO;
  long inFlight = 5;
  long backlog = 3;
  HostSample host = new HostSample(0.5, 1.0, 2, 0, 0, 0, 0, 1, 1, 1_000_000, LoadThreads.NONE);
  LoadThreads loadThreads = LoadThreads.NONE;
  List<String> workers = List.of("a");

  /** Samples of the workers after the first. */
  List<HostSample> otherHosts = List.of();

  /** At the ends of samples of one second; one sample of ten seconds where both are empty. */
  List<Long> inFlightSeries = List.of();

  List<Long> backlogSeries = List.of();
  long unacknowledged;
  boolean drained = true;
  boolean missing;
  Optional<Long> duplicated = Optional.of(0L);
  Optional<Long> outOfOrder = Optional.of(0L);
  List<RunEvent> events = List.of();
  Ending ending = Ending.COMPLETED;
  String reason = "";
  List<LostWorker> lost = List.of();
  Clocks clocks = Clocks.ONE;
  int maxInFlight = 1_000;
  long finalDebt;
  long overdueNanos;
  boolean leaseExpired;
  Optional<RequestReplyReport> requestReply = Optional.empty();
  Optional<SearchReport> search = Optional.empty();
  List<FaultReport> faults = List.of();
  Optional<FailoverReport> failover = Optional.empty();
  boolean coLocated;
  BrokerCounts brokerCounts = BrokerCounts.NONE;
  LeftAtBroker leftAtBroker = LeftAtBroker.NONE;
  ProbeCounts probes = ProbeCounts.NONE;
  long droppedEvents;
  long cutReadings;
  List<String> damages = List.of();
  List<String> problems = List.of();
  int stuckThreads;
  Optional<Long> abortedReads = Optional.empty();
  List<String> firstAbortedReads = List.of();
  Optional<AuditedOffsets> offsets = Optional.empty();
  List<VerdictInputs.BrokerTrend> brokerTrends = List.of();
  List<PriorityResult> priorities = List.of();
  Optional<OutcomeReport> outcomes = Optional.empty();
  Optional<Long> messagesLost = Optional.of(0L);

  boolean subscribed = true;

  /** No sample was taken in time. */
  boolean coordinatorLate;

  /** No sample shows a message. */
  boolean answeredAfterwards;

  /** In place of one for each phase. */
  List<Sample> samples = List.of();

  Map<String, Verdict> classVerdicts = Map.of();

  /** Measured phases in place of the one. */
  List<PhaseResult> steps = List.of();

  List<VerdictInputs.PhaseEnd> phaseEnds = List.of();

  GoodRun() {
    record(Measure.SCHEDULE_DELAY, 20_000);
    record(Measure.PUBLISH_LATENCY, 5_000_000);
    record(Measure.END_TO_END, 10_000_000);
  }

  /** Returns counts of messages that were all acknowledged, and received once. */
  static Counters arrived(long messages) {
    return failing(messages, 0);
  }

  /** Returns counts of sends of which some failed; the other messages arrived. */
  static Counters failing(long sent, long failed) {
    return Counters.ZERO
        .with(Counter.SENT, sent)
        .with(Counter.ACKNOWLEDGED, sent - failed)
        .with(Counter.FAILED, failed)
        .with(Counter.RECEIVED, sent - failed);
  }

  /** A measured phase of ten seconds without latencies. */
  static PhaseResult phase(
      String name, long startSecond, Optional<Double> intended, Counters counters) {
    return new PhaseResult(
        name,
        true,
        startSecond * 1_000_000_000L,
        10_000_000_000L,
        intended,
        new Throughput(counters, 10_000_000_000L),
        counters,
        PhaseScale.NONE,
        Map.of());
  }

  /** Returns the report of a fault of node 1 in the phase test that was undone. */
  static FaultReport fault(long fromMicros, long untilMicros, Effect effect) {
    return new FaultReport(
        "f",
        FaultAction.of("kill leader"),
        List.of(1),
        List.of(),
        "test",
        fromMicros,
        Optional.of(fromMicros),
        Optional.of(untilMicros),
        Optional.of(untilMicros),
        "",
        Optional.of(effect));
  }

  /** A sample without latencies and machines. */
  static Sample plainSample(
      String phase, long startNanos, long nanos, Counters counters, long backlog, long inFlight) {
    return new Sample(
        phase, startNanos, nanos, counters, Map.of(), backlog, inFlight, 0, List.of());
  }

  /** A flow that stopped for two seconds. */
  static Flow flow(Optional<Double> recoverySeconds, double afterPercent) {
    return new Flow(
        1_000,
        Optional.of(1_000.0),
        0,
        2,
        Optional.of(2.0),
        Optional.of(0.1),
        recoverySeconds,
        2_000,
        Optional.empty(),
        Optional.of(afterPercent));
  }

  /** Returns the effect of a fault that overlaps with none, without failed sends. */
  static Effect effect(double windowSeconds, Optional<Flow> flow) {
    return new Effect(
        1,
        windowSeconds,
        Optional.empty(),
        List.of(),
        false,
        Optional.empty(),
        flow,
        flow,
        0,
        Optional.empty(),
        0,
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /**
   * A search for a rate with the bounds that it found.
   *
   * @param why it did not converge; empty if it did
   */
  static Optional<SearchReport> search(
      Optional<Double> passed, Optional<Double> failed, String why) {
    return Optional.of(
        new SearchReport(Quantity.RATE, passed, failed, why.isEmpty(), why, List.of()));
  }

  /** Requests that had no reply within the timeout, and others. */
  static RequestReplyReport roundTrips() {
    return roundTrips(
        Counters.ZERO
            .with(Counter.TIMED_OUT, 40)
            .with(Counter.LATE, 30)
            .with(Counter.DUPLICATE_REPLIES, 20)
            .with(Counter.NEVER_ASKED, 10),
        7,
        6,
        5);
  }

  static RequestReplyReport roundTrips(
      Counters counts, long unanswered, long requestsLost, long repliesLost) {
    return new RequestReplyReport(
        true,
        "correlation ids",
        List.of(1),
        1,
        1,
        10_000,
        counts,
        unanswered,
        Optional.of(requestsLost),
        Optional.of(repliesLost));
  }

  GoodRun record(Measure measure, long nanos) {
    Histogram histogram = LatencyHistogram.create();
    histogram.recordValueWithCount(nanos, 10_000);
    histograms.put(measure, histogram);
    return this;
  }

  /** The messages of the other sends arrive. */
  void sendsFail(long number, long unanswered) {
    failed = number;
    unacknowledged = unanswered;
    acknowledged = sent - number - unanswered;
    received = acknowledged;
  }

  /** Latencies of 1 us to {@code micros} us, each once. */
  GoodRun recordEachMicrosecondTo(Measure measure, int micros) {
    Histogram histogram = LatencyHistogram.create();
    for (int each = 1; each <= micros; each++) {
      histogram.recordValue(each * 1_000L);
    }
    histograms.put(measure, histogram);
    return this;
  }

  /** One sample of the generator's machine of two cores, times in nanoseconds. */
  void host(double cpu, double steal, double throttled, long gc, long longestGc, long tickerLag) {
    host =
        new HostSample(
            cpu, cpu + 0.05, 2, steal, throttled, gc, longestGc, 1, 1, tickerLag, LoadThreads.NONE);
  }

  /** How one load thread with one producer spent the ten seconds; shares from 0 to 1. */
  void loadThread(double cap, double sends, double cpu, double runQueue) {
    long nanos = 10_000_000_000L;
    loadThreads =
        new LoadThreads(
            nanos,
            nanos,
            (long) (sends * nanos),
            (long) (cap * nanos),
            (long) (cpu * nanos),
            (long) (runQueue * nanos),
            1_500_000_000L,
            finalDebt);
  }

  static List<String> codes(Verdict verdict) {
    return verdict.findings().stream().map(Finding::code).toList();
  }

  void assertFailed(String code, String text) {
    assertThat(verdict().status()).isEqualTo(Status.FAILED);
    assertThat(finding(code).severity()).isEqualTo(Severity.FAILS);
    assertThat(finding(code).message()).contains(text);
  }

  Finding finding(String code) {
    Verdict verdict = verdict();
    return verdict.findings().stream()
        .filter(each -> each.code().equals(code))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + code + " in " + verdict.findings()));
  }

  void assertInvalid(String code, String text) {
    assertThat(verdict().status()).isEqualTo(Status.INVALID);
    assertThat(finding(code).severity()).isEqualTo(Severity.INVALIDATES);
    assertThat(finding(code).message()).contains(text);
  }

  /** The only objective, with what was measured. */
  ObjectiveResult objective(String key, Comparison comparison, double limit, Unit unit) {
    workload.objectives = List.of(new Objective(key, comparison, limit, unit, "as written"));
    return verdict().objectives().get(0);
  }

  Verdict verdict() {
    JudgedRun run = judged();
    return VerdictRules.judge(run, workload.workload(), Criteria.fromWorkload(workload.workload()));
  }

  RuleInput input() {
    JudgedRun run = judged();
    return RuleInput.fromRun(run, workload.workload(), Criteria.fromWorkload(workload.workload()));
  }

  JudgedRun judged() {
    Counters counters =
        Counters.ZERO
            .with(Counter.SENT, sent)
            .with(Counter.SENT_BYTES, sent * 100)
            .with(Counter.ACKNOWLEDGED, acknowledged)
            .with(Counter.ACKNOWLEDGED_BYTES, acknowledged * 100)
            .with(Counter.FAILED, failed)
            .with(Counter.CONSUMER_ERRORS, consumerErrors)
            .with(Counter.RECEIVED, received)
            .with(Counter.RECEIVED_BYTES, received * 100)
            .with(Counter.FOREIGN, foreign)
            .with(Counter.CORRUPTED, corrupted)
            .with(Counter.NEGATIVE_END_TO_END, negative)
            .with(Counter.OVERFLOWED, overflowed)
            .plus(unstamped);
    PhaseResult phase = phase("test", 0, counters, PhaseScale.NONE);
    List<PhaseResult> phases = steps.isEmpty() ? List.of(phase) : steps;
    Counters shown = answeredAfterwards ? Counters.ZERO : counters;
    List<Sample> all =
        coordinatorLate
            ? List.of()
            : phases.stream().flatMap(each -> sampled(each, shown).stream()).toList();
    DeliveryReport delivery =
        new DeliveryReport(
            DeliveryMode.FULL,
            sent,
            acknowledged,
            failed,
            unacknowledged,
            Optional.of(corrupted),
            Optional.of(foreign),
            !subscribed
                ? List.of()
                : List.of(
                    new SubscriptionDelivery(
                        "s",
                        "t",
                        acknowledged,
                        received,
                        messagesLost,
                        duplicated,
                        outOfOrder,
                        Optional.of(0L),
                        abortedReads,
                        List.of(),
                        firstAbortedReads,
                        offsets,
                        List.of())),
            List.of(),
            Optional.empty());
    if (intended.isEmpty()) {
      workload.load = new Load.ClosedLoop();
    }
    return new Judged(
        phases,
        Parts.NONE
            .with(Sample.PART, all)
            .with(DeliveryReport.PART, delivery)
            .with(RequestReplyReport.PART, requestReply)
            .with(SearchReport.PART, search)
            .with(FaultReport.PART, faults)
            .with(FailoverReport.PART, failover)
            .with(RunEvent.PART, events)
            .with(RunResult.PRIORITIES, priorities)
            .with(OutcomeReport.PART, outcomes)
            .with(RunCounts.PART, new RunCounts(counters))
            .with(VerdictInputs.PART, inputs()),
        classVerdicts);
  }

  /** A measured phase of ten seconds, as of now. */
  PhaseResult phase(String name, long startEpochNanos, Counters counters, PhaseScale scale) {
    return new PhaseResult(
        name,
        true,
        startEpochNanos,
        10_000_000_000L,
        intended,
        new Throughput(counters, 10_000_000_000L),
        counters,
        scale,
        histograms);
  }

  private VerdictInputs inputs() {
    return new VerdictInputs(
        ending,
        reason,
        workers,
        lost,
        clocks,
        1,
        maxInFlight,
        new NeverSent(finalDebt, overdueNanos),
        phaseEnds,
        backlog,
        leaseExpired,
        drained,
        missing,
        coLocated,
        stuckThreads,
        brokerCounts,
        leftAtBroker,
        probes,
        droppedEvents,
        cutReadings,
        damages,
        problems,
        brokerTrends);
  }

  private List<Sample> sampled(PhaseResult phase, Counters shown) {
    return samples.isEmpty()
        ? series(phase.name(), shown).toList()
        : samples.stream().filter(each -> each.phase().equals(phase.name())).toList();
  }

  private Stream<Sample> series(String phase, Counters counters) {
    int number = Math.max(inFlightSeries.size(), backlogSeries.size());
    if (number == 0) {
      return Stream.of(sample(phase, 0, 10_000_000_000L, counters, backlog, inFlight));
    }
    return IntStream.range(0, number)
        .mapToObj(
            i ->
                sample(
                    phase,
                    i * 1_000_000_000L,
                    1_000_000_000L,
                    counters,
                    backlogSeries.isEmpty() ? backlog : backlogSeries.get(i),
                    inFlightSeries.isEmpty() ? inFlight : inFlightSeries.get(i)));
  }

  private Sample sample(
      String phase,
      long startNanos,
      long lengthNanos,
      Counters counters,
      long waiting,
      long unanswered) {
    return new Sample(
        phase,
        startNanos,
        lengthNanos,
        counters,
        Map.of(),
        waiting,
        unanswered,
        finalDebt,
        Stream.concat(Stream.of(host.with(loadThreads)), otherHosts.stream()).toList());
  }

  private record Judged(List<PhaseResult> phases, Parts parts, Map<String, Verdict> classVerdicts)
      implements JudgedRun {}
}
