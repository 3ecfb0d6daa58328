package io.tidemark.model.result;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.tidemark.model.part.Part;
import io.tidemark.model.part.Part.Written;
import io.tidemark.model.part.Parts;
import io.tidemark.model.snapshot.TelemetrySample;
import io.tidemark.model.workload.DestinationSpec;
import io.tidemark.model.workload.Workload;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The result of a run, and what {@code result.json} holds. docs/reference/results.md explains every
 * field.
 *
 * @param identity which run
 * @param verdict of the run
 * @param shape sizes of the workload that OMB's file repeats
 * @param totals all measured phases as one
 * @param phases in order
 * @param parts all else: what became of messages, what was injected, what things cost, ...
 */
@RecordBuilder
public record RunResult(
    RunIdentity identity,
    Verdict verdict,
    Shape shape,
    PhaseResult totals,
    List<PhaseResult> phases,
    Parts parts)
    implements JudgedRun, RunResultBuilder.With {
  /** Facts about the broker from the driver. */
  public static final Part<Map<String, String>> BROKER_FACTS =
      new Part<Map<String, String>>("brokerFacts", Written.ALWAYS, null, Part.first()) {};

  /** Facts of the coordinator's machine. */
  public static final Part<Map<String, String>> COORDINATOR_ENVIRONMENT =
      new Part<Map<String, String>>(
          "coordinatorEnvironment", Written.ALWAYS, null, Part.first()) {};

  /** The effective workload with all defaults, as maps, lists and scalars. */
  public static final Part<Map<String, Object>> WORKLOAD =
      new Part<Map<String, Object>>("workload", Written.ALWAYS, null) {};

  /** The effective driver configuration, secrets masked. */
  public static final Part<Map<String, Object>> DRIVER =
      new Part<Map<String, Object>>("driver", Written.ALWAYS, null, Part.first()) {};

  /** One for each traffic class, of which the run is the total. */
  public static final Part<List<ClassResult>> CLASSES =
      new Part<List<ClassResult>>("classes", Written.IF_ANY, List.of()) {};

  /** One for each priority of messages, the highest first. */
  public static final Part<List<PriorityResult>> PRIORITIES =
      new Part<List<PriorityResult>>("priorities", Written.IF_ANY, List.of()) {};

  /** Version of the result's schema; increases with incompatible changes. */
  public static final int SCHEMA_VERSION = 3;

  private static final double LEAST_SECONDS = 0.01;

  /** Sizes of the workload, as in OMB's result. */
  @RecordBuilder
  public record Shape(
      int topics,
      int partitionsPerTopic,
      int messageSizeBytes,
      int producersPerTopic,
      int consumersPerSubscription,
      int subscriptionsPerTopic)
      implements RunResultShapeBuilder.With {
    public static Shape of(Workload workload) {
      DestinationSpec destinations = workload.destinations();
      return new Shape(
          destinations.topics(),
          destinations.partitionsPerTopic(),
          workload.messages().messageSizeBytes(),
          destinations.producersPerTopic(),
          destinations.consumerPerSubscription(),
          destinations.subscriptionsPerTopic());
    }

    /** Topics of both; where they differ in another size, the larger one. */
    public Shape and(Shape other) {
      return new Shape(
          topics + other.topics,
          Math.max(partitionsPerTopic, other.partitionsPerTopic),
          Math.max(messageSizeBytes, other.messageSizeBytes),
          Math.max(producersPerTopic, other.producersPerTopic),
          Math.max(consumersPerSubscription, other.consumersPerSubscription),
          Math.max(subscriptionsPerTopic, other.subscriptionsPerTopic));
    }

    /** The number of all queues, or partitions. */
    public int queues() {
      return topics * Math.max(1, partitionsPerTopic);
    }
  }

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
  @RecordBuilder
  public record ClassResult(
      String name,
      @JsonProperty("runId") String runId,
      Verdict verdict,
      Shape shape,
      PhaseResult totals,
      List<PhaseResult> phases,
      DeliveryReport delivery,
      @JsonIgnore Optional<RunResult> run)
      implements RunResultClassResultBuilder.With {
    /** The folder with the files of classes in a run directory. */
    public static final String FOLDER = "classes";

    public ClassResult {
      phases = List.copyOf(phases);
      run = run == null ? Optional.empty() : run; // It is in separate files.
    }

    /** Returns the result of the class whose run is given. */
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

    /** The folder of its files in a run directory, with a slash at the end. */
    public String folder() {
      return FOLDER + "/" + name + "/";
    }
  }

  /**
   * What was measured of the messages of one priority.
   *
   * @param outOfOrder first deliveries that came after a later message of the same priority and
   *     order, over the whole run
   * @param totals all measured phases as one
   */
  public record PriorityResult(int priority, long outOfOrder, PhaseResult totals) {}

  public RunResult {
    phases = List.copyOf(phases);
  }

  /** The run with another part. */
  public <T> RunResult with(Part<T> part, T value) {
    return withParts(parts.with(part, value));
  }

  /** What tables of several runs need of it: without what may be large, or needs its journal. */
  public RunResult withoutCourse() {
    return with()
        .totals(totals.withHistograms(Map.of()))
        .phases(phases.stream().map(phase -> phase.withHistograms(Map.of())).toList())
        .parts(
            parts
                .with(Sample.PART, List.of())
                .with(Sample.TEN_SECONDS, List.of())
                .with(TelemetrySample.PART, List.of())
                .with(RunEvent.PART, List.of())
                .with(
                    CLASSES,
                    classes().stream().map(each -> each.withRun(Optional.empty())).toList()))
        .build();
  }

  public List<WorkerReport> workers() {
    return part(WorkerReport.PART);
  }

  public Map<String, String> brokerFacts() {
    return part(BROKER_FACTS);
  }

  public Map<String, String> coordinatorEnvironment() {
    return part(COORDINATOR_ENVIRONMENT);
  }

  public Map<String, Object> workload() {
    return part(WORKLOAD);
  }

  public Map<String, Object> driver() {
    return part(DRIVER);
  }

  /** Outages, in order of time. */
  public List<Disruption> disruptions() {
    return part(Disruption.PART);
  }

  /** When the broker refused messages, in order of time. */
  public List<BlockedTime> blocks() {
    return part(BlockedTime.PART);
  }

  /** One for each traffic class; empty in runs without classes. */
  public List<ClassResult> classes() {
    return part(CLASSES);
  }

  @Override
  public Map<String, Verdict> classVerdicts() {
    Map<String, Verdict> verdicts = new LinkedHashMap<>();
    classes().forEach(each -> verdicts.put(each.name(), each.verdict()));
    return verdicts;
  }

  /** Outages that no injected fault explains. */
  public List<Disruption> unexplainedDisruptions() {
    return disruptions().stream()
        .filter(
            each ->
                faults().stream()
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
