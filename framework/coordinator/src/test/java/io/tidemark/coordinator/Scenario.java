package io.tidemark.coordinator;

import io.tidemark.model.fault.FaultInjector;
import io.tidemark.model.fault.FaultSpec;
import io.tidemark.model.load.Arrivals;
import io.tidemark.model.load.DeliveryMode;
import io.tidemark.model.load.EnvelopeSpec;
import io.tidemark.model.load.InFlightUntil;
import io.tidemark.model.load.KeyDistribution;
import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.load.RequestReplySpec;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunEvent;
import io.tidemark.model.result.RunIdentity;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Sample;
import io.tidemark.model.result.Verdict.Finding;
import io.tidemark.model.worker.RunSetup.DriverSource;
import io.tidemark.model.worker.Worker;
import io.tidemark.model.worker.WorkerInfo.ClockDomain;
import io.tidemark.model.workload.ConsumerSpec;
import io.tidemark.model.workload.DestinationSpec;
import io.tidemark.model.workload.EarlierRun;
import io.tidemark.model.workload.LoadSpec;
import io.tidemark.model.workload.MessageSpec;
import io.tidemark.model.workload.Objective;
import io.tidemark.model.workload.Pattern;
import io.tidemark.model.workload.Phase;
import io.tidemark.model.workload.ProducerRate;
import io.tidemark.model.workload.SearchSpec;
import io.tidemark.model.workload.TimeSpec;
import io.tidemark.model.workload.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A workload, workers and a broker in virtual time; fields are what a test changes. */
final class Scenario implements RunListener {
  final VirtualTime time = new VirtualTime();
  final SimulatedBroker broker = new SimulatedBroker(time.clock);
  final List<ScriptedWorker> workers = new ArrayList<>();
  final StopSignal stop = new StopSignal();
  final List<Sample> seen = new ArrayList<>();
  final List<String> positions = new ArrayList<>();
  final List<String> phasesSeen = new ArrayList<>();
  final List<RunEvent> eventsSeen = new ArrayList<>();
  final List<RunResult> measured = new ArrayList<>();

  /** What the first worker had been asked when the first result was handed out. */
  List<String> loggedWhenMeasured = List.of();

  String ownBootId = "";

  int topics = 1;
  int subscriptions = 1;
  int producers = 1;
  int consumers = 1;
  ProducerRate rate = new ProducerRate.OpenLoop(100);
  Arrivals arrivals = Arrivals.UNIFORM;
  long messageLimit;
  Duration warmup = Duration.ofSeconds(5);
  Optional<Duration> test = Optional.of(Duration.ofSeconds(20));
  Duration sampleInterval = Duration.ofSeconds(1);
  List<Phase> phases = List.of();
  Pattern pattern = Pattern.PUBSUB;
  Duration processing = Duration.ZERO;
  long backlogBytes;
  double drainRatio = 1.0;
  DeliveryMode delivery = DeliveryMode.FULL;
  EnvelopeSpec envelope = EnvelopeSpec.DEFAULT;
  PayloadSpec payload = PayloadSpec.zeros(100);
  Duration drainTimeout = Duration.ofSeconds(10);
  List<Objective> objectives = List.of();
  Map<String, Double> thresholds = Map.of();
  Optional<Integer> maxInFlight = Optional.empty();
  Optional<RequestReplySpec> requestReply = Optional.empty();
  RunOptions options = RunOptions.DEFAULT;
  boolean failListener;
  RunJournal journal = RunJournal.inMemory();
  List<String> topicNames = List.of();
  Optional<EarlierRun> fromRun = Optional.empty();
  List<FaultSpec> faults = List.of();
  FaultInjector injector = FaultInjector.NONE;
  Optional<StandbySite> standby = Optional.empty();

  Scenario workers(String... names) {
    for (String name : names) {
      workers.add(new ScriptedWorker(name, broker));
    }
    return this;
  }

  ScriptedWorker worker(int index) {
    return workers.get(index);
  }

  Optional<SearchSpec> search = Optional.empty();

  Workload workload() {
    return new Workload(
        "a workload",
        "a-workload",
        pattern,
        new DestinationSpec(
            topics, 1, topicNames, false, fromRun, subscriptions, producers, consumers),
        new MessageSpec(payload, Map.of(), KeyDistribution.NO_KEY, envelope, 42),
        new LoadSpec(
            rate,
            arrivals,
            maxInFlight,
            InFlightUntil.ACKNOWLEDGED,
            messageLimit,
            search.map(SearchSpec::keys)),
        new TimeSpec(warmup, test, sampleInterval, 1, phases),
        new ConsumerSpec(processing, backlogBytes, drainRatio, delivery, drainTimeout),
        requestReply,
        objectives,
        thresholds,
        faults);
  }

  RunResult run() throws RunFailedException {
    Run run = new Run(time.clock, new ClockDomain(ownBootId, 0), time, VirtualTime.SameThread::new);
    RunPlan plan =
        new RunPlan(
            new RunIdentity(
                "run", "a workload", "a-workload", "a driver", 1, 1, 1_700_000_000_000L),
            workload(),
            new DriverSource("a.Driver", "name: a driver"),
            Map.of("name", "a driver"),
            Map.of(),
            options,
            standby);
    RunResult result =
        run.execute(plan, List.<Worker>copyOf(workers), this, stop, journal, injector);
    JudgedAgain.assertSame(result, plan.workload());
    return result;
  }

  static PhaseResult phase(RunResult result, String name) {
    return result.phases().stream().filter(p -> p.name().equals(name)).findFirst().orElseThrow();
  }

  static List<String> codes(RunResult result) {
    return result.verdict().findings().stream().map(Finding::code).toList();
  }

  static String finding(RunResult result, String code) {
    return result.verdict().findings().stream()
        .filter(f -> f.code().equals(code))
        .map(Finding::message)
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + code + " in " + codes(result)));
  }

  @Override
  public void phaseStarted(String name, boolean measured, Optional<Duration> length) {
    phasesSeen.add(name);
  }

  @Override
  public void sampleTaken(Sample sample, Totals totals) {
    if (failListener) {
      throw new IllegalStateException("a listener's defect");
    }
    seen.add(sample);
    totals
        .phaseLength()
        .ifPresent(
            length ->
                positions.add(sample.phase() + " " + totals.phaseElapsed() + " of " + length));
  }

  @Override
  public void measured(RunResult result) {
    measured.add(result);
    loggedWhenMeasured = List.copyOf(workers.get(0).log);
  }

  @Override
  public void event(RunEvent event) {
    eventsSeen.add(event);
  }
}
