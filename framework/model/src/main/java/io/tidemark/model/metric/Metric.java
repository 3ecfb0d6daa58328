package io.tidemark.model.metric;

import io.tidemark.model.cost.CostFigure;
import io.tidemark.model.result.FigureError;
import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Measure;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;

/**
 * The declaration of a figure of runs. {@link Metrics} has all of them; {@link MetricReference} is
 * one of them as a user names it, also of a class or of phases with a number of clients.
 */
public final class Metric {
  /** What a value counts. */
  public enum Unit {
    /** Messages or round trips per second. */
    PER_SECOND("1/s"),
    MICROSECONDS("us"),
    /** Messages, and what happened to them: mostly 0, and without statistics. */
    COUNT(""),
    CPU_SECONDS("CPU s"),
    MEGABYTES("MB"),
    BYTES("B"),
    JOULES("J"),
    /** A number without a unit; of a price in its currency. */
    RATIO("");

    private final String symbol;

    Unit(String symbol) {
      this.symbol = symbol;
    }

    /** Empty for a number without a unit. */
    public String symbol() {
      return symbol;
    }
  }

  /** Of what it is known, apart from a run as a whole. */
  public enum Scope {
    /** One traffic class. */
    CLASS,
    /** Phases with a number of clients. */
    CLIENTS
  }

  /** What a workload must have for its runs to have the figure. */
  public enum Needs {
    PRODUCERS,
    CONSUMERS,
    REQUESTS,
    FAULTS,
    /** A second site. */
    FAILOVER,
    /** A search for a rate. */
    SEARCHED_RATE,
    /** Bodies that are made from values. */
    MADE_BODIES,
    /** Consumers, and no traffic classes. */
    COST
  }

  private final Builder declared;

  private Metric(Builder declared) {
    this.declared = declared;
  }

  /**
   * A declaration that begins with what each metric has.
   *
   * @param words its name in sentences: {@code publish rate}
   * @param needs what a workload must have for it
   */
  public static Builder named(String id, String words, Unit unit, FigureGroup group, Needs needs) {
    return new Builder(id, words, unit, group, needs);
  }

  /** Makes a declaration; each method returns this object. */
  public static final class Builder {
    private final String id;
    private final String words;
    private final Unit unit;
    private final FigureGroup group;
    private final Needs needs;
    private List<String> olderNames = List.of();
    private Set<Scope> scopes = EnumSet.noneOf(Scope.class);
    private boolean higherIsBetter;
    private boolean usual;
    private String statistic = FigureError.MAX;
    private Optional<Measure> measure = Optional.empty();
    private Optional<Counter> counter = Optional.empty();
    private Optional<CostFigure> cost = Optional.empty();
    private Optional<String> ombField = Optional.empty();
    private Function<RunResult, OptionalDouble> ofRun = run -> OptionalDouble.empty();
    private Function<PhaseResult, OptionalDouble> ofPhase = phase -> OptionalDouble.empty();

    private Builder(String id, String words, Unit unit, FigureGroup group, Needs needs) {
      this.id = id;
      this.words = words;
      this.unit = unit;
      this.group = group;
      this.needs = needs;
    }

    /** Deprecated names, which files may still have. */
    public Builder olderNames(String... names) {
      olderNames = List.of(names);
      return this;
    }

    /** Otherwise a lower value is better. */
    public Builder higherIsBetter() {
      higherIsBetter = true;
      return this;
    }

    /** Each table has it, if a run has it. */
    public Builder usual() {
      usual = true;
      return this;
    }

    Builder of(Measure one, String itsStatistic) {
      measure = Optional.of(one);
      statistic = itsStatistic;
      return this;
    }

    Builder of(Counter counted) {
      counter = Optional.of(counted);
      return this;
    }

    Builder of(CostFigure figure) {
      cost = Optional.of(figure);
      return this;
    }

    /** The field of OMB's results with the same figure. */
    Builder omb(String field) {
      ombField = Optional.of(field).filter(name -> !name.isEmpty());
      return this;
    }

    /** Its value in a run; empty if it has none. */
    public Metric ofRun(Function<RunResult, OptionalDouble> value) {
      ofRun = value;
      return new Metric(this);
    }

    /** Its value in a phase, and in a run or class with all measured phases as one. */
    public Metric ofPhases(Function<PhaseResult, OptionalDouble> value) {
      ofPhase = value;
      scopes = EnumSet.allOf(Scope.class);
      return ofRun(run -> value.apply(run.totals()));
    }
  }

  public String id() {
    return declared.id;
  }

  public List<String> olderNames() {
    return declared.olderNames;
  }

  /** Its name in sentences. */
  public String words() {
    return declared.words;
  }

  public Unit unit() {
    return declared.unit;
  }

  public boolean higherIsBetter() {
    return declared.higherIsBetter;
  }

  /** What is damaged together with it. */
  public FigureGroup group() {
    return declared.group;
  }

  public Needs needs() {
    return declared.needs;
  }

  boolean has(Scope scope) {
    return declared.scopes.contains(scope);
  }

  /** Whether each table has it. */
  public boolean isUsual() {
    return declared.usual;
  }

  /** The percentile of a latency; another time has its error as a whole. */
  public String statistic() {
    return declared.statistic;
  }

  /** What a latency is about; empty for another metric. */
  public Optional<Measure> measure() {
    return declared.measure;
  }

  /** What a rate counts; empty for another metric. */
  public Optional<Counter> counter() {
    return declared.counter;
  }

  /** What a cost is about; empty for another metric. */
  public Optional<CostFigure> cost() {
    return declared.cost;
  }

  /** The field of OMB's results with the same figure; empty if they have none. */
  public Optional<String> ombField() {
    return declared.ombField;
  }

  /** In its unit; empty if the run has none. */
  OptionalDouble value(RunResult run) {
    return declared.ofRun.apply(run);
  }

  /** In its unit; empty if the phase has none. */
  OptionalDouble value(PhaseResult phase) {
    return declared.ofPhase.apply(phase);
  }

  /** Over a whole run. */
  public MetricReference ofRun() {
    return new MetricReference(this, Optional.empty(), Optional.empty());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Metric metric && metric.id().equals(id());
  }

  @Override
  public int hashCode() {
    return id().hashCode();
  }

  @Override
  public String toString() {
    return id();
  }
}
