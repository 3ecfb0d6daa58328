package io.tidemark.coordinator.run;

import io.tidemark.coordinator.clock.ClockEstimate;
import io.tidemark.coordinator.delivery.ResidualQueueDepth;
import io.tidemark.coordinator.failover.Failover.Steps;
import io.tidemark.coordinator.failover.ReplicationLag;
import io.tidemark.coordinator.fault.FaultEffects;
import io.tidemark.coordinator.group.RunGroup;
import io.tidemark.coordinator.prepare.Preparation.LostEarly;
import io.tidemark.coordinator.run.LoadStages.Outcome;
import io.tidemark.coordinator.stage.FinishedStage;
import io.tidemark.coordinator.stage.RunContext;
import io.tidemark.model.load.PriorityPlan;
import io.tidemark.model.load.RequestReplySpec;
import io.tidemark.model.load.Serialization;
import io.tidemark.model.metric.AddedParts;
import io.tidemark.model.outcome.OutcomeReport;
import io.tidemark.model.part.Parts;
import io.tidemark.model.result.DeliveryReport;
import io.tidemark.model.result.FailoverReport;
import io.tidemark.model.result.FaultReport;
import io.tidemark.model.result.IdleTime;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RequestReplyReport;
import io.tidemark.model.result.RunCounts;
import io.tidemark.model.result.RunEvent;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.RunResult.PriorityResult;
import io.tidemark.model.result.Sample;
import io.tidemark.model.result.SearchReport;
import io.tidemark.model.result.VerdictInputs;
import io.tidemark.model.result.VerdictInputs.Clocks;
import io.tidemark.model.result.VerdictInputs.Ending;
import io.tidemark.model.result.VerdictInputs.LostWorker;
import io.tidemark.model.result.VerdictInputs.PhaseEnd;
import io.tidemark.model.result.WorkerReport;
import io.tidemark.model.result.finish.BrokerTrends;
import io.tidemark.model.result.finish.ResultFinisher;
import io.tidemark.model.snapshot.ArrivalSpan;
import io.tidemark.model.snapshot.BrokerConfiguration;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.snapshot.TelemetrySample;
import io.tidemark.model.worker.FinishReport;
import io.tidemark.model.worker.Pairs;
import io.tidemark.model.worker.ProbeCounts;
import io.tidemark.model.workload.EffectiveWorkload;
import io.tidemark.model.workload.Pattern;
import io.tidemark.model.workload.PhaseNames;
import io.tidemark.model.workload.PhaseScale;
import io.tidemark.model.workload.SearchSpec.Quantity;
import io.tidemark.verdict.Criteria;
import io.tidemark.verdict.VerdictRules;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Builds the result from the parts of a run. */
record ResultComposer(RunContext run, Outcome outcome, List<LostEarly> lostEarly) {
  private static final int MOST_AGES = 10_000;

  /**
   * @param finishedByWorker of the workers that finished regularly
   */
  RunResult compose(Map<Integer, FinishReport> finishedByWorker, List<String> problems) {
    Collection<FinishReport> finished = finishedByWorker.values();
    ResidualQueueDepth left = leftBehind(finishedByWorker);
    run.timeline().addRest();
    List<PhaseResult> phases = outcome.stages().stream().map(this::phase).toList();
    long unacknowledged = finished.stream().mapToLong(FinishReport::unacknowledged).sum();
    run.ledger().lost(run.fleet().lost().keySet());
    DeliveryReport delivery =
        run.ledger()
            .report(
                run.timeline().total(), unacknowledged, limits(), run.plan().identity().runId());
    Optional<RequestReplyReport> requestReply =
        run.workload().requestReply().map(spec -> requestReply(spec, delivery, finished));
    Optional<FailoverReport> failover = new FailoverFigures(run, outcome).report(delivery);
    List<String> allProblems = new ArrayList<>(problems);
    finishedByWorker.forEach(
        (index, report) -> {
          // Clients of a site that has failed cannot be closed in order.
          if (failover.isEmpty() || run.sites().isStandby(index)) {
            allProblems.addAll(report.problems());
          }
        });
    VerdictInputs inputs = inputs(allProblems, left, phases);
    List<FaultReport> faults =
        FaultEffects.of(
            run.faults(),
            run.timeline().samples(),
            phases,
            run.workload(),
            run.log().events(),
            delivery);
    RunResult result =
        ResultFinisher.result(
            run.plan().identity(),
            RunResult.Shape.of(run.workload()),
            phases,
            Parts.NONE
                .with(RunResult.WORKLOAD, EffectiveWorkload.of(run.workload()))
                .with(RunResult.DRIVER, run.plan().maskedDriver())
                .with(RunResult.COORDINATOR_ENVIRONMENT, run.plan().coordinatorEnvironment())
                .with(RunResult.BROKER_FACTS, left.addedTo(run.prepared().brokerFacts()))
                .with(BrokerConfiguration.PART, run.prepared().brokerConfiguration())
                .with(WorkerReport.PART, workers())
                .with(Sample.PART, run.timeline().samples())
                .with(Sample.TEN_SECONDS, run.timeline().tenSecondSamples())
                .with(DeliveryReport.PART, delivery)
                .with(DeliveryReport.AGES_NANOS, ages(finished))
                .with(RunEvent.PART, run.log().events())
                .with(TelemetrySample.PART, run.log().telemetry())
                .with(RequestReplyReport.PART, requestReply)
                .with(SearchReport.PART, outcome.search())
                .with(FaultReport.PART, faults)
                .with(FailoverReport.PART, failover)
                .with(OutcomeReport.PART, run.ledger().outcomes())
                .with(RunResult.PRIORITIES, priorities())
                .with(Serialization.PART, run.plan().options().serialization())
                .with(IdleTime.PART, outcome.idle())
                .with(RunCounts.PART, new RunCounts(run.timeline().total()))
                .with(VerdictInputs.PART, inputs));
    // Classes share processes and brokers: only what all of them use together is known.
    boolean alone = run.environment().group() == RunGroup.ALONE;
    RunResult measured = alone ? AddedParts.toMeasured(result) : result;
    RunResult judged =
        measured.withVerdict(
            VerdictRules.judge(measured, run.workload(), Criteria.fromWorkload(run.workload())));
    return alone ? AddedParts.toJudged(judged) : judged;
  }

  private RequestReplyReport requestReply(
      RequestReplySpec spec, DeliveryReport delivery, Collection<FinishReport> finished) {
    Pairs pairs = run.prepared().assignment().pairs().orElseThrow();
    return new RequestReplyReport(
        pairs.nativeWay(),
        pairs.mechanism(),
        spec.requesters(),
        spec.responders(),
        pairs.pairs().size(),
        run.timeline().total().get(Counter.SENT),
        run.timeline().total().only(Counter.Group.ROUND_TRIPS),
        finished.stream().mapToLong(FinishReport::unanswered).sum(),
        run.ledger().lostOf(delivery, false),
        run.ledger().lostOf(delivery, true));
  }

  /** The highest first. */
  private List<PriorityResult> priorities() {
    Optional<PriorityPlan> plan = run.workload().messages().options().priorityPlan();
    long[] outOfOrder = run.ledger().outOfOrderByLevel();
    List<PriorityResult> all = new ArrayList<>();
    for (int level = outOfOrder.length - 1; level >= 0; level--) {
      int priority = plan.orElseThrow().priority(level);
      List<PhaseResult> phases =
          outcome.stages().stream()
              .map(ran -> run.timeline().result(ran.span(), priority))
              .toList();
      PhaseResult total =
          ResultFinisher.total(phases, EffectiveWorkload.of(run.workload()), run.plan().identity());
      all.add(new PriorityResult(priority, outOfOrder[level], total));
    }
    return all;
  }

  private PhaseResult phase(FinishedStage ran) {
    String stage = ran.stage().name();
    return ran.result(
        run.timeline(),
        outcome
            .search()
            .filter(search -> search.over() != Quantity.RATE)
            .map(search -> scale(search, stage))
            .orElseGet(() -> PhaseScale.in(run.workload(), stage)));
  }

  private PhaseScale scale(SearchReport search, String stage) {
    return search
        .valueIn(stage)
        .map(value -> PhaseScale.of(search.over(), run.workload().at(search.over(), value)))
        .orElse(PhaseScale.NONE);
  }

  private List<String> limits() {
    List<String> limits = new ArrayList<>();
    if (outcome.ending() != Ending.COMPLETED) {
      limits.add("The run was aborted: messages in flight count as lost.");
    }
    if (outcome.drainTimedOut() && missing()) {
      limits.add("The run stopped waiting: messages that count as lost may only have been late.");
    }
    if (!run.fleet().lost().isEmpty()) {
      limits.add(
          "Messages that lost workers sent and received after their last response"
              + " are not known.");
    }
    if (!lostEarly.isEmpty() && run.workload().destinations().areExisting()) {
      limits.add(
          "A worker that was lost before the load and still runs keeps its consumers"
              + " of these topics for up to 3 minutes: the messages that it received count"
              + " as lost.");
    }
    if (run.workload().pattern() == Pattern.CONSUME_ONLY) {
      if (run.workload().fromRun().isEmpty()) {
        limits.add("No message was sent, so none is missing.");
      } else if (missing()) {
        limits.add(
            "The run ended before it had received all messages of the earlier run:"
                + " messages that count as lost may not have been read yet.");
      }
      run.workload()
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
    return run.ledger().missing(run.timeline().backlog());
  }

  private List<WorkerReport> workers() {
    long reference =
        outcome.stages().stream()
            .filter(ran -> ran.stage().measured())
            .mapToLong(FinishedStage::startEpochNanos)
            .findFirst()
            .orElse(0);
    List<WorkerReport> reports = new ArrayList<>();
    for (int i = 0; i < run.fleet().size(); i++) {
      ClockEstimate estimate = run.prepared().clocks().estimate(i);
      reports.add(
          new WorkerReport(
              run.prepared().workers().get(i),
              run.prepared().assignment().producers().get(i).size(),
              run.prepared().assignment().consumers().get(i).size(),
              reference == 0 ? estimate.offsetNanos() : estimate.offsetAt(reference),
              run.prepared().clocks().worstBoundNanos(i),
              estimate.driftRatio(),
              run.fleet().isLost(i)));
    }
    // After the others: those have their numbers in all that was measured.
    lostEarly.forEach(each -> reports.add(new WorkerReport(each.info(), 0, 0, 0, 0, 0, true)));
    return reports;
  }

  /** The last telemetry goes to the rest of it, in the coordinator's time. */
  private ResidualQueueDepth leftBehind(Map<Integer, FinishReport> finished) {
    ResidualQueueDepth left = new ResidualQueueDepth();
    left.acknowledgedInTheEnd(run.counts().acknowledgedInTheEnd());
    finished.forEach(
        (index, report) -> {
          ClockEstimate estimate = run.prepared().clocks().estimate(index);
          for (TelemetrySample sample : report.telemetry()) {
            TelemetrySample ours =
                run.sites().named(index, sample.at(estimate.toCoordinator(sample.epochNanos())));
            run.log().telemetry(index, ours);
            run.counts().impossible().add(ours);
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

  private VerdictInputs inputs(
      List<String> problems, ResidualQueueDepth left, List<PhaseResult> phases) {
    Stream<LostWorker> early = lostEarly.stream().map(LostEarly::reported);
    Stream<LostWorker> late = run.fleet().lost().keySet().stream().map(run.fleet()::loss);
    return new VerdictInputs(
        outcome.ending(),
        outcome.reason(),
        IntStream.range(0, run.fleet().size()).mapToObj(run.fleet()::name).toList(),
        Stream.concat(early, late).toList(),
        clocks(),
        run.prepared().assignment().totalProducers(),
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
        run.plan().options().coLocated(),
        outcome.stuckThreads(),
        run.counts().totals(),
        left.found(impossibleReadings()),
        run.counts().probes(),
        run.log().dropped(),
        run.log().cutReadings(),
        run.environment().journal().damages(),
        problems,
        BrokerTrends.of(phases, run.log().telemetry()));
  }

  /** Topics that existed before may have messages and counts of others. */
  private List<String> impossibleReadings() {
    boolean own =
        !run.workload().destinations().areExisting()
            && run.workload().pattern() != Pattern.CONSUME_ONLY
            && run.workload().pattern() != Pattern.REQUEST_REPLY
            && outcome.ending() == Ending.COMPLETED
            && run.fleet().lost().isEmpty();
    Counters total = run.timeline().total();
    ProbeCounts probes = run.counts().probes();
    return run.counts()
        .impossible()
        .lines(
            own ? total.get(Counter.SENT) + probes.sent() : Long.MAX_VALUE,
            own && outcome.drained() ? probes.deliveredWith(total) : Long.MAX_VALUE);
  }

  /** The worst pair of a sender and a receiver; other pairs are ignored. */
  private Clocks clocks() {
    long worst = 0;
    String pair = "";
    long step = 0;
    String stepped = "";
    for (int receiver = 0; receiver < run.fleet().size(); receiver++) {
      long jump = run.prepared().clocks().largestStepNanos(receiver);
      if (jump > step) {
        step = jump;
        stepped = run.fleet().name(receiver);
      }
      for (int sender = 0; sender < run.fleet().size(); sender++) {
        long bound = run.prepared().clocks().worstBoundNanos(sender, receiver);
        if (exchange(sender, receiver) && bound > worst) {
          worst = bound;
          pair = run.fleet().name(sender) + " and " + run.fleet().name(receiver);
        }
      }
    }
    return new Clocks(worst, pair, step, stepped, run.prepared().clocks().contradictions());
  }

  private boolean exchange(int sender, int receiver) {
    return sends(sender, receiver)
        || (run.prepared().assignment().pairs().isPresent() && sends(receiver, sender));
  }

  private boolean sends(int sender, int receiver) {
    return !run.prepared().assignment().producers().get(sender).isEmpty()
        && !run.prepared().assignment().consumers().get(receiver).isEmpty();
  }

  /**
   * What a failover cost, from the run's samples, audit and telemetry. What is missing is known
   * only if the standby was read until the end.
   */
  record FailoverFigures(RunContext run, Outcome outcome) {

    /** Empty unless the first site was made to fail. */
    Optional<FailoverReport> report(DeliveryReport delivery) {
      return run.failover().steps().map(steps -> report(steps, delivery));
    }

    private FailoverReport report(Steps steps, DeliveryReport delivery) {
      long failed = steps.failedEpochNanos();
      ArrivalSpan arrivals = arrivals();
      Optional<Long> missing = delivery.lost().filter(lost -> outcome.ending() == Ending.COMPLETED);
      return new FailoverReport(
          failed,
          steps.failure(),
          steps.promotedEpochNanos() - failed,
          delivery.acknowledged(),
          missing,
          missing.flatMap(lost -> oldestMissing(lost, failed)),
          since(failed, arrivals.firstEpochNanos(), arrivals),
          since(failed, arrivals.lastEpochNanos(), arrivals),
          run.failover().diskBytes(),
          ReplicationLag.of(
              run.log().telemetry().stream()
                  .filter(reading -> reading.epochNanos() < steps.promotedEpochNanos())
                  .toList(),
              run.timeline().samples(),
              run.counts().probes().acknowledged()));
    }

    private ArrivalSpan arrivals() {
      return outcome.stages().stream()
          .filter(ran -> ran.stage().name().equals(PhaseNames.DRAIN))
          .map(ran -> run.timeline().arrivals(ran.span().index()))
          .reduce(ArrivalSpan.NONE, ArrivalSpan::plus);
    }

    private static Optional<Long> since(long failed, long epochNanos, ArrivalSpan arrivals) {
      return arrivals.any() ? Optional.of(Math.max(0, epochNanos - failed)) : Optional.empty();
    }

    private Optional<Long> oldestMissing(long lost, long failed) {
      if (lost == 0) {
        return Optional.of(0L);
      }
      OptionalLong earliest =
          run.failover().acknowledgements().earliest(run.ledger().missingByProducer());
      return earliest.isPresent()
          ? Optional.of(Math.max(0, failed - earliest.getAsLong()))
          : Optional.empty();
    }
  }
}
