package io.tidemark.coordinator.run;

import io.tidemark.coordinator.RunFailedException;
import io.tidemark.coordinator.RunListener;
import io.tidemark.coordinator.RunOptions;
import io.tidemark.coordinator.RunPlan;
import io.tidemark.coordinator.StandbySite;
import io.tidemark.coordinator.StopSignal;
import io.tidemark.coordinator.journal.RunJournal;
import io.tidemark.driver.settings.Quantities;
import io.tidemark.model.earlier.EarlierRun;
import io.tidemark.model.fault.FaultInjector;
import io.tidemark.model.fault.FaultSpec;
import io.tidemark.model.grammar.Grammar;
import io.tidemark.model.load.ConnectionPer;
import io.tidemark.model.load.DeliveryMode;
import io.tidemark.model.load.EnvelopeSpec;
import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.load.ProcessingKeys;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunEvent;
import io.tidemark.model.result.RunIdentity;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Sample;
import io.tidemark.model.result.Verdict.Finding;
import io.tidemark.model.worker.RunSetup.DriverSource;
import io.tidemark.model.worker.WorkerInfo.ClockDomain;
import io.tidemark.model.workload.ChurnSpec;
import io.tidemark.model.workload.ConsumerSpec;
import io.tidemark.model.workload.ConsumerSpec.Gibibytes;
import io.tidemark.model.workload.DestinationSpec;
import io.tidemark.model.workload.Load;
import io.tidemark.model.workload.MessageOptions;
import io.tidemark.model.workload.MessageSpec;
import io.tidemark.model.workload.Objective;
import io.tidemark.model.workload.Pattern;
import io.tidemark.model.workload.Phase;
import io.tidemark.model.workload.Roles;
import io.tidemark.model.workload.SearchSpec;
import io.tidemark.model.workload.SendLimits;
import io.tidemark.model.workload.TimeSpec;
import io.tidemark.model.workload.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A workload, workers and a broker in virtual time; fields are what a test changes. */
public final class Scenario implements RunListener {
  public final VirtualTime time = new VirtualTime();
  public final SimulatedBroker broker = new SimulatedBroker(time.clock);
  public final List<ScriptedWorker> workers = new ArrayList<>();
  public final StopSignal stop = new StopSignal();
  public final List<Sample> seen = new ArrayList<>();
  public final List<String> positions = new ArrayList<>();
  public final List<String> phasesSeen = new ArrayList<>();
  public final List<RunEvent> eventsSeen = new ArrayList<>();
  public final List<String> notes = new ArrayList<>();
  public final List<RunResult> measured = new ArrayList<>();

  public String ownBootId = "";

  public int topics = 1;
  public int subscriptions = 1;
  public int producers = 1;
  public int consumers = 1;
  public Load load = Load.OpenLoop.of(100);
  public long messageLimit;
  public Duration warmup = Duration.ofSeconds(5);

  /** Where present, the warm-up ends when all is steady, or then. */
  public Optional<Duration> warmupLimit = Optional.empty();

  public Optional<Duration> test = Optional.of(Duration.ofSeconds(20));
  public Duration sampleInterval = Duration.ofSeconds(1);
  public Duration idleBaseline = Duration.ZERO;
  public List<Phase> phases = List.of();
  public Pattern pattern = Pattern.PUBSUB;
  public Duration processing = Duration.ZERO;
  public long backlogBytes;
  public double drainRatio = 1.0;
  public DeliveryMode delivery = DeliveryMode.FULL;
  public EnvelopeSpec envelope = EnvelopeSpec.DEFAULT;
  public PayloadSpec payload = PayloadSpec.zeros(100);
  public Duration drainTimeout = Duration.ofSeconds(10);
  public List<Objective> objectives = List.of();
  public Optional<Integer> maxInFlight = Optional.empty();
  public RunOptions options = RunOptions.DEFAULT;
  public boolean failListener;
  public RunJournal journal = RunJournal.inMemory();
  public List<String> topicNames = List.of();
  public Optional<EarlierRun> fromRun = Optional.empty();
  public List<FaultSpec> faults = List.of();
  public FaultInjector injector = FaultInjector.NONE;
  public Optional<StandbySite> standby = Optional.empty();
  public Optional<DriverSource> consuming = Optional.empty();

  public Scenario workers(String... names) {
    for (String name : names) {
      workers.add(new ScriptedWorker(name, broker));
    }
    return this;
  }

  public ScriptedWorker worker(int index) {
    return workers.get(index);
  }

  public Optional<ConnectionPer> connectionPer = Optional.empty();
  public Optional<SearchSpec> search = Optional.empty();

  public Workload workload() {
    return new Workload(
        "a workload",
        "a-workload",
        roles(),
        Grammar.defaults(DestinationSpec.class)
            .with()
            .topics(topics)
            .topicNames(topicNames)
            .subscriptionsPerTopic(subscriptions)
            .producersPerTopic(producers)
            .consumerPerSubscription(consumers)
            .build(),
        new MessageSpec(
            payload,
            Map.of(),
            Grammar.defaults(MessageOptions.class).with().envelope(envelope).seed(42L).build(),
            Optional.empty()),
        search.<Load>map(spec -> new Load.Search(spec, load)).orElse(load),
        Grammar.defaults(SendLimits.class)
            .with()
            .maxInFlightPerProducer(maxInFlight)
            .messageLimit(messageLimit)
            .connectionPer(connectionPer)
            .build(),
        Grammar.defaults(TimeSpec.class)
            .with()
            .warmupDuration(Optional.of(warmupLimit.isPresent() ? "auto" : Quantities.text(warmup)))
            .warmupLimit(warmupLimit.orElse(Duration.ofMinutes(10)))
            .idleBaseline(idleBaseline)
            .build()
            .complete(test, sampleInterval),
        phases,
        Grammar.defaults(ConsumerSpec.class)
            .with()
            .processing(ProcessingKeys.fixed(processing))
            .backlog(new Gibibytes(backlogBytes))
            .backlogDrainRatio(drainRatio)
            .delivery(delivery)
            .drainTimeout(drainTimeout)
            .build(),
        Optional.empty(),
        objectives,
        Map.of(),
        faults,
        List.of(),
        List.of());
  }

  private Roles roles() {
    return switch (pattern) {
      case PUBSUB -> new Roles.PublishSubscribe(ChurnSpec.NONE);
      case FILL_THEN_DRAIN -> new Roles.FillThenDrain();
      case CONSUME_ONLY -> new Roles.ConsumeOnly(fromRun);
      case FAILOVER -> new Roles.Failover();
      case REQUEST_REPLY -> throw new IllegalStateException("no requesters");
    };
  }

  public RunResult run() throws RunFailedException {
    RunConductor run =
        new RunConductor(
            time.clock, new ClockDomain(ownBootId, 0), time, VirtualTime.SameThread::new);
    RunPlan plan =
        new RunPlan(
            new RunIdentity(
                "run", "a workload", "a-workload", "a driver", 1, 1, 1_700_000_000_000L),
            workload(),
            new DriverSource("a.Driver", "name: a driver"),
            Map.of("name", "a driver"),
            Map.of(),
            options,
            standby,
            consuming);
    RunResult result =
        run.execute(
            plan, workers.stream().map(each -> each.port).toList(), this, stop, journal, injector);
    JudgedAgain.assertSame(result, plan.workload());
    return result;
  }

  public static PhaseResult phase(RunResult result, String name) {
    return result.phases().stream().filter(p -> p.name().equals(name)).findFirst().orElseThrow();
  }

  public static List<String> codes(RunResult result) {
    return result.verdict().findings().stream().map(Finding::code).toList();
  }

  public static String finding(RunResult result, String code) {
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
  }

  @Override
  public void note(String text) {
    notes.add(text);
  }

  @Override
  public void event(RunEvent event) {
    eventsSeen.add(event);
  }
}
