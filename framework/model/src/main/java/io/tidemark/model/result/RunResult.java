package io.tidemark.model.result;

import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.snapshot.TelemetrySample;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The result of a run.
 *
 * @param identity which run
 * @param shape sizes of the workload that OMB's file repeats
 * @param workload the effective workload with all defaults, as maps, lists and scalars
 * @param driver the effective driver configuration, secrets masked
 * @param coordinatorEnvironment facts of the coordinator's machine
 * @param brokerFacts facts about the broker from the driver
 * @param workers one per worker
 * @param phases in order
 * @param samples in order of time; this, the next and the telemetry may be a {@link Series}, which
 *     can be read as long as the journal of the run is open
 * @param tenSecondSamples the measured phases again in OMB's grid of 10 s
 * @param delivery what became of the messages
 * @param unacknowledgedAgesNanos age of sends never acknowledged (at most 10,000)
 * @param events of the timeline
 * @param telemetry of the broker
 * @param requestReply how requests were answered; empty in runs of other patterns
 * @param search the search for the rate; empty in runs with a rate of their own
 * @param faults that were injected, with their effects
 * @param failover to a second site; empty in runs without one
 * @param counts of the whole run, all phases
 * @param verdictInputs further inputs of the verdict
 * @param verdict of the run
 */
public record RunResult(
    RunIdentity identity,
    Shape shape,
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
    Counters counts,
    VerdictInputs verdictInputs,
    Verdict verdict) {

  /** Version of the result's schema; increases with incompatible changes. */
  public static final int SCHEMA_VERSION = 2;

  /** Sizes of the workload, as in OMB's result. */
  public record Shape(
      int topics,
      int partitionsPerTopic,
      int messageSizeBytes,
      int producersPerTopic,
      int consumersPerSubscription,
      int subscriptionsPerTopic) {}

  public RunResult {
    workers = List.copyOf(workers);
    phases = List.copyOf(phases);
    samples = Series.keep(samples);
    tenSecondSamples = Series.keep(tenSecondSamples);
    unacknowledgedAgesNanos = List.copyOf(unacknowledgedAgesNanos);
    events = List.copyOf(events);
    faults = List.copyOf(faults);
    telemetry = Series.keep(telemetry);
  }
}
