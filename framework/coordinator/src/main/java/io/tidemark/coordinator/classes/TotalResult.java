package io.tidemark.coordinator.classes;

import io.tidemark.coordinator.RunPlan;
import io.tidemark.coordinator.journal.AppendLog;
import io.tidemark.coordinator.journal.RunJournal;
import io.tidemark.coordinator.timeline.PhaseSpan;
import io.tidemark.coordinator.timeline.TimelineBuilder;
import io.tidemark.model.cost.Efficiency;
import io.tidemark.model.load.DeliveryMode;
import io.tidemark.model.result.DeliveryReport;
import io.tidemark.model.result.DeliveryReport.SubscriptionDelivery;
import io.tidemark.model.result.Exclusions;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunEvent;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.RunResult.ClassResult;
import io.tidemark.model.result.Sample;
import io.tidemark.model.result.SearchReport;
import io.tidemark.model.result.Verdict;
import io.tidemark.model.result.VerdictInputs;
import io.tidemark.model.result.VerdictInputs.BrokerCounts;
import io.tidemark.model.result.VerdictInputs.BrokerTrend;
import io.tidemark.model.result.VerdictInputs.Clocks;
import io.tidemark.model.result.VerdictInputs.Ending;
import io.tidemark.model.result.VerdictInputs.LeftAtBroker;
import io.tidemark.model.result.VerdictInputs.NeverSent;
import io.tidemark.model.result.VerdictInputs.PhaseEnd;
import io.tidemark.model.result.WorkerReport;
import io.tidemark.model.result.finish.BrokerTrends;
import io.tidemark.model.result.finish.FinishedRun;
import io.tidemark.model.result.finish.PriceModel;
import io.tidemark.model.result.finish.RunEfficiency;
import io.tidemark.model.snapshot.TelemetrySample;
import io.tidemark.model.worker.ProbeCounts;
import io.tidemark.model.workload.EffectiveWorkload;
import io.tidemark.model.workload.PhaseScale;
import io.tidemark.verdict.Criteria;
import io.tidemark.verdict.VerdictRules;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

/**
 * The result of all classes together.
 *
 * @param classes what was measured of each, by name
 * @param timeline of all workers
 * @param telemetry gets the telemetry of all classes
 * @param journal of the total
 * @param group of the runs of the classes
 */
record TotalResult(
    RunPlan plan,
    Map<String, RunResult> classes,
    TimelineBuilder timeline,
    AppendLog<TelemetrySample> telemetry,
    RunJournal journal,
    ClassGroup group) {

  RunResult compose() {
    RunResult first = classes.values().iterator().next();
    List<PhaseResult> phases = phases();
    List<TelemetrySample> readings = telemetryOfAll();
    RunResult total =
        FinishedRun.result(
            plan.identity(),
            shape(),
            EffectiveWorkload.of(plan.workload()),
            plan.maskedDriver(),
            plan.coordinatorEnvironment(),
            first.brokerFacts(),
            all(RunResult::workers),
            phases,
            timeline.samples(),
            timeline.tenSecondSamples(),
            delivery(),
            all(RunResult::unacknowledgedAgesNanos),
            events(),
            readings,
            Optional.empty(),
            search(),
            List.of(),
            Optional.empty(),
            Optional.empty(),
            timeline.total(),
            inputs(BrokerTrends.of(phases, readings)),
            Verdict.NONE);
    RunResult complete =
        total
            .withBrokerConfiguration(first.brokerConfiguration())
            .withEfficiency(efficiency(phases, readings))
            .withClasses(
                classes.entrySet().stream()
                    .map(each -> ClassResult.of(each.getKey(), each.getValue()))
                    .toList(),
                withExclusions(total.totals(), all(each -> List.of(each.totals()))),
                total.phases().stream()
                    .map(each -> withExclusions(each, named(each.name())))
                    .toList());
    return PriceModel.priced(
        complete.withVerdict(
            VerdictRules.judge(complete, plan.workload(), Criteria.fromWorkload(plan.workload()))));
  }

  private Optional<Efficiency> efficiency(
      List<PhaseResult> phases, List<TelemetrySample> readings) {
    List<WorkerReport> workers = all(RunResult::workers);
    boolean shared = RunEfficiency.processes(workers).size() == 1;
    return RunEfficiency.of(
        phases,
        (int) sum(each -> RunEfficiency.queues(each.shape())),
        workers,
        timeline.samples(),
        readings,
        group.idle(shared));
  }

  private <T> List<T> all(Function<RunResult, List<T>> part) {
    return classes.values().stream().flatMap(each -> part.apply(each).stream()).toList();
  }

  private Optional<SearchReport> search() {
    Map<String, Optional<SearchReport>> searches = new LinkedHashMap<>();
    classes.forEach((name, result) -> searches.put(name, result.search()));
    return TotalSearch.of(searches);
  }

  private long sum(ToLongFunction<RunResult> count) {
    return classes.values().stream().mapToLong(count).sum();
  }

  private int most(ToIntFunction<RunResult> number) {
    return classes.values().stream().mapToInt(number).max().orElse(0);
  }

  /** Where classes differ, the largest. */
  private RunResult.Shape shape() {
    return new RunResult.Shape(
        (int) sum(each -> each.shape().topics()),
        most(each -> each.shape().partitionsPerTopic()),
        most(each -> each.shape().messageSizeBytes()),
        most(each -> each.shape().producersPerTopic()),
        most(each -> each.shape().consumersPerSubscription()),
        most(each -> each.shape().subscriptionsPerTopic()));
  }

  private List<PhaseResult> named(String phase) {
    return classes.values().stream()
        .flatMap(each -> each.phases().stream())
        .filter(each -> each.name().equals(phase))
        .toList();
  }

  /** Their order is that of the class with the most. */
  private List<PhaseResult> phases() {
    List<PhaseResult> longest =
        classes.values().stream()
            .map(RunResult::phases)
            .max(Comparator.comparingInt(List::size))
            .orElseThrow();
    List<PhaseResult> all = new ArrayList<>();
    for (int i = 0; i < longest.size(); i++) {
      all.add(phase(i, named(longest.get(i).name())));
    }
    return all;
  }

  private PhaseResult phase(int index, List<PhaseResult> ofClasses) {
    PhaseResult first = ofClasses.get(0);
    long start = ofClasses.stream().mapToLong(PhaseResult::startEpochNanos).min().orElse(0);
    long end =
        ofClasses.stream()
            .mapToLong(each -> each.startEpochNanos() + each.lengthNanos())
            .max()
            .orElse(start);
    Optional<Double> intended =
        ofClasses.stream().allMatch(each -> each.intendedRatePerSecond().isPresent())
            ? ofClasses.stream()
                .flatMap(each -> each.intendedRatePerSecond().stream())
                .reduce(Double::sum)
            : Optional.empty();
    PhaseSpan span =
        new PhaseSpan(index, first.name(), first.measured(), start, end - start, intended, false);
    return timeline.result(span, PhaseScale.NONE);
  }

  /** Classes may have different numbers of subscriptions. */
  private static PhaseResult withExclusions(PhaseResult total, List<PhaseResult> ofClasses) {
    Exclusions sum =
        ofClasses.stream()
            .flatMap(each -> each.excluded().stream())
            .reduce(
                new Exclusions(0, 0, 0),
                (one, other) ->
                    new Exclusions(
                        one.failedMessages() + other.failedMessages(),
                        one.unansweredMessages() + other.unansweredMessages(),
                        one.neverReceivedMessages() + other.neverReceivedMessages()));
    return total.with(total.backlogMessages(), sum);
  }

  private DeliveryReport delivery() {
    List<DeliveryReport> reports = classes.values().stream().map(RunResult::delivery).toList();
    return new DeliveryReport(
        reports.stream()
            .map(DeliveryReport::mode)
            .max(Comparator.naturalOrder())
            .orElse(DeliveryMode.FULL),
        sum(each -> each.delivery().sent()),
        sum(each -> each.delivery().acknowledged()),
        sum(each -> each.delivery().failed()),
        sum(each -> each.delivery().unacknowledged()),
        known(reports, DeliveryReport::corrupted),
        known(reports, DeliveryReport::foreign),
        reports.stream()
            .flatMap(report -> report.subscriptions().stream())
            .map(TotalResult::withoutProducers)
            .toList(),
        classes.entrySet().stream()
            .flatMap(
                each ->
                    each.getValue().delivery().limits().stream()
                        .map(limit -> "Class " + each.getKey() + ": " + limit))
            .toList(),
        Optional.empty());
  }

  /** Producers of several classes have the same numbers; the files of each class have them. */
  private static SubscriptionDelivery withoutProducers(SubscriptionDelivery each) {
    return new SubscriptionDelivery(
        each.subscription(),
        each.topic(),
        each.expected(),
        each.received(),
        each.lost(),
        each.duplicated(),
        each.outOfOrder(),
        each.unacknowledgedButReceived(),
        each.abortedReads(),
        each.firstLost(),
        each.firstAbortedReads(),
        each.offsets(),
        List.of());
  }

  private static Optional<Long> known(
      List<DeliveryReport> reports, Function<DeliveryReport, Optional<Long>> count) {
    return reports.stream().map(count).allMatch(Optional::isPresent)
        ? reports.stream().flatMap(each -> count.apply(each).stream()).reduce(Long::sum)
        : Optional.empty();
  }

  /** Phases, which all classes have, once. */
  private List<RunEvent> events() {
    Set<String> phases = new HashSet<>();
    return classes.entrySet().stream()
        .flatMap(each -> each.getValue().events().stream().map(event -> of(each.getKey(), event)))
        .filter(event -> !event.kind().equals(ClassRuns.PHASE) || phases.add(event.subject()))
        .sorted(Comparator.comparingLong(RunEvent::epochNanos))
        .toList();
  }

  /** An event of the total, which names the class. */
  static RunEvent of(String name, RunEvent event) {
    return event.kind().equals(ClassRuns.PHASE)
        ? event
        : new RunEvent(
            event.epochNanos(),
            event.source(),
            event.kind(),
            "class " + name + ": " + event.subject(),
            event.detail(),
            event.numbers());
  }

  /** A metric that the drivers of several classes read is that of the first of them. */
  private List<TelemetrySample> telemetryOfAll() {
    if (!telemetry.all().isEmpty()) {
      return telemetry.all(); // The result is composed twice.
    }
    Set<List<String>> before = new HashSet<>();
    for (RunResult each : classes.values()) {
      Set<List<String>> own = new HashSet<>();
      for (TelemetrySample reading : each.telemetry()) {
        List<String> figure = List.of(reading.name(), reading.subject());
        if (!before.contains(figure)) {
          own.add(figure);
          telemetry.add(reading);
        }
      }
      before.addAll(own);
    }
    telemetry.flush();
    return telemetry.all();
  }

  private VerdictInputs inputs(List<BrokerTrend> trends) {
    List<VerdictInputs> all = classes.values().stream().map(RunResult::verdictInputs).toList();
    VerdictInputs worst =
        all.stream().max(Comparator.comparingInt(each -> severity(each.ending()))).orElseThrow();
    return new VerdictInputs(
        worst.ending(),
        worst.reason(),
        join(all, VerdictInputs::workers),
        join(all, VerdictInputs::lostWorkers),
        all.stream().map(VerdictInputs::clocks).reduce(Clocks.ONE, Clocks::worst),
        all.stream().mapToInt(VerdictInputs::producers).sum(),
        all.stream().mapToInt(VerdictInputs::maxInFlightPerProducer).max().orElse(0),
        new NeverSent(
            all.stream().mapToLong(each -> each.neverSent().messages()).sum(),
            all.stream().mapToLong(each -> each.neverSent().overdueNanos()).max().orElse(0)),
        phaseEnds(all),
        peakBacklog(),
        all.stream().anyMatch(VerdictInputs::leaseExpired),
        all.stream().allMatch(VerdictInputs::drained),
        all.stream().anyMatch(VerdictInputs::messagesMissing),
        all.stream().anyMatch(VerdictInputs::coLocated),
        all.stream().mapToInt(VerdictInputs::stuckThreads).sum(),
        BrokerCounts.NONE, // Each class compares its own.
        left(all),
        all.stream().map(VerdictInputs::probes).reduce(ProbeCounts.NONE, ProbeCounts::plus),
        all.stream().mapToLong(VerdictInputs::droppedEvents).sum(),
        all.stream().mapToLong(VerdictInputs::droppedReadings).sum(),
        journal.damages(), // Each class has its own.
        join(all, VerdictInputs::problems),
        trends);
  }

  /** If a class ends early, the others are interrupted. */
  private static int severity(Ending ending) {
    return switch (ending) {
      case COMPLETED -> 0;
      case INTERRUPTED -> 1;
      case WORKER_LOST, FAILED, PROCESS_EXIT -> 2;
    };
  }

  private static <T> List<T> join(List<VerdictInputs> all, Function<VerdictInputs, List<T>> part) {
    return all.stream().flatMap(each -> part.apply(each).stream()).distinct().toList();
  }

  private static List<PhaseEnd> phaseEnds(List<VerdictInputs> all) {
    Map<String, PhaseEnd> ends = new LinkedHashMap<>();
    all.stream()
        .flatMap(each -> each.phaseEnds().stream())
        .forEach(
            end ->
                ends.merge(
                    end.phase(),
                    end,
                    (one, other) ->
                        new PhaseEnd(
                            one.phase(),
                            Math.max(one.lengthNanos(), other.lengthNanos()),
                            one.conditionMet() && other.conditionMet(),
                            one.backlogMessages() + other.backlogMessages())));
    return List.copyOf(ends.values());
  }

  private long peakBacklog() {
    long peak =
        classes.values().stream()
            .mapToLong(each -> each.verdictInputs().peakBacklogMessages())
            .max()
            .orElse(0);
    for (Sample sample : timeline.samples()) {
      peak = Math.max(peak, sample.backlog());
    }
    return peak;
  }

  private static LeftAtBroker left(List<VerdictInputs> all) {
    Map<String, Long> queues = new TreeMap<>();
    Map<String, Long> lags = new TreeMap<>();
    for (VerdictInputs each : all) {
      queues.putAll(each.leftAtBroker().queues());
      lags.putAll(each.leftAtBroker().lags());
    }
    return new LeftAtBroker(
        queues,
        lags,
        null,
        all.stream()
            .flatMap(each -> each.leftAtBroker().contradictions().stream())
            .distinct()
            .toList());
  }
}
