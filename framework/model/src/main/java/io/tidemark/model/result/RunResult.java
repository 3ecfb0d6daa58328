package io.tidemark.model.result;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.tidemark.model.cost.Efficiency;
import io.tidemark.model.cost.RunPrice;
import io.tidemark.model.load.Serialization;
import io.tidemark.model.result.json.CountsJson;
import io.tidemark.model.snapshot.BrokerConfiguration;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.snapshot.TelemetrySample;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The result of a run, and what {@code result.json} holds: the components are its fields, in its
 * order. The last five are in files of their own. docs/reference/results.md explains every field.
 *
 * @param schemaVersion version of the files that it was read from, or {@link #SCHEMA_VERSION}
 * @param identity which run
 * @param verdict of the run
 * @param shape sizes of the workload that OMB's file repeats
 * @param totals all measured phases as one
 * @param phases in order
 * @param delivery what became of the messages
 * @param requestReply how requests were answered; empty in runs of other patterns
 * @param search the search for the rate; empty in runs with a rate of their own
 * @param faults that were injected, with their effects
 * @param failover to a second site; empty in runs without one
 * @param serialization the time to make a body; empty if bodies are not made from values
 * @param unacknowledgedAges ages of sends without an answer; empty when there were none
 * @param disruptions outages, in order of time
 * @param blocks when the broker refused messages, in order of time
 * @param workers one per worker
 * @param brokerFacts facts about the broker from the driver
 * @param coordinatorEnvironment facts of the coordinator's machine
 * @param workload the effective workload with all defaults, as maps, lists and scalars
 * @param driver the effective driver configuration, secrets masked
 * @param events of the timeline
 * @param counts of the whole run, all phases
 * @param verdictInputs further inputs of the verdict
 * @param classes one for each traffic class, of which the run is the total; empty in runs without
 *     classes
 * @param efficiency what broker and clients used for the messages; empty with classes
 * @param price what the system costs in a month; empty without prices in the driver file
 * @param samples in order of time; this, the next and the telemetry may be a {@link Series}, which
 *     can be read as long as the journal or the directory of the run is there
 * @param tenSecondSamples the measured phases again in OMB's grid of 10 s; only of a live run
 * @param telemetry of the broker; only of a live run
 * @param unacknowledgedAgesNanos age of sends never acknowledged (at most 10,000); only of a live
 *     run
 * @param brokerConfiguration settings of the broker that were in effect; empty if they are not
 *     known
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
@RecordBuilder
public record RunResult(
    int schemaVersion,
    @JsonProperty("run") RunIdentity identity,
    Verdict verdict,
    Shape shape,
    PhaseResult totals,
    List<PhaseResult> phases,
    DeliveryReport delivery,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<RequestReplyReport> requestReply,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<SearchReport> search,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<FaultReport> faults,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<FailoverReport> failover,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Serialization> serialization,
    Optional<DeliveryReport.Ages> unacknowledgedAges,
    List<Disruption> disruptions,
    List<BlockedTime> blocks,
    List<WorkerReport> workers,
    Map<String, String> brokerFacts,
    Map<String, String> coordinatorEnvironment,
    Map<String, Object> workload,
    Map<String, Object> driver,
    List<RunEvent> events,
    @JsonProperty("runCounts") @CountsJson Counters counts,
    VerdictInputs verdictInputs,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<ClassResult> classes,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Efficiency> efficiency,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<RunPrice> price,
    @JsonIgnore List<Sample> samples,
    @JsonIgnore List<Sample> tenSecondSamples,
    @JsonIgnore List<TelemetrySample> telemetry,
    @JsonIgnore List<Long> unacknowledgedAgesNanos,
    @JsonIgnore BrokerConfiguration brokerConfiguration)
    implements JudgedRun, RunResultBuilder.With {

  /** Version of the result's schema; increases with incompatible changes. */
  public static final int SCHEMA_VERSION = 3;

  private static final double LEAST_SECONDS = 0.01;

  /** Sizes of the workload, as in OMB's result. */
  public record Shape(
      int topics,
      int partitionsPerTopic,
      int messageSizeBytes,
      int producersPerTopic,
      int consumersPerSubscription,
      int subscriptionsPerTopic) {}

  /**
   * What was measured of one traffic class. All of its figures are those of a run with this class
   * alone; its files are in the folder {@code classes/NAME} of the run directory.
   *
   * @param name unique in the run
   * @param runId of the class: its messages carry it
   * @param verdict on the class alone, with its objectives
   * @param shape sizes of its workload
   * @param totals all measured phases as one
   * @param phases in order
   * @param delivery what became of its messages
   * @param run everything; only of a live run
   */
  public record ClassResult(
      String name,
      @JsonProperty("runId") String runId,
      Verdict verdict,
      Shape shape,
      PhaseResult totals,
      List<PhaseResult> phases,
      DeliveryReport delivery,
      @JsonIgnore Optional<RunResult> run) {
    /** The folder with the files of classes in a run directory. */
    public static final String FOLDER = "classes";

    public ClassResult {
      Objects.requireNonNull(name, "name");
      Objects.requireNonNull(verdict, "verdict");
      Objects.requireNonNull(totals, "totals");
      Objects.requireNonNull(delivery, "delivery");
      phases = List.copyOf(phases);
      run = run == null ? Optional.empty() : run; // It is in separate files.
    }

    /** Of a run of this class. */
    public static ClassResult of(String name, RunResult run) {
      return new ClassResult(
          name,
          run.identity().runId(),
          run.verdict(),
          run.shape(),
          run.totals(),
          run.phases(),
          run.delivery(),
          Optional.of(run));
    }

    /** The class with another verdict. */
    public ClassResult with(Verdict other) {
      return new ClassResult(name, runId, other, shape, totals, phases, delivery, run);
    }

    /** The folder of its files in a run directory, with a slash at the end. */
    public String folder() {
      return FOLDER + "/" + name + "/";
    }

    /** Without what may be large, or needs the journal of the run. */
    ClassResult withoutCourse() {
      return new ClassResult(
          name, runId, verdict, shape, totals, phases, delivery, Optional.empty());
    }
  }

  public RunResult {
    Objects.requireNonNull(identity, "run");
    Objects.requireNonNull(verdict, "verdict");
    Objects.requireNonNull(shape, "shape");
    Objects.requireNonNull(totals, "totals");
    Objects.requireNonNull(delivery, "delivery");
    phases = List.copyOf(phases);
    workers = List.copyOf(workers);
    events = List.copyOf(events);
    faults = known(faults);
    disruptions = known(disruptions);
    blocks = known(blocks);
    Objects.requireNonNull(counts, "runCounts");
    Objects.requireNonNull(verdictInputs, "verdictInputs");
    classes = known(classes);
    efficiency = efficiency == null ? Optional.empty() : efficiency;
    price = price == null ? Optional.empty() : price;
    samples = known(samples);
    tenSecondSamples = known(tenSecondSamples);
    unacknowledgedAgesNanos = known(unacknowledgedAgesNanos);
    telemetry = known(telemetry);
    brokerConfiguration =
        brokerConfiguration == null ? BrokerConfiguration.NONE : brokerConfiguration;
  }

  /** Empty for what is in other files, or was left out because it is empty. */
  private static <T> List<T> known(@Nullable List<T> list) {
    return list == null ? List.of() : Series.keep(list);
  }

  /**
   * The run as the total of these classes.
   *
   * @param ofAll its totals, with what follows from the classes
   * @param phasesOfAll its phases, with what follows from the classes
   */
  public RunResult withClasses(
      List<ClassResult> all, PhaseResult ofAll, List<PhaseResult> phasesOfAll) {
    return with().classes(all).totals(ofAll).phases(phasesOfAll).build();
  }

  /** The run with its histograms and samples, which are in separate files. */
  public RunResult with(List<PhaseResult> withHistograms, List<Sample> stored) {
    return with().phases(withHistograms).samples(stored).build();
  }

  /** What tables of several runs need of it: without what may be large, or needs its journal. */
  public RunResult withoutCourse() {
    return with()
        .totals(totals.with(Map.of()))
        .phases(phases.stream().map(phase -> phase.with(Map.of())).toList())
        .events(List.of())
        .classes(classes.stream().map(ClassResult::withoutCourse).toList())
        .samples(List.of())
        .tenSecondSamples(List.of())
        .telemetry(List.of())
        .build();
  }

  @Override
  public Map<String, Verdict> classVerdicts() {
    Map<String, Verdict> verdicts = new LinkedHashMap<>();
    classes.forEach(each -> verdicts.put(each.name(), each.verdict()));
    return verdicts;
  }

  /** Outages that no injected fault explains. */
  public List<Disruption> unexplainedDisruptions() {
    return disruptions.stream()
        .filter(
            each ->
                faults.stream()
                    .noneMatch(fault -> fault.affects(each.startEpochMicros(), LEAST_SECONDS)))
        .filter(each -> !each.cause().startsWith("FAULT"))
        .toList();
  }

  /** Whether some of its figures may be used. */
  public boolean usable() {
    return verdict.status() != Verdict.Status.ABORTED
        && verdict.figures().values().stream().anyMatch(FigureValidity::usable);
  }
}
