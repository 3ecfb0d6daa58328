package io.tidemark.coordinator.prepare;

import static io.tidemark.model.workload.Pattern.CONSUME_ONLY;
import static io.tidemark.model.workload.Pattern.PUBSUB;

import io.tidemark.coordinator.RunFailedException;
import io.tidemark.coordinator.RunListener;
import io.tidemark.coordinator.RunOptions;
import io.tidemark.coordinator.RunPlan;
import io.tidemark.coordinator.StandbySite;
import io.tidemark.coordinator.clock.ClockEstimate;
import io.tidemark.coordinator.clock.ClockSync;
import io.tidemark.coordinator.fleet.Assignment;
import io.tidemark.coordinator.fleet.Fleet;
import io.tidemark.coordinator.fleet.Fleet.Manner;
import io.tidemark.coordinator.fleet.Sites;
import io.tidemark.model.earlier.EarlierRun;
import io.tidemark.model.result.RunEvent;
import io.tidemark.model.result.Text;
import io.tidemark.model.snapshot.BrokerConfiguration;
import io.tidemark.model.snapshot.BrokerConfiguration.Entry;
import io.tidemark.model.worker.Pairs;
import io.tidemark.model.worker.RunSetup;
import io.tidemark.model.worker.RunSetup.DriverSource;
import io.tidemark.model.worker.TopicHandle;
import io.tidemark.model.worker.TopicsRequest;
import io.tidemark.model.worker.WorkerException;
import io.tidemark.model.worker.WorkerInfo;
import io.tidemark.model.workload.Workload;
import io.tidemark.model.yaml.DriverSecrets;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Everything before the load: drivers, topics, consumers, producers, readiness, clocks. */
public final class PreparationSteps {

  /** State of a prepared run. */
  public record Prepared(
      List<WorkerInfo> workers,
      Assignment assignment,
      ClockSync clocks,
      Map<String, String> brokerFacts,
      BrokerConfiguration brokerConfiguration) {}

  /** A setting of Kafka's producers. */
  private static final Pattern ACKS = Pattern.compile("\\backs\\s*[=:]");

  private final RunEnvironment environment;
  private final RunPlan plan;
  private final Fleet fleet;
  private final RunListener listener;
  private final Duration timeout;
  private final String runId;
  private List<WorkerInfo> infos = List.of();

  /**
   * @param runId run id for the workers: each prepares an id only once
   */
  PreparationSteps(RunEnvironment environment, String runId, Fleet fleet) {
    this.environment = environment;
    this.plan = environment.plan();
    this.runId = runId;
    this.fleet = fleet;
    this.listener = environment.listener();
    this.timeout = plan.options().setupTimeout();
  }

  /** Facts about the workers; empty until they have reported them. */
  List<WorkerInfo> workers() {
    return infos;
  }

  Prepared prepare() throws WorkerException, InterruptedException, RunFailedException {
    Workload workload = plan.workload();
    requireWorkers();
    infos = fleet.require(Manner.IN_TURNS, timeout, (index, worker) -> worker.describe(timeout));
    noteVersions();
    checkLimits(new ConnectionLimits(workload, infos));
    ClockSync clocks = ClockSync.measure(environment.clock(), environment.domain(), infos, fleet);
    environment.checkStop();
    noteClocks(clocks);
    int producers = producers(workload);
    int epoch =
        RunSetup.epochOf(workload.fromRun().map(EarlierRun::runId).orElse(plan.identity().runId()));
    fleet.require(
        Manner.IN_TURNS,
        timeout,
        (index, worker) -> {
          worker.prepare(setup(index, epoch, producers), timeout);
          return index;
        });
    environment
        .group()
        .initialised(
            () ->
                fleet.require(
                    Manner.TOGETHER_AGAIN,
                    timeout,
                    Fleet.order((index, worker) -> worker.probeStatus())));
    environment.checkStop();
    Map<String, String> facts = facts();
    noteConfirmation(facts);
    Assignment assignment =
        workload.requestReply().isPresent()
            ? new RequestReplyPreparation(environment, fleet)
                .connect(workload.requestReply().get(), infos)
            : connected();
    clocks.measureAgain(fleet);
    noteContradictions(clocks);
    fleet.require(
        Manner.TOGETHER_AGAIN,
        timeout,
        Fleet.order((index, worker) -> worker.correctClocks(clocks.tableFor(index, assignment))));
    if (assignment.totalProducers() > 0) {
      boolean asking = assignment.pairs().isPresent();
      listener.note(
          asking
              ? "waiting until every requester has a reply (" + way(assignment) + ")"
              : "waiting until every subscription receives probes of every producer");
      boolean subscribed = asking || workload.pattern() == PUBSUB;
      new Readiness(environment, fleet, assignment, subscribed)
          .await(plan.options().readinessTimeout());
    }
    environment.checkStop();
    BrokerConfiguration configuration =
        new SettingsQuestion(plan, fleet).ask(assignment).and(plan.options().platform());
    environment.checkStop();
    return new Prepared(infos, assignment, clocks, facts, configuration);
  }

  /** Returns the facts of the brokers; a second driver adds those that differ. */
  private Map<String, String> facts() throws WorkerException, InterruptedException {
    Map<String, String> facts = facts(0);
    if (plan.consuming().isPresent()) {
      Map<String, String> ofConsumers = facts(consuming());
      ofConsumers.entrySet().removeAll(facts.entrySet());
      ofConsumers.forEach((name, value) -> facts.put("consumers." + name, value));
    }
    return facts;
  }

  /**
   * OMB's SPI does not say it: the client of some brokers completes a send before it is answered.
   */
  private void noteConfirmation(Map<String, String> facts) {
    boolean stated =
        facts.containsKey("acknowledgement")
            || ACKS.matcher(plan.driver().configurationYaml()).find();
    if (!stated && plan.workload().pattern() != CONSUME_ONLY) {
      environment
          .log()
          .own(
              environment.clock().epochNanos(),
              RunEvent.CONFIRMATION_UNKNOWN,
              "driver",
              "the driver does not say when the broker has a message: nothing shows what a"
                  + " confirmation means here, and publish latencies may be those of the client"
                  + " alone");
    }
  }

  private Map<String, String> facts(int worker) throws WorkerException, InterruptedException {
    return masked(fleet.requireOf(worker, timeout, (index, each) -> each.brokerFacts(timeout)));
  }

  private void requireWorkers() throws RunFailedException {
    if (plan.hasTwoDrivers() && fleet.size() < 2) {
      throw new RunFailedException(
          RunFailedException.Kind.CONFIGURATION,
          "%s, got 1; allowed 2 and more"
              .formatted(
                  plan.standby().isPresent()
                      ? "pattern: failover needs a worker at each site"
                      : "consumeThrough needs workers for producers and for consumers"),
          null);
    }
  }

  private void checkLimits(ConnectionLimits limits) throws RunFailedException {
    Optional<String> problem = limits.problem();
    if (problem.isPresent()) {
      throw new RunFailedException(RunFailedException.Kind.CONFIGURATION, problem.get(), null);
    }
    for (String line : limits.warnings()) {
      listener.note(line);
      environment.log().own(environment.clock().epochNanos(), RunEvent.FEW_PORTS, "workers", line);
    }
  }

  private static String way(Assignment assignment) {
    return assignment.pairs().map(Pairs::mechanism).orElse("");
  }

  private Assignment connected() throws WorkerException, InterruptedException, RunFailedException {
    Workload workload = plan.workload();
    TopicsRequest request =
        new TopicsRequest(
            workload.destinations().topics(),
            workload.destinations().partitionsPerTopic(),
            workload.destinations().topicNames(),
            workload.destinations().areExisting());
    List<TopicHandle> topics =
        fleet.requireOf(0, timeout, (index, worker) -> worker.createTopics(request, timeout));
    if (plan.consuming().isPresent()) {
      createTopicsAgain(topics);
    }
    environment.group().topicsCreated();
    environment.checkStop();
    Assignment assignment =
        Assignment.of(
            workload, topics, fleet.size(), plan.options().extraConsumers(), runId, plan.seed());
    connect(assignment);
    return assignment;
  }

  private void connect(Assignment assignment)
      throws WorkerException, InterruptedException, RunFailedException {
    if (plan.workload().pattern().fillsFirst()) {
      createSubscriptions(plan.consuming().isPresent() ? consuming() : 0, assignment);
      if (plan.standby().isPresent()) {
        connectStandby(plan.standby().get(), assignment);
      }
    } else if (plan.workload().pattern() != CONSUME_ONLY) {
      fleet.require(
          Manner.TOGETHER,
          timeout,
          Fleet.order(
              (index, worker) ->
                  worker.createConsumers(assignment.consumers().get(index), timeout)));
    }
    environment.checkStop();
    fleet.require(
        Manner.TOGETHER,
        timeout,
        Fleet.order(
            (index, worker) -> worker.createProducers(assignment.producers().get(index), timeout)));
    environment.checkStop();
  }

  private void createSubscriptions(int worker, Assignment assignment)
      throws WorkerException, InterruptedException {
    fleet.requireOf(
        worker,
        timeout,
        (index, each) -> {
          each.createSubscriptions(assignment.subscriptions(), timeout);
          return true;
        });
  }

  /** The second site has the same topics and subscriptions. */
  private void connectStandby(StandbySite standby, Assignment assignment)
      throws WorkerException, InterruptedException, RunFailedException {
    List<String> names = createTopicsAgain(assignment.topics());
    createSubscriptions(consuming(), assignment);
    environment.checkStop();
    listener.note("beginning the replication to " + Sites.STANDBY);
    try {
      standby.replicate(names);
    } catch (IOException e) {
      throw new RunFailedException(
          RunFailedException.Kind.INFRASTRUCTURE,
          "the replication to %s did not begin: %s".formatted(Sites.STANDBY, e.getMessage()),
          e);
    }
  }

  /** The same topics by the driver of the consumers; returns their names. */
  private List<String> createTopicsAgain(List<TopicHandle> topics)
      throws WorkerException, InterruptedException {
    List<String> names = topics.stream().map(TopicHandle::name).toList();
    TopicsRequest request =
        new TopicsRequest(
            names.size(),
            plan.workload().destinations().partitionsPerTopic(),
            names,
            plan.workload().destinations().areExisting());
    fleet.requireOf(consuming(), timeout, (index, worker) -> worker.createTopics(request, timeout));
    return names;
  }

  /** The first worker that consumes, if producers are on others. */
  private int consuming() {
    return Sites.producing(plan, fleet.size());
  }

  private DriverSource driver(int index) {
    return Optional.of(index)
        .filter(worker -> worker >= consuming())
        .flatMap(worker -> plan.standby().map(StandbySite::driver).or(plan::consuming))
        .orElse(plan.driver());
  }

  private RunSetup setup(int index, int epoch, int producers) {
    Workload workload = plan.workload();
    return new RunSetup(
        runId,
        epoch,
        index,
        producers,
        driver(index),
        workload.messages().payload(),
        workload.messages().options().withSeed(plan.seed()),
        workload.consumers(),
        workload.limits().inFlightUntil(),
        workload.limits().connectionPer(),
        workload.requestReply(),
        RunOptions.LEASE);
  }

  private static int producers(Workload workload) {
    return workload.pattern() == CONSUME_ONLY
        ? workload.fromRun().map(EarlierRun::producers).orElse(0)
        : workload.totalProducers();
  }

  /** The workers know fewer secrets of the driver's file than this process. */
  private static Map<String, String> masked(Map<String, String> facts) {
    Map<String, String> masked = new HashMap<>();
    facts.forEach(
        (name, value) -> masked.put(DriverSecrets.masked(name), DriverSecrets.masked(value)));
    return masked;
  }

  private void noteVersions() {
    TreeSet<String> versions = new TreeSet<>();
    infos.forEach(info -> versions.add(info.version()));
    if (versions.size() > 1) {
      listener.note("workers run different versions: " + String.join(", ", versions));
    }
  }

  private void noteContradictions(ClockSync clocks) {
    clocks
        .contradictions()
        .forEach(each -> listener.note("clocks differ, the measured offset is used: " + each));
  }

  private void noteClocks(ClockSync clocks) {
    for (int i = 0; i < fleet.size(); i++) {
      ClockEstimate estimate = clocks.estimate(i);
      if (estimate.errorBoundNanos() > 0) {
        listener.note(
            "clock of worker %s: offset %s, +/- %s"
                .formatted(
                    fleet.name(i),
                    Text.nanos(estimate.offsetNanos()),
                    Text.nanos(estimate.errorBoundNanos())));
      }
    }
  }

  /**
   * Asks one worker of each site for the settings of the broker. A failure is a note of the result,
   * except the loss of the worker.
   */
  record SettingsQuestion(RunPlan plan, Fleet fleet) {
    static final int MOST_TOPICS = 20;
    static final Duration TIMEOUT = Duration.ofSeconds(15);

    BrokerConfiguration ask(Assignment assignment) throws WorkerException, InterruptedException {
      List<String> all =
          assignment.pairs().map(Pairs::destinations).orElseGet(() -> names(assignment));
      List<String> topics = List.copyOf(all.subList(0, Math.min(all.size(), MOST_TOPICS)));
      BrokerConfiguration read = of(0, topics);
      if (plan.standby().isPresent()) {
        int standby = Sites.of(plan, fleet.size()).producing();
        read = at(Sites.prefix(false), read).and(at(Sites.prefix(true), of(standby, topics)));
      }
      if (all.size() > topics.size() && !read.settings().isEmpty()) {
        String note =
            String.format(
                Locale.ROOT,
                "of %,d topics or destinations, the settings of the first %d were read",
                all.size(),
                topics.size());
        read = read.and(BrokerConfiguration.unread(note));
      }
      return read.map(DriverSecrets::masked); // Workers know fewer secrets than this process.
    }

    private static List<String> names(Assignment assignment) {
      return assignment.topics().stream().map(TopicHandle::name).toList();
    }

    private BrokerConfiguration of(int worker, List<String> topics)
        throws WorkerException, InterruptedException {
      try {
        return fleet.requireOf(
            worker, TIMEOUT, (index, each) -> each.brokerConfiguration(topics, TIMEOUT));
      } catch (WorkerException e) {
        if (e.kind() == WorkerException.Kind.WORKER_LOST) {
          throw e;
        }
        return BrokerConfiguration.unread(
            "the settings of the broker were not read: " + e.oneLine());
      }
    }

    private static BrokerConfiguration at(String site, BrokerConfiguration read) {
      List<Entry> settings = new ArrayList<>();
      for (Entry each : read.settings()) {
        List<String> subjects = each.subjects().stream().map(subject -> site + subject).toList();
        settings.add(
            new Entry(
                each.scope(), subjects, each.name(), each.value(), each.origin(), each.source()));
      }
      return new BrokerConfiguration(
          settings, read.notes().stream().map(note -> site + note).toList());
    }
  }
}
