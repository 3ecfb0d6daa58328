package io.tidemark.coordinator.classes;

import io.tidemark.coordinator.RunPlan;
import io.tidemark.coordinator.journal.AppendLog;
import io.tidemark.coordinator.journal.RunJournal;
import io.tidemark.coordinator.timeline.PhaseSpan;
import io.tidemark.coordinator.timeline.TimelineBuilder;
import io.tidemark.model.metric.AddedParts;
import io.tidemark.model.part.Parts;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunCounts;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.RunResult.ClassResult;
import io.tidemark.model.result.Sample;
import io.tidemark.model.result.VerdictInputs;
import io.tidemark.model.result.VerdictInputs.BrokerCounts;
import io.tidemark.model.result.file.ResultParts;
import io.tidemark.model.result.finish.BrokerTrends;
import io.tidemark.model.result.finish.ResultFinisher;
import io.tidemark.model.snapshot.TelemetrySample;
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
import java.util.stream.Stream;

/**
 * The result of all classes together.
 *
 * @param classes what was measured of each, by name
 * @param timeline of all workers
 * @param telemetry gets the telemetry of all classes
 * @param journal of the total
 */
record TotalResult(
    RunPlan plan,
    Map<String, RunResult> classes,
    TimelineBuilder timeline,
    AppendLog<TelemetrySample> telemetry,
    RunJournal journal) {

  RunResult compose() {
    Map<String, Parts> byClass = new LinkedHashMap<>();
    classes.forEach((name, result) -> byClass.put(name, result.parts()));
    Parts ofClasses = Parts.ofClasses(ResultParts.ALL, byClass);
    List<PhaseResult> phases = phases();
    List<TelemetrySample> readings = telemetryOfAll();
    VerdictInputs inputs =
        ofClasses
            .get(VerdictInputs.PART)
            .with()
            .peakBacklogMessages(peakBacklog())
            .brokerCounts(BrokerCounts.NONE) // Each class compares its own,
            .damages(journal.damages()) // and has its own.
            .brokerTrends(BrokerTrends.of(phases, readings))
            .build();
    RunResult measured =
        ResultFinisher.result(
            plan.identity(),
            classes.values().stream()
                .map(RunResult::shape)
                .reduce(RunResult.Shape::and)
                .orElseThrow(),
            phases,
            ofClasses
                .with(RunResult.WORKLOAD, EffectiveWorkload.of(plan.workload()))
                .with(RunResult.DRIVER, plan.maskedDriver())
                .with(RunResult.COORDINATOR_ENVIRONMENT, plan.coordinatorEnvironment())
                .with(
                    RunResult.CLASSES,
                    classes.entrySet().stream()
                        .map(result -> ClassResult.of(result.getKey(), result.getValue()))
                        .toList())
                .with(Sample.PART, timeline.samples())
                .with(Sample.TEN_SECONDS, timeline.tenSecondSamples())
                .with(TelemetrySample.PART, readings)
                .with(RunCounts.PART, new RunCounts(timeline.total()))
                .with(VerdictInputs.PART, inputs));
    RunResult total = AddedParts.toMeasured(measured);
    return AddedParts.toJudged(
        total.withVerdict(
            VerdictRules.judge(total, plan.workload(), Criteria.fromWorkload(plan.workload()))));
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

  /** A metric that the drivers of several classes read is that of the first of them. */
  private List<TelemetrySample> telemetryOfAll() {
    if (!telemetry.all().isEmpty()) {
      return telemetry.all(); // The result is composed twice.
    }
    Set<List<String>> before = new HashSet<>();
    for (RunResult each : classes.values()) {
      Set<List<String>> own = new HashSet<>();
      for (TelemetrySample reading : each.part(TelemetrySample.PART)) {
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

  private long peakBacklog() {
    return Stream.concat(
            classes.values().stream().map(each -> each.verdictInputs().peakBacklogMessages()),
            timeline.samples().stream().map(Sample::backlog))
        .reduce(0L, Math::max);
  }
}
