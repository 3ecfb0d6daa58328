package io.tidemark.report;

import io.tidemark.model.result.RunIdentity;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Verdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * A run as {@code result.json} holds it: the components are the file's fields, in its order. Live
 * runs are turned into this too, so that a table drawn today and one drawn from the file next year
 * are the same. Units are in the names; docs/reference/results.md explains every field.
 *
 * @param schemaVersion {@link RunResult#SCHEMA_VERSION} of the writer
 * @param totals all measured phases as one
 * @param unacknowledgedAges ages of sends without an answer; null when there were none
 */
public record StoredRun(
    int schemaVersion,
    Run run,
    Verdict verdict,
    RunResult.Shape shape,
    StoredPhase totals,
    List<StoredPhase> phases,
    StoredDelivery delivery,
    StoredDelivery.Ages unacknowledgedAges,
    List<StoredWorker> workers,
    Map<String, String> brokerFacts,
    Map<String, String> coordinatorEnvironment,
    Map<String, Object> workload,
    Map<String, Object> driver,
    List<StoredEvent> events,
    List<StoredSample> samples) {

  /**
   * Which run.
   *
   * @param workloadFile file name without its ending
   * @param startedAt the moment of {@code startedEpochMillis} in UTC, for people
   */
  public record Run(
      String runId,
      String workload,
      String workloadFile,
      String driver,
      int iteration,
      int iterations,
      String startedAt,
      long startedEpochMillis) {
    static Run of(RunIdentity identity) {
      return new Run(
          identity.runId(),
          identity.workloadName(),
          identity.workloadFileBase(),
          identity.driverName(),
          identity.iteration(),
          identity.iterations(),
          Instant.ofEpochMilli(identity.startedEpochMillis()).toString(),
          identity.startedEpochMillis());
    }
  }

  public StoredRun {
    Objects.requireNonNull(run, "run");
    Objects.requireNonNull(verdict, "verdict");
    Objects.requireNonNull(shape, "shape");
    Objects.requireNonNull(totals, "totals");
    Objects.requireNonNull(delivery, "delivery");
    phases = List.copyOf(phases);
    workers = List.copyOf(workers);
    events = List.copyOf(events);
    samples = List.copyOf(samples);
  }

  /** The stored form of a finished run. */
  public static StoredRun of(RunResult result) {
    return new StoredRun(
        RunResult.SCHEMA_VERSION,
        Run.of(result.identity()),
        result.verdict(),
        result.shape(),
        StoredPhase.of(MeasuredTotal.of(result)),
        result.phases().stream().map(StoredPhase::of).toList(),
        StoredDelivery.of(result.delivery()),
        StoredDelivery.Ages.of(result.unacknowledgedAgesNanos()),
        result.workers().stream().map(StoredWorker::of).toList(),
        new TreeMap<>(result.brokerFacts()),
        new TreeMap<>(result.coordinatorEnvironment()),
        result.workload(),
        result.driver(),
        result.events().stream().map(StoredEvent::of).toList(),
        samples(result));
  }

  /** Whether its figures may be used. */
  public boolean usable() {
    return verdict.status() == Verdict.Status.VALID || verdict.status() == Verdict.Status.FAILED;
  }

  private static List<StoredSample> samples(RunResult result) {
    List<String> workers = result.workers().stream().map(worker -> worker.info().name()).toList();
    List<StoredSample> samples = new ArrayList<>(result.samples().size());
    long start = result.samples().isEmpty() ? 0 : result.samples().get(0).startEpochNanos();
    result.samples().forEach(sample -> samples.add(StoredSample.of(sample, start, workers)));
    return samples;
  }
}
