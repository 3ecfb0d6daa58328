package io.tidemark.coordinator;

import io.tidemark.model.result.Text;
import io.tidemark.model.worker.Pairs;
import io.tidemark.model.worker.RequestReplySetup;
import io.tidemark.model.worker.RunSetup;
import io.tidemark.model.worker.TopicHandle;
import io.tidemark.model.worker.TopicsRequest;
import io.tidemark.model.worker.Worker;
import io.tidemark.model.worker.WorkerException;
import io.tidemark.model.worker.WorkerInfo;
import io.tidemark.model.workload.EarlierRun;
import io.tidemark.model.workload.Pattern;
import io.tidemark.model.workload.Workload;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Everything before the load: drivers, topics, consumers, producers, readiness, clocks. */
final class PreparationSteps {

  /** State of a prepared run. */
  record Prepared(
      List<WorkerInfo> workers,
      Assignment assignment,
      ClockSync clocks,
      Map<String, String> brokerFacts) {}

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
    infos = fleet.require("describe", timeout, (index, worker) -> worker.describe(timeout));
    noteVersions();
    ClockSync clocks = ClockSync.measure(environment.clock(), environment.domain(), infos, fleet);
    environment.checkStop();
    noteClocks(clocks);
    int producers = producers(workload);
    int epoch =
        RunSetup.epochOf(
            workload
                .destinations()
                .fromRun()
                .map(EarlierRun::runId)
                .orElse(plan.identity().runId()));
    fleet.order(
        "prepare",
        timeout,
        (index, worker) -> worker.prepare(setup(index, epoch, producers), timeout));
    environment.checkStop();
    Map<String, String> facts = onFirst("broker-facts", worker -> worker.brokerFacts(timeout));
    Assignment assignment =
        workload.requestReply().isPresent()
            ? new RequestReplyPreparation(environment, fleet)
                .connect(workload.requestReply().get(), infos)
            : connected();
    clocks.measureAgain(fleet);
    noteContradictions(clocks);
    fleet.orderQuick(
        "correct-clocks",
        timeout,
        (index, worker) -> worker.correctClocks(clocks.tableFor(index, assignment)));
    if (assignment.totalProducers() > 0) {
      boolean asking = assignment.pairs().isPresent();
      listener.note(
          asking
              ? "waiting until every requester has a reply (" + way(assignment) + ")"
              : "waiting until every subscription receives probes of every producer");
      boolean subscribed = asking || workload.pattern() == Pattern.PUBSUB;
      new Readiness(environment, fleet, assignment, subscribed)
          .await(plan.options().readinessTimeout());
    }
    environment.checkStop();
    return new Prepared(infos, assignment, clocks, facts);
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
        onFirst("create-topics", worker -> worker.createTopics(request, timeout));
    environment.checkStop();
    Assignment assignment =
        Assignment.of(workload, topics, fleet.size(), plan.options().extraConsumers(), plan.seed());
    connect(assignment);
    return assignment;
  }

  private void connect(Assignment assignment)
      throws WorkerException, InterruptedException, RunFailedException {
    if (plan.workload().pattern() == Pattern.FILL_THEN_DRAIN) {
      onFirst(
          "create-subscriptions",
          worker -> {
            worker.createSubscriptions(assignment.subscriptions(), timeout);
            return true;
          });
    } else if (plan.workload().pattern() != Pattern.CONSUME_ONLY) {
      fleet.order(
          "create-consumers",
          timeout,
          (index, worker) -> worker.createConsumers(assignment.consumers().get(index), timeout));
    }
    environment.checkStop();
    fleet.order(
        "create-producers",
        timeout,
        (index, worker) -> worker.createProducers(assignment.producers().get(index), timeout));
    environment.checkStop();
  }

  private RunSetup setup(int index, int epoch, int producers) {
    Workload workload = plan.workload();
    return new RunSetup(
        runId,
        epoch,
        index,
        plan.driver(),
        workload.messages().payload(),
        workload.messages().keys(),
        workload.messages().envelope(),
        workload.consumers().delivery(),
        plan.seed(),
        RunOptions.LEASE,
        producers,
        workload
            .requestReply()
            .map(spec -> new RequestReplySetup(spec.replySizeBytes(), spec.replyTimeout())));
  }

  private static int producers(Workload workload) {
    return workload.pattern() == Pattern.CONSUME_ONLY
        ? workload.destinations().fromRun().map(EarlierRun::producers).orElse(0)
        : workload.totalProducers();
  }

  private interface Question<T> {
    T ask(Worker worker) throws WorkerException, InterruptedException;
  }

  private <T> T onFirst(String operation, Question<T> question)
      throws WorkerException, InterruptedException {
    return fleet.requireOf(0, operation, timeout, (index, worker) -> question.ask(worker));
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
}
