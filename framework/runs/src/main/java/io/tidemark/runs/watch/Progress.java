package io.tidemark.runs.watch;

import io.tidemark.base.Clock;
import io.tidemark.model.metric.Metric;
import io.tidemark.model.metric.MetricNames;
import io.tidemark.model.metric.MetricReference;
import io.tidemark.model.metric.Metrics;
import io.tidemark.model.result.RunEvent;
import io.tidemark.model.result.Sample;
import io.tidemark.model.result.Text;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.workload.LoadSchedule;
import io.tidemark.model.workload.LoadSchedule.Stretch;
import io.tidemark.model.workload.Objective;
import io.tidemark.model.workload.Phase;
import io.tidemark.model.workload.PhaseNames;
import io.tidemark.model.workload.Workload;
import io.tidemark.report.suite.RunOutcome;
import io.tidemark.runs.PlannedRun;
import io.tidemark.runs.RunWatcher;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;

/** What is known of the runs of a command while they are carried out. Not thread-safe. */
public final class Progress implements RunWatcher {
  /** Time that is kept of a run's samples. */
  static final Duration WINDOW = Duration.ofMinutes(2);

  private static final int MOST_EVENTS = 100;

  /**
   * A phase of a run.
   *
   * @param elapsed at {@code atNanos}
   * @param length empty if a condition ends the phase
   */
  public record Stage(String name, Duration elapsed, Optional<Duration> length, long atNanos) {
    Duration elapsedAt(long nanos) {
      Duration now = elapsed.plusNanos(Math.max(0, nanos - atNanos));
      return length.filter(all -> all.compareTo(now) < 0).orElse(now);
    }
  }

  /**
   * A sample.
   *
   * @param intendedPerSecond of the schedule; NaN without one
   */
  public record Point(Sample sample, double intendedPerSecond) {}

  private final Clock clock;
  private final Estimate estimate;
  private final List<RunOutcome> outcomes = new ArrayList<>();
  private final Deque<Point> points = new ArrayDeque<>();
  private final Deque<RunEvent> events = new ArrayDeque<>();
  private Optional<PlannedRun> run = Optional.empty();
  private Optional<ObjectivesSoFar> objectives = Optional.empty();
  private Optional<FiguresSoFar> figures = Optional.empty();
  private Optional<Stage> stage = Optional.empty();
  private Set<String> scheduled = Set.of();
  private Set<String> underLoad = Set.of();
  private boolean searches;
  private String doing = "";

  Progress(Clock clock) {
    this.clock = clock;
    this.estimate = new Estimate(clock);
  }

  @Override
  public void planned(List<PlannedRun> runs) {
    estimate.planned(runs);
  }

  @Override
  public void added(List<PlannedRun> runs) {
    estimate.added(runs);
  }

  @Override
  public void starts(PlannedRun started) {
    estimate.starts(started);
    run = Optional.of(started);
    objectives = Optional.of(new ObjectivesSoFar(started.workload()));
    figures = Optional.of(new FiguresSoFar(started.workload()));
    searches = started.workload().search().isPresent();
    scheduled = scheduled(started);
    underLoad = names(LoadSchedule.of(started.workload()));
    stage = Optional.empty();
    points.clear();
    events.clear();
    doing = "preparing";
  }

  /** Phases with an intended rate, without the trials of a search. */
  public static Set<String> scheduled(PlannedRun run) {
    LoadSchedule schedule = LoadSchedule.of(run.workload());
    boolean rate = schedule.rate().isPresent() || run.workload().search().isPresent();
    return rate ? names(schedule) : Set.of();
  }

  private static Set<String> names(LoadSchedule schedule) {
    return schedule.stretches().stream().map(Stretch::name).collect(Collectors.toSet());
  }

  @Override
  public void phaseStarted(String name, boolean measured, Optional<Duration> length) {
    estimate.loadStarts();
    if (searches && underLoad.contains(name)) {
      searches = false;
      estimate.searchEnded();
    }
    objectives.ifPresent(each -> each.phaseStarted(measured));
    figures.ifPresent(each -> each.phaseStarted(measured));
    stage = Optional.of(new Stage(name, Duration.ZERO, length, clock.nanoTime()));
  }

  @Override
  public void sampleTaken(Sample sample, Totals totals) {
    stage =
        Optional.of(
            new Stage(
                sample.phase(), totals.phaseElapsed(), totals.phaseLength(), clock.nanoTime()));
    objectives.ifPresent(each -> each.add(sample));
    figures.ifPresent(each -> each.add(sample));
    points.add(new Point(sample, intended(sample)));
    long from = sample.startEpochNanos() - WINDOW.toNanos();
    points.removeIf(point -> point.sample().startEpochNanos() < from);
  }

  private double intended(Sample sample) {
    if (!scheduled.contains(sample.phase()) && !PhaseNames.isSearchLoad(sample.phase())) {
      return Double.NaN;
    }
    long debtBefore = points.isEmpty() ? 0 : points.getLast().sample().scheduleDebt();
    long due = sample.counters().get(Counter.SENT) + sample.scheduleDebt() - debtBefore;
    return due / (sample.lengthNanos() / 1e9);
  }

  @Override
  public void event(RunEvent event) {
    events.add(event);
    if (events.size() > MOST_EVENTS) {
      events.remove();
    }
  }

  @Override
  public void note(String text) {
    doing = text;
  }

  @Override
  public void composing() {
    stage = Optional.empty();
    doing = "writing results, closing clients";
  }

  @Override
  public void ended(RunOutcome outcome) {
    outcomes.add(outcome);
    stage = Optional.empty();
    doing = outcome.reason();
  }

  public Optional<PlannedRun> run() {
    return run;
  }

  public Estimate estimate() {
    return estimate;
  }

  /** The current phase; empty before the load and after it. */
  public Optional<Stage> stage() {
    return stage;
  }

  /** Whether messages are expected in the current phase. */
  boolean isUnderLoad() {
    return stage
        .map(Stage::name)
        .filter(name -> underLoad.contains(name) || PhaseNames.isSearchLoad(name))
        .isPresent();
  }

  /** Since the phase began. */
  public Duration elapsed() {
    return stage.map(each -> each.elapsedAt(clock.nanoTime())).orElse(Duration.ZERO);
  }

  /** What is done outside of phases. */
  public String doing() {
    return doing;
  }

  /** Samples of the current run within the last {@link #WINDOW}, in order of time. */
  public List<Point> points() {
    return List.copyOf(points);
  }

  /** Events of the current run, in the order in which they were reported. */
  public List<RunEvent> events() {
    return List.copyOf(events);
  }

  /** Objectives that samples of the current run missed. */
  public List<String> missedObjectives() {
    return objectives.map(ObjectivesSoFar::lines).orElse(List.of());
  }

  /** The figures of the question of the current run; empty before something was measured. */
  public Optional<String> figuresSoFar() {
    return figures.flatMap(FiguresSoFar::sentence);
  }

  public List<RunOutcome> outcomes() {
    return List.copyOf(outcomes);
  }

  public long nowEpochNanos() {
    return clock.epochNanos();
  }

  /**
   * The figures of the question of a run, over its measured load so far. Percentiles are those of
   * the samples: only the result has them of all messages. Not thread-safe.
   */
  static final class FiguresSoFar {
    private final List<MetricReference> names;
    private final Map<Counter, Long> counts = new EnumMap<>(Counter.class);
    private final Map<MetricReference, LongSummaryStatistics> latencies = new LinkedHashMap<>();
    private double seconds;
    private boolean measured;

    FiguresSoFar(Workload workload) {
      names =
          workload
              .question()
              .map(MetricReference::asked)
              .orElseGet(() -> Metrics.first().stream().map(MetricReference::of).toList());
    }

    void phaseStarted(boolean isMeasured) {
      measured = isMeasured;
    }

    void add(Sample sample) {
      if (!measured) {
        return;
      }
      seconds += sample.lengthSeconds();
      for (MetricReference name : names) {
        name.metric()
            .counter()
            .ifPresent(c -> counts.merge(c, sample.counters().get(c), Long::sum));
        name.measure()
            .map(sample.latencies()::get)
            .ifPresent(
                latency ->
                    latency
                        .nanos(name.statistic())
                        .ifPresent(
                            nanos ->
                                latencies
                                    .computeIfAbsent(name, any -> new LongSummaryStatistics())
                                    .accept((long) nanos)));
      }
    }

    /** A sentence; empty before the first measured sample. */
    Optional<String> sentence() {
      List<String> figures = new ArrayList<>();
      for (MetricReference name : names) {
        figure(name).map(text -> name.metric().words() + " " + text).ifPresent(figures::add);
      }
      return figures.isEmpty()
          ? Optional.empty()
          : Optional.of(
              "Measured for %s so far: %s."
                  .formatted(Text.duration(seconds), String.join("; ", figures)));
    }

    private Optional<String> figure(MetricReference name) {
      if (name.metric().counter().isPresent()) {
        return name.metric()
            .counter()
            .map(counts::get)
            .filter(count -> count > 0 && seconds > 0)
            .map(count -> Text.rate(count / seconds));
      }
      return Optional.ofNullable(latencies.get(name)).map(FiguresSoFar::range);
    }

    private static String range(LongSummaryStatistics nanos) {
      String lowest = Text.nanos(nanos.getMin());
      String highest = Text.nanos(nanos.getMax());
      return lowest.equals(highest) ? lowest : lowest + " to " + highest + " in single samples";
    }
  }

  /**
   * In how many samples a latency did not meet its objective. Only a hint: the verdict has the
   * percentiles of all messages. Not thread-safe.
   */
  static final class ObjectivesSoFar {
    private final Map<String, List<Objective>> byPhase = new HashMap<>();
    private final List<Objective> everywhere;
    private final Map<Objective, Integer> missed = new LinkedHashMap<>();
    private final Map<Objective, Integer> checked = new HashMap<>();
    private boolean measured;

    ObjectivesSoFar(Workload workload) {
      everywhere = workload.objectives();
      for (Phase phase : workload.phases()) {
        byPhase.put(phase.name(), phase.objectives());
      }
    }

    void phaseStarted(boolean isMeasured) {
      measured = isMeasured;
    }

    void add(Sample sample) {
      if (measured) {
        everywhere.forEach(objective -> check(objective, sample));
        byPhase.getOrDefault(sample.phase(), List.of()).forEach(each -> check(each, sample));
      }
    }

    private void check(Objective objective, Sample sample) {
      OptionalDouble nanos = nanos(objective.key(), sample);
      if (nanos.isPresent()) {
        checked.merge(objective, 1, Integer::sum);
        if (!objective.comparison().holds(nanos.getAsDouble(), objective.limit())) {
          missed.merge(objective, 1, Integer::sum);
        }
      }
    }

    private static OptionalDouble nanos(String key, Sample sample) {
      Optional<Metric> metric = MetricNames.objective(key);
      return metric
          .flatMap(Metric::measure)
          .map(sample.latencies()::get)
          .map(latency -> latency.nanos(metric.get().statistic()))
          .orElse(OptionalDouble.empty());
    }

    /** One line for each objective that a sample missed. */
    List<String> lines() {
      List<String> lines = new ArrayList<>();
      missed.forEach(
          (objective, samples) ->
              lines.add(
                  String.format(
                      Locale.ROOT,
                      "objective %s %s: not met in %d of %s",
                      objective.key(),
                      objective.condition(),
                      samples,
                      Text.plural(checked.getOrDefault(objective, samples), "sample"))));
      return lines;
    }
  }
}
