package io.tidemark.model.result.finish;

import io.tidemark.model.load.Serialization;
import io.tidemark.model.result.BlockedTime;
import io.tidemark.model.result.DeliveryReport;
import io.tidemark.model.result.Disruption;
import io.tidemark.model.result.Exclusions;
import io.tidemark.model.result.FailoverReport;
import io.tidemark.model.result.FaultReport;
import io.tidemark.model.result.Latencies;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RequestReplyReport;
import io.tidemark.model.result.RunEvent;
import io.tidemark.model.result.RunIdentity;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Sample;
import io.tidemark.model.result.SearchReport;
import io.tidemark.model.result.TrialTelemetry;
import io.tidemark.model.result.Verdict;
import io.tidemark.model.result.VerdictInputs;
import io.tidemark.model.result.WorkerReport;
import io.tidemark.model.snapshot.BrokerConfiguration;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.snapshot.TelemetrySample;
import io.tidemark.model.workload.PhaseNames;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A finished run, and the figures of its result that follow from its course. */
public final class FinishedRun {
  private FinishedRun() {}

  /**
   * The result; each parameter is the component of {@link RunResult} with its name. The settings of
   * the broker can be added.
   */
  public static RunResult result(
      RunIdentity identity,
      RunResult.Shape shape,
      Map<String, Object> workload,
      Map<String, Object> driver,
      Map<String, String> coordinatorEnvironment,
      Map<String, String> brokerFacts,
      List<WorkerReport> workers,
      List<PhaseResult> phases,
      List<Sample> samples,
      List<Sample> tenSecondSamples,
      DeliveryReport delivery,
      List<Long> unacknowledgedAgesNanos,
      List<RunEvent> events,
      List<TelemetrySample> telemetry,
      Optional<RequestReplyReport> requestReply,
      Optional<SearchReport> search,
      List<FaultReport> faults,
      Optional<FailoverReport> failover,
      Optional<Serialization> serialization,
      Counters counts,
      VerdictInputs verdictInputs,
      Verdict verdict) {
    int subscriptions = shape.subscriptionsPerTopic();
    RunCourse course = RunCourse.of(samples, phases);
    PhaseResult total = MeasuredTotal.of(phases, workload, identity);
    List<Disruption> disruptions =
        Disruptions.of(course.points(), events, Math.max(1, subscriptions));
    List<BlockedTime> blocks = course.blocks(events);
    List<PhaseResult> finished =
        phases.stream()
            .map(
                phase ->
                    phase.with(
                        Optional.ofNullable(course.backlogs().get(phase.name())),
                        Exclusions.of(phase.counters(), requestReply.isPresent(), subscriptions)))
            .toList();
    return new RunResult(
        RunResult.SCHEMA_VERSION,
        identity,
        verdict,
        shape,
        total.with(
            Optional.empty(),
            Exclusions.of(total.counters(), requestReply.isPresent(), subscriptions)),
        finished,
        delivery,
        requestReply,
        search.map(report -> withReadings(report, phases, telemetry)),
        faults,
        failover,
        serialization,
        DeliveryReport.Ages.of(unacknowledgedAgesNanos),
        disruptions,
        blocks,
        workers,
        new TreeMap<>(brokerFacts),
        new TreeMap<>(coordinatorEnvironment),
        workload,
        driver,
        events,
        counts,
        verdictInputs,
        List.of(),
        Optional.empty(),
        Optional.empty(),
        samples,
        tenSecondSamples,
        telemetry,
        unacknowledgedAgesNanos,
        BrokerConfiguration.NONE);
  }

  private static SearchReport withReadings(
      SearchReport search, List<PhaseResult> phases, Iterable<TelemetrySample> telemetry) {
    List<PhaseResult> trials =
        phases.stream().filter(phase -> PhaseNames.isTrial(phase.name())).toList();
    Map<String, List<TrialTelemetry>> readings = TrialReadings.of(trials, telemetry);
    return search.with(
        search.trials().stream()
            .map(
                trial ->
                    trial.with(
                        latencies(trials, trial.phase()),
                        readings.getOrDefault(trial.phase(), List.of())))
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
