package io.tidemark.report.figures;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.tidemark.model.result.RunIdentity;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Series;
import io.tidemark.model.result.Verdict;
import io.tidemark.model.result.VerdictInputs;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.report.figures.StoredDelivery.Ages;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A run as {@code result.json} holds it: the components are the file's fields, in its order. Live
 * runs are converted to this, so that tables of live and stored runs are equal. Units are in the
 * names; docs/reference/results.md explains every field.
 *
 * @param schemaVersion {@link RunResult#SCHEMA_VERSION} of the writer
 * @param totals all measured phases as one
 * @param requestReply how requests were answered; absent in runs of other patterns
 * @param search the search for the rate; absent in runs with a rate of their own
 * @param faults that were injected, with their effects; absent in runs without faults
 * @param failover to a second site; absent in runs without one
 * @param unacknowledgedAges ages of sends without an answer; null when there were none
 * @param disruptions outages, in order of time
 * @param blocks when the broker refused messages, in order of time
 * @param runCounts of the whole run; this and the next are null in files of earlier versions
 * @param verdictInputs further inputs of the verdict
 */
public record StoredRun(
    int schemaVersion,
    Run run,
    Verdict verdict,
    RunResult.Shape shape,
    StoredPhase totals,
    List<StoredPhase> phases,
    StoredDelivery delivery,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable StoredRequestReply requestReply,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable StoredSearch search,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<StoredFault> faults,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable StoredFailover failover,
    @Nullable Ages unacknowledgedAges,
    List<StoredDisruption> disruptions,
    List<StoredBlock> blocks,
    List<StoredWorker> workers,
    Map<String, String> brokerFacts,
    Map<String, String> coordinatorEnvironment,
    Map<String, Object> workload,
    Map<String, Object> driver,
    List<StoredEvent> events,
    @Nullable StoredCounts runCounts,
    @Nullable VerdictInputs verdictInputs,
    List<StoredSample> samples) {

  private static final double LEAST_SECONDS = 0.01;

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
    // Absent in files of versions that did not look for them.
    disruptions = disruptions == null ? List.of() : List.copyOf(disruptions);
    faults = faults == null ? List.of() : List.copyOf(faults);
    blocks = blocks == null ? List.of() : List.copyOf(blocks);
    workers = List.copyOf(workers);
    events = List.copyOf(events);
    samples = Series.keep(samples);
  }

  /** The stored form of a finished run. */
  public static StoredRun of(RunResult result) {
    boolean requestReply = result.requestReply().isPresent();
    List<StoredEvent> events = result.events().stream().map(StoredEvent::of).toList();
    Map<String, Long> backlogs = backlogs(result);
    int subscriptions = Math.max(1, result.shape().subscriptionsPerTopic());
    List<StoredPhase> phases =
        result.phases().stream()
            .map(
                phase ->
                    StoredPhase.of(phase, requestReply, subscriptions, backlogs.get(phase.name())))
            .toList();
    List<StoredSample> samples = samples(result);
    return new StoredRun(
        RunResult.SCHEMA_VERSION,
        Run.of(result.identity()),
        result.verdict(),
        result.shape(),
        StoredPhase.of(MeasuredTotal.of(result), requestReply, subscriptions, null),
        phases,
        StoredDelivery.of(result.delivery()),
        result.requestReply().map(StoredRequestReply::new).orElse(null),
        result
            .search()
            .map(search -> StoredSearch.of(search, phases, result.telemetry()))
            .orElse(null),
        result.faults().stream().map(StoredFault::of).toList(),
        result.failover().map(StoredFailover::of).orElse(null),
        Ages.of(result.unacknowledgedAgesNanos()),
        Disruptions.of(points(samples, phases), events, subscriptions),
        blocks(samples, events),
        result.workers().stream().map(StoredWorker::of).toList(),
        new TreeMap<>(result.brokerFacts()),
        new TreeMap<>(result.coordinatorEnvironment()),
        result.workload(),
        result.driver(),
        events,
        new StoredCounts(result.counts(), requestReply),
        result.verdictInputs(),
        samples);
  }

  /** At the end of each phase. */
  private static Map<String, Long> backlogs(RunResult result) {
    Map<String, Long> backlogs = new TreeMap<>();
    result.samples().forEach(sample -> backlogs.put(sample.phase(), sample.backlog()));
    return backlogs;
  }

  private static List<Disruptions.Point> points(
      List<StoredSample> samples, List<StoredPhase> phases) {
    Map<String, StoredPhase> byName = new TreeMap<>();
    phases.forEach(phase -> byName.put(phase.name(), phase));
    List<Disruptions.Point> points = new ArrayList<>();
    long debt = 0;
    for (StoredSample sample : samples) {
      points.add(point(sample, byName.get(sample.phase()), debt));
      debt = sample.scheduleDebtMessages();
    }
    return points;
  }

  private static Disruptions.Point point(
      StoredSample sample, @Nullable StoredPhase phase, long debtBefore) {
    double intended = phase == null ? Double.NaN : phase.intendedRate().orElse(Double.NaN);
    return new Disruptions.Point(
        phase == null ? sample.phase() : phase.name(),
        phase != null && phase.measured(),
        sample.startEpochMicros(),
        sample.lengthSeconds(),
        sample.rates().get(Counter.ACKNOWLEDGED),
        sample.rates().get(Counter.RECEIVED),
        sample.counts().get(Counter.FAILED),
        sample.counts().get(Counter.SENT) > 0 || sample.inFlightMessages() > 0,
        intended,
        Double.isNaN(intended) ? Double.NaN : sample.dueRatePerSecond(debtBefore));
  }

  private static List<StoredBlock> blocks(List<StoredSample> samples, List<StoredEvent> events) {
    if (samples.isEmpty()) {
      return List.of();
    }
    StoredSample last = samples.get(samples.size() - 1);
    return Blocks.of(
        events,
        samples.get(0).startEpochMicros(),
        last.startEpochMicros() + Math.round(last.lengthSeconds() * 1e6));
  }

  /** What tables of several runs need of it: without events and samples, which may be many. */
  public StoredRun withoutCourse() {
    return with(verdict, List.of(), List.of());
  }

  /** What a report needs of it beside its timeline, which has a more compact form. */
  public StoredRun withoutSamples() {
    return with(verdict, events, List.of());
  }

  /** Outages that no injected fault explains. */
  public List<StoredDisruption> unexplainedDisruptions() {
    return disruptions.stream()
        .filter(
            each ->
                faults.stream()
                    .map(StoredFault::report)
                    .noneMatch(fault -> fault.affects(each.startEpochMicros(), LEAST_SECONDS)))
        .filter(each -> !each.cause().startsWith("FAULT"))
        .toList();
  }

  /** The same run, judged by other criteria. */
  public StoredRun withVerdict(Verdict other) {
    return with(other, events, samples);
  }

  private StoredRun with(
      Verdict otherVerdict, List<StoredEvent> otherEvents, List<StoredSample> otherSamples) {
    return new StoredRun(
        schemaVersion,
        run,
        otherVerdict,
        shape,
        totals,
        phases,
        delivery,
        requestReply,
        search,
        faults,
        failover,
        unacknowledgedAges,
        disruptions,
        blocks,
        workers,
        brokerFacts,
        coordinatorEnvironment,
        workload,
        driver,
        otherEvents,
        runCounts,
        verdictInputs,
        otherSamples);
  }

  /** Whether its figures may be used. */
  public boolean usable() {
    return verdict.status() == Verdict.Status.VALID || verdict.status() == Verdict.Status.FAILED;
  }

  private static List<StoredSample> samples(RunResult result) {
    List<String> workers = result.workers().stream().map(worker -> worker.info().name()).toList();
    long start = result.samples().isEmpty() ? 0 : result.samples().get(0).startEpochNanos();
    boolean requestReply = result.requestReply().isPresent();
    return Series.map(
        result.samples(), sample -> StoredSample.of(sample, start, workers, requestReply));
  }
}
