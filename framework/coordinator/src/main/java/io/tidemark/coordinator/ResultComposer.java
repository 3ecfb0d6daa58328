package io.tidemark.coordinator;

import io.tidemark.coordinator.LoadRun.Outcome;
import io.tidemark.coordinator.LoadRun.Ran;
import io.tidemark.coordinator.Preparation.LostEarly;
import io.tidemark.coordinator.PreparationSteps.Prepared;
import io.tidemark.model.load.RequestReplySpec;
import io.tidemark.model.result.DeliveryReport;
import io.tidemark.model.result.JudgedRun;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RequestReplyReport;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Sample;
import io.tidemark.model.result.VerdictInputs;
import io.tidemark.model.result.VerdictInputs.Clocks;
import io.tidemark.model.result.VerdictInputs.Ending;
import io.tidemark.model.result.VerdictInputs.LostWorker;
import io.tidemark.model.result.VerdictInputs.PhaseEnd;
import io.tidemark.model.result.WorkerReport;
import io.tidemark.model.worker.Counter;
import io.tidemark.model.worker.FinishReport;
import io.tidemark.model.worker.Pairs;
import io.tidemark.model.worker.TelemetrySample;
import io.tidemark.model.workload.LoadSchedule;
import io.tidemark.model.workload.Pattern;
import io.tidemark.model.workload.Workload;
import io.tidemark.verdict.Criteria;
import io.tidemark.verdict.VerdictRules;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Builds the result from the parts of a run. */
final class ResultComposer {
  private static final int MOST_AGES = 10_000;

  private final RunPlan plan;
  private final Workload workload;
  private final Prepared prepared;
  private final Fleet fleet;
  private final TimelineBuilder timeline;
  private final DeliveryLedger ledger;
  private final EventLog log;
  private final BrokerCounts counts;
  private final RunJournal journal;
  private final Outcome outcome;
  private final List<LostEarly> lostEarly;

  ResultComposer(RunContext run, Outcome outcome, List<LostEarly> lostEarly) {
    this.plan = run.plan();
    this.workload = run.workload();
    this.prepared = run.prepared();
    this.fleet = run.fleet();
    this.timeline = run.timeline();
    this.ledger = run.ledger();
    this.log = run.log();
    this.counts = run.counts();
    this.journal = run.environment().journal();
    this.outcome = outcome;
    this.lostEarly = List.copyOf(lostEarly);
  }

  /**
   * @param finishedByWorker of the workers that finished regularly
   */
  RunResult compose(Map<Integer, FinishReport> finishedByWorker, List<String> problems) {
    Collection<FinishReport> finished = finishedByWorker.values();
    ResidualQueueDepth left = leftBehind(finishedByWorker);
    List<PhaseResult> phases = outcome.stages().stream().map(this::phase).toList();
    long unacknowledged = finished.stream().mapToLong(FinishReport::unacknowledged).sum();
    ledger.lost(fleet.lost().keySet());
    DeliveryReport delivery =
        ledger
            .report(timeline.total(), unacknowledged, limits())
            .withAcknowledgedMessages(ledger.acknowledged(plan.identity().runId()));
    Optional<RequestReplyReport> requestReply =
        workload.requestReply().map(spec -> requestReply(spec, delivery, finished));
    List<String> allProblems = new ArrayList<>(problems);
    finished.forEach(report -> allProblems.addAll(report.problems()));
    VerdictInputs inputs = inputs(allProblems);
    JudgedRun judged =
        new JudgedRun(
            phases,
            timeline.samples(),
            delivery,
            requestReply,
            log.events(),
            timeline.total(),
            inputs);
    return new RunResult(
        plan.identity(),
        shape(),
        workload.effective(),
        plan.maskedDriver(),
        plan.coordinatorEnvironment(),
        left.addedTo(prepared.brokerFacts()),
        workers(),
        phases,
        timeline.samples(),
        tenSeconds(),
        delivery,
        ages(finished),
        log.events(),
        log.telemetry(),
        requestReply,
        timeline.total(),
        inputs,
        VerdictRules.judge(judged, workload, Criteria.of(workload)));
  }

  private RequestReplyReport requestReply(
      RequestReplySpec spec, DeliveryReport delivery, Collection<FinishReport> finished) {
    Pairs pairs = prepared.assignment().pairs().orElseThrow();
    return new RequestReplyReport(
        pairs.nativeWay(),
        pairs.mechanism(),
        spec.requesters(),
        spec.responders(),
        pairs.pairs().size(),
        timeline.total().get(Counter.SENT),
        timeline.total().only(Counter.Group.ROUND_TRIPS),
        finished.stream().mapToLong(FinishReport::unanswered).sum(),
        ledger.lostOf(delivery, false),
        ledger.lostOf(delivery, true));
  }

  private PhaseResult phase(Ran ran) {
    return timeline.result(
        ran.index(),
        ran.stage().name(),
        ran.stage().measured(),
        ran.onlyReading(),
        ran.startEpochNanos(),
        ran.lengthNanos(),
        ran.intendedRatePerSecond(),
        LoadSchedule.requestersIn(workload, ran.stage().name()));
  }

  private List<Sample> tenSeconds() {
    return timeline.tenSecondSamples();
  }

  private List<String> limits() {
    List<String> limits = new ArrayList<>();
    if (outcome.ending() != Ending.COMPLETED) {
      limits.add("The run was aborted: messages in flight count as lost.");
    }
    if (outcome.drainedInVain() && missing()) {
      limits.add("The run stopped waiting: messages that count as lost may only have been late.");
    }
    if (!fleet.lost().isEmpty()) {
      limits.add(
          "Messages that lost workers sent and received after their last response"
              + " are not known.");
    }
    if (!lostEarly.isEmpty() && workload.destinations().areExisting()) {
      limits.add(
          "A worker that was lost before the load and still runs keeps its consumers"
              + " of these topics for up to 3 minutes: the messages that it received count"
              + " as lost.");
    }
    if (workload.pattern() == Pattern.CONSUME_ONLY) {
      if (workload.destinations().fromRun().isEmpty()) {
        limits.add("No message was sent, so none is missing.");
      } else if (missing()) {
        limits.add(
            "The run ended before it had received all messages of the earlier run:"
                + " messages that count as lost may not have been read yet.");
      }
      workload
          .destinations()
          .fromRun()
          .ifPresent(
              earlier ->
                  limits.add(
                      "Latencies are based on the time stamps of run "
                          + earlier.runId()
                          + ". Its clocks were not compared with those of this run."));
    }
    return limits;
  }

  private boolean missing() {
    return ledger.missing(timeline.backlog());
  }

  private RunResult.Shape shape() {
    return new RunResult.Shape(
        workload.destinations().topics(),
        workload.destinations().partitionsPerTopic(),
        workload.messages().messageSizeBytes(),
        workload.destinations().producersPerTopic(),
        workload.destinations().consumerPerSubscription(),
        workload.destinations().subscriptionsPerTopic());
  }

  private List<WorkerReport> workers() {
    long reference =
        outcome.stages().stream()
            .filter(ran -> ran.stage().measured())
            .mapToLong(Ran::startEpochNanos)
            .findFirst()
            .orElse(0);
    List<WorkerReport> reports = new ArrayList<>();
    for (int i = 0; i < fleet.size(); i++) {
      ClockEstimate estimate = prepared.clocks().estimate(i);
      reports.add(
          new WorkerReport(
              prepared.workers().get(i),
              prepared.assignment().producers().get(i).size(),
              prepared.assignment().consumers().get(i).size(),
              reference == 0 ? estimate.offsetNanos() : estimate.offsetAt(reference),
              prepared.clocks().worstBoundNanos(i),
              estimate.driftRatio(),
              fleet.isLost(i)));
    }
    // After the others: those have their numbers in all that was measured.
    lostEarly.forEach(each -> reports.add(new WorkerReport(each.info(), 0, 0, 0, 0, 0, true)));
    return reports;
  }

  /** The last telemetry goes to the rest of it, in the coordinator's time. */
  private ResidualQueueDepth leftBehind(Map<Integer, FinishReport> finished) {
    ResidualQueueDepth left = new ResidualQueueDepth();
    finished.forEach(
        (index, report) -> {
          ClockEstimate estimate = prepared.clocks().estimate(index);
          for (TelemetrySample sample : report.telemetry()) {
            TelemetrySample ours = sample.at(estimate.toCoordinator(sample.epochNanos()));
            log.telemetry(index, ours);
            left.add(ours.epochNanos(), ours);
          }
        });
    return left;
  }

  private static List<Long> ages(Collection<FinishReport> finished) {
    return finished.stream()
        .flatMap(report -> report.unacknowledgedAgesNanos().stream())
        .sorted(Comparator.reverseOrder())
        .limit(MOST_AGES)
        .toList();
  }

  private VerdictInputs inputs(List<String> problems) {
    Stream<LostWorker> early = lostEarly.stream().map(LostEarly::reported);
    Stream<LostWorker> late = fleet.lost().keySet().stream().map(fleet::loss);
    return new VerdictInputs(
        outcome.ending(),
        outcome.reason(),
        IntStream.range(0, fleet.size()).mapToObj(fleet::name).toList(),
        Stream.concat(early, late).toList(),
        clocks(),
        prepared.assignment().totalProducers(),
        outcome.maxInFlightPerProducer(),
        outcome.neverSent(),
        outcome.stages().stream()
            .map(
                ran ->
                    new PhaseEnd(
                        ran.stage().name(),
                        ran.lengthNanos(),
                        ran.conditionMet(),
                        ran.endBacklog()))
            .toList(),
        outcome.peakBacklog(),
        outcome.leaseExpired(),
        outcome.drained(),
        missing(),
        plan.options().coLocated(),
        outcome.stuckThreads(),
        counts.totals(),
        counts.probes(),
        log.dropped(),
        log.cutReadings(),
        journal.damages(),
        problems);
  }

  /** The worst pair of a sender and a receiver; other pairs are ignored. */
  private Clocks clocks() {
    long worst = 0;
    String pair = "";
    long step = 0;
    String stepped = "";
    for (int receiver = 0; receiver < fleet.size(); receiver++) {
      long jump = prepared.clocks().largestStepNanos(receiver);
      if (jump > step) {
        step = jump;
        stepped = fleet.name(receiver);
      }
      for (int sender = 0; sender < fleet.size(); sender++) {
        long bound = prepared.clocks().worstBoundNanos(sender, receiver);
        if (exchange(sender, receiver) && bound > worst) {
          worst = bound;
          pair = fleet.name(sender) + " and " + fleet.name(receiver);
        }
      }
    }
    return new Clocks(worst, pair, step, stepped, prepared.clocks().contradictions());
  }

  private boolean exchange(int sender, int receiver) {
    return sends(sender, receiver)
        || (prepared.assignment().pairs().isPresent() && sends(receiver, sender));
  }

  private boolean sends(int sender, int receiver) {
    return !prepared.assignment().producers().get(sender).isEmpty()
        && !prepared.assignment().consumers().get(receiver).isEmpty();
  }
}
