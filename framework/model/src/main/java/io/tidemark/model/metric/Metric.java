package io.tidemark.model.metric;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tidemark.model.result.FaultReport.Effect;
import io.tidemark.model.result.FigureError;
import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.JudgedRun;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.workload.Objective;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;

/**
 * The declaration of a figure of runs. {@link Metrics} has all of them; {@link MetricReference} is
 * one of them as a user names it, also of a class or of phases with a number of clients.
 *
 * @param olderNames deprecated names, which files may still have
 * @param words its name in sentences: {@code publish rate}
 * @param heading its name in tables
 * @param meaning what it is; empty text if its name says it
 * @param group what is damaged together with it
 * @param needs what a workload must have for it
 * @param rank how early it is among the figures that decide without a question, that answers state
 *     and charts of all runs show, from 1; 0: it is not among them
 * @param isUsual whether each table has it, if a run has it
 * @param isFollowed whether a history shows it unless others are asked for
 * @param isAsked whether a question may be about it
 * @param isOfPhases whether phases and traffic classes have it, too
 * @param condition what a limit on it means, for the reference page; empty if no objective is about
 *     it
 * @param statistic the percentile of a latency; another time has its error as a whole
 * @param measure what a latency is about; empty for another metric
 * @param counter what a rate counts; empty for another metric
 * @param bytes the payloads of what a rate counts; empty for round trips, which have two sizes
 * @param window in which a rate is the lowest one; empty for the mean
 * @param effect what a fault does, in seconds or percent, of which the worst counts; empty if it is
 *     not about faults
 * @param within what must be equal of runs whose values are compared; empty for most metrics
 * @param ombField the field of OMB's results with the same figure; empty if they have none
 * @param ofPart its value in its unit
 */
@RecordBuilder
public record Metric(
    String id,
    List<String> olderNames,
    String words,
    String heading,
    String meaning,
    Unit unit,
    FigureGroup group,
    Needs needs,
    boolean higherIsBetter,
    int rank,
    boolean isUsual,
    boolean isFollowed,
    boolean isAsked,
    boolean isOfPhases,
    String condition,
    String statistic,
    Optional<Measure> measure,
    Optional<Counter> counter,
    Optional<Counter> bytes,
    Optional<Duration> window,
    Optional<Function<Effect, Optional<Double>>> effect,
    Optional<Within> within,
    Optional<String> ombField,
    Function<MetricSource, OptionalDouble> ofPart)
    implements MetricBuilder.With {
  /** What a workload, or the driver, must have for its runs to have the figure. */
  public enum Needs {
    NOTHING,
    PRODUCERS,
    CONSUMERS,
    /** Consumers whose driver reports errors. */
    CONSUMER_ERRORS,
    /** Consumers, and messages whose number is known. */
    DELIVERY,
    /** Consumers, with a full audit. */
    AUDIT,
    /** An audit, and the order of messages if there are several partitions. */
    ORDER,
    /** An audit, and a driver that aborts transactions on purpose. */
    ABORTED_SENDS,
    /** Needs an audit of offsets, too. */
    OFFSETS,
    /** Needs an audit of offsets, and committed offsets. */
    COMMITS,
    /** Needs an audit of offsets, and keys. */
    KEYS,
    /** Sequence numbers in messages. */
    STAMPS,
    /** Needs a full audit, too. */
    CHECKS,
    REQUESTS,
    /** Requests, with a full audit. */
    AUDITED_REQUESTS,
    FAULTS,
    /** A second site. */
    FAILOVER,
    /** Consumers that refuse messages. */
    OUTCOMES,
    /** Messages of different priorities. */
    PRIORITIES,
    /** Clients that are opened during the load. */
    NEW_CLIENTS,
    /** A search for a rate. */
    SEARCHED_RATE,
    /** Bodies that are made from values. */
    MADE_BODIES,
    /** Consumers, and no traffic classes. */
    NO_CLASSES
  }

  /**
   * What values of different systems must have in common to be compared: a currency.
   *
   * @param condition a key of what differs between systems
   * @param why they are not compared otherwise
   */
  public record Within(String condition, String why) {}

  /**
   * A declaration that begins with what each metric has.
   *
   * @see Metric
   */
  public static Builder named(String id, String words, Unit unit, FigureGroup group, Needs needs) {
    return new Builder(id, words, unit, group, needs);
  }

  /** Makes a declaration; each method returns this object. */
  public static final class Builder {
    private final MetricBuilder all;

    private Builder(String id, String words, Unit unit, FigureGroup group, Needs needs) {
      all =
          MetricBuilder.builder()
              .id(id)
              .olderNames(List.of())
              .words(words)
              .heading(words)
              .meaning("")
              .unit(unit)
              .group(group)
              .needs(needs)
              .isAsked(true)
              .isOfPhases(true)
              .condition("")
              .statistic(FigureError.MAX);
    }

    public Builder olderNames(String... names) {
      all.olderNames(List.of(names));
      return this;
    }

    /** Otherwise a lower value is better. */
    public Builder higherIsBetter() {
      all.higherIsBetter(true);
      return this;
    }

    Builder rank(int place) {
      all.rank(place);
      return this;
    }

    public Builder usual() {
      all.isUsual(true);
      return this;
    }

    Builder heading(String inTables) {
      all.heading(inTables);
      return this;
    }

    public Builder followed() {
      all.isFollowed(true);
      return this;
    }

    /** Objectives may be about it. */
    public Builder objective(String meaning) {
      all.condition(meaning);
      return this;
    }

    /** Only objectives are about it: it is too often 0 to be compared. */
    Builder onlyObjective(String meaning) {
      all.isAsked(false);
      return objective(meaning);
    }

    Builder ofFaults(Function<Effect, Optional<Double>> ofFault) {
      all.effect(Optional.of(ofFault));
      return this;
    }

    Builder of(Measure one, String itsStatistic) {
      all.measure(Optional.of(one)).statistic(itsStatistic);
      return this;
    }

    Builder counts(Counter counted, Optional<Counter> payloads) {
      all.counter(Optional.of(counted)).bytes(payloads);
      return this;
    }

    public Builder meaning(String text) {
      all.meaning(text);
      return this;
    }

    /** It is compared only if this is equal. */
    public Builder within(Within equal) {
      all.within(Optional.of(equal));
      return this;
    }

    Builder omb(String field) {
      all.ombField(Optional.of(field).filter(name -> !name.isEmpty()));
      return this;
    }

    /** Its value in a finished run, which the verdict does not know. */
    public Metric ofResult(Function<RunResult, OptionalDouble> ofRun) {
      all.isOfPhases(false);
      return ofParts(part -> part.result().map(ofRun).orElse(OptionalDouble.empty()));
    }

    /** Its value in a run as a whole; empty if it has none. */
    public Metric ofRun(Function<JudgedRun, OptionalDouble> ofRun) {
      all.isOfPhases(false);
      return ofParts(part -> ofRun.apply(part.run()));
    }

    /** Its value in a phase, and in a finished run or class with all measured phases as one. */
    Metric ofPhases(Function<PhaseResult, OptionalDouble> ofPhase) {
      return ofParts(
          part ->
              part.phase()
                  .or(() -> part.result().map(RunResult::totals))
                  .map(ofPhase)
                  .orElse(OptionalDouble.empty()));
    }

    /** Its value in a run, and in a phase of it. */
    public Metric ofParts(Function<MetricSource, OptionalDouble> ofPart) {
      return all.ofPart(ofPart).build();
    }
  }

  /**
   * The lowest rate in a window.
   *
   * @param key with the window as it is written
   * @param length empty for another text than a time span
   */
  Metric over(String key, Optional<Duration> length) {
    Builder lowest =
        named(key, "lowest " + words, unit, group, needs)
            .counts(counter.orElseThrow(), bytes)
            .objective(condition);
    lowest.all.higherIsBetter(higherIsBetter).window(Optional.of(length.orElse(Duration.ZERO)));
    return lowest.ofParts(part -> OptionalDouble.empty());
  }

  public boolean isObjective() {
    return !condition.isEmpty();
  }

  /** Whether objectives of a phase may be about it: also of the faults injected in it. */
  public boolean isObjectiveOfPhase() {
    return isObjective() && (isOfPhases || effect.isPresent());
  }

  /** Whether it is about messages that are due: in a pause there are none. */
  public boolean isOfSending() {
    return measure.filter(any -> !any.isRare()).isPresent() || needs == Needs.PRODUCERS;
  }

  /** Whether only requests and replies have it. */
  public boolean isOfRequests() {
    return needs == Needs.REQUESTS || needs == Needs.AUDITED_REQUESTS;
  }

  /** In its unit; empty if the part has none. */
  public OptionalDouble value(MetricSource part) {
    return ofPart.apply(part);
  }

  /** What a limit may count; empty if no objective is about it. */
  public Set<Objective.Unit> limits() {
    if (!isObjective()) {
      return EnumSet.noneOf(Objective.Unit.class);
    }
    return switch (unit) {
      case MICROSECONDS -> EnumSet.of(Objective.Unit.NANOSECONDS);
      case PERCENT -> EnumSet.of(Objective.Unit.PERCENT);
      case PER_SECOND -> limitsOfRate();
      case COUNT -> EnumSet.of(Objective.Unit.COUNT, Objective.Unit.PERCENT);
      default -> EnumSet.of(Objective.Unit.COUNT);
    };
  }

  private Set<Objective.Unit> limitsOfRate() {
    Set<Objective.Unit> limits = EnumSet.of(Objective.Unit.PER_SECOND);
    counter.ifPresent(any -> limits.add(Objective.Unit.PERCENT)); // Of what was intended.
    bytes.ifPresent(any -> limits.add(Objective.Unit.BYTES_PER_SECOND));
    return limits;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Metric metric && metric.id.equals(id);
  }

  @Override
  public int hashCode() {
    return id.hashCode();
  }

  @Override
  public String toString() {
    return id;
  }
}
