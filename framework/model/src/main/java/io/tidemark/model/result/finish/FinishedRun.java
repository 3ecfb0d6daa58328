package io.tidemark.model.result.finish;

import io.tidemark.model.part.Parts;
import io.tidemark.model.result.BlockedTime;
import io.tidemark.model.result.DeliveryReport;
import io.tidemark.model.result.Disruption;
import io.tidemark.model.result.Exclusions;
import io.tidemark.model.result.Latencies;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunIdentity;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.SearchReport;
import io.tidemark.model.result.TrialTelemetry;
import io.tidemark.model.result.Verdict;
import io.tidemark.model.snapshot.TelemetrySample;
import io.tidemark.model.workload.PhaseNames;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Adds to what was measured in a run what follows from it. */
public final class FinishedRun {
  private FinishedRun() {}

  /**
   * The result, which has no verdict yet.
   *
   * @param measured all parts that are not calculated from others
   */
  public static RunResult result(
      RunIdentity identity, RunResult.Shape shape, List<PhaseResult> phases, Parts measured) {
    RunResult run =
        new RunResult(
            identity,
            Verdict.NONE,
            shape,
            MeasuredTotal.of(phases, measured.get(RunResult.WORKLOAD), identity),
            phases,
            measured);
    RunCourse course = RunCourse.of(run.samples(), phases);
    int subscriptions = Math.max(1, shape.subscriptionsPerTopic());
    return run.with()
        .totals(run.totals().withExcluded(Optional.of(exclusions(run, run.totals()))))
        .phases(
            phases.stream()
                .map(
                    phase ->
                        phase
                            .with()
                            .backlogMessages(
                                Optional.ofNullable(course.backlogs().get(phase.name())))
                            .excluded(Optional.of(exclusions(run, phase)))
                            .build())
                .toList())
        .parts(
            measured
                .with(RunResult.BROKER_FACTS, new TreeMap<>(run.brokerFacts()))
                .with(
                    RunResult.COORDINATOR_ENVIRONMENT, new TreeMap<>(run.coordinatorEnvironment()))
                .with(
                    SearchReport.PART,
                    run.search()
                        .map(
                            search -> withReadings(search, phases, run.part(TelemetrySample.PART))))
                .with(
                    DeliveryReport.AGES,
                    DeliveryReport.Ages.of(run.part(DeliveryReport.AGES_NANOS)))
                .with(Disruption.PART, Disruptions.of(course.points(), run.events(), subscriptions))
                .with(BlockedTime.PART, course.blocks(run.events())))
        .build();
  }

  /**
   * Returns what a stretch excludes; with classes, whose numbers of subscriptions may differ, the
   * sum.
   */
  private static Exclusions exclusions(RunResult run, PhaseResult stretch) {
    return run.classes().stream()
        .flatMap(each -> Stream.concat(each.phases().stream(), Stream.of(each.totals())))
        .filter(phase -> phase.name().equals(stretch.name()))
        .flatMap(phase -> phase.excluded().stream())
        .reduce(Exclusions::plus)
        .orElseGet(
            () ->
                Exclusions.of(
                    stretch.counters(),
                    run.requestReply().isPresent(),
                    run.shape().subscriptionsPerTopic()));
  }

  private static SearchReport withReadings(
      SearchReport search, List<PhaseResult> phases, Iterable<TelemetrySample> telemetry) {
    List<PhaseResult> trials =
        phases.stream().filter(phase -> PhaseNames.isTrial(phase.name())).toList();
    Map<String, List<TrialTelemetry>> readings = TrialReadings.of(trials, telemetry);
    return search.withTrials(
        search.trials().stream()
            .map(
                trial ->
                    trial
                        .with()
                        .latencies(latencies(trials, trial.phase()))
                        .telemetry(readings.getOrDefault(trial.phase(), List.of()))
                        .build())
            .toList());
  }

  private static Latencies latencies(List<PhaseResult> trials, String name) {
    return trials.stream()
        .filter(phase -> phase.name().equals(name))
        .findFirst()
        .orElseThrow()
        .latencies();
  }
}
