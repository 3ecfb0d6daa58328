package io.tidemark.verdict;

import io.tidemark.model.metric.Metric;
import io.tidemark.model.metric.MetricNames;
import io.tidemark.model.result.Intended;
import io.tidemark.model.result.JudgedRun;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.Sample;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.workload.LoadSchedule;
import io.tidemark.model.workload.Objective;
import io.tidemark.model.workload.Objective.Unit;
import io.tidemark.model.workload.PhaseNames;
import io.tidemark.model.workload.Workload;
import io.tidemark.verdict.LowestRate.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The lowest rates over the windows that a workload's objectives ask for, over the measured phases
 * and over single ones, from samples as they come. Used by one thread.
 */
final class RateWindows {
  /** One objective over some phases. */
  private record Watch(
      Objective objective, Optional<String> phase, List<String> phases, LowestRate rate) {
    boolean takes(Sample sample) {
      return phases.contains(sample.phase());
    }
  }

  private final List<Watch> watches;
  private final long loadStartEpochNanos;
  private final int subscriptions;

  private RateWindows(List<Watch> watches, long loadStartEpochNanos, int subscriptions) {
    this.watches = watches;
    this.loadStartEpochNanos = loadStartEpochNanos;
    this.subscriptions = subscriptions;
  }

  static RateWindows fromRun(JudgedRun run, Workload workload, Criteria criteria) {
    long start = run.samples().isEmpty() ? 0 : run.samples().get(0).startEpochNanos();
    Schedule schedule =
        new Schedule(workload, LoadSchedule.of(workload), run.verdictInputs().producers(), start);
    List<String> measured =
        run.phases().stream().filter(PhaseResult::measured).map(PhaseResult::name).toList();
    List<Watch> watches = new ArrayList<>();
    for (Objective objective : windowed(criteria.objectives())) {
      if (isSweep(workload)) {
        measured.forEach(
            step -> watches.add(watch(objective, Optional.of(step), List.of(step), schedule)));
      } else {
        List<String> atWork = atWork(workload, objective, measured);
        watches.add(watch(objective, Optional.empty(), atWork, schedule));
      }
    }
    criteria
        .phaseObjectives()
        .forEach(
            (phase, objectives) ->
                windowed(objectives)
                    .forEach(
                        each ->
                            watches.add(
                                watch(each, Optional.of(phase), List.of(phase), schedule))));
    return new RateWindows(watches, start, workload.destinations().subscriptionsPerTopic());
  }

  private static Watch watch(
      Objective objective, Optional<String> phase, List<String> phases, Schedule schedule) {
    long window = MetricNames.of(objective).window().orElseThrow().toNanos();
    return new Watch(
        objective, phase, phases, new LowestRate(objective, window, schedule::between));
  }

  private static List<Objective> windowed(List<Objective> objectives) {
    return objectives.stream()
        .filter(objective -> MetricNames.of(objective).window().isPresent())
        .toList();
  }

  private static boolean isSweep(Workload workload) {
    return workload.requestReply().filter(spec -> spec.isSweep()).isPresent();
  }

  /** Without phases in which this kind of client is not active. */
  private static List<String> atWork(
      Workload workload, Objective objective, List<String> measured) {
    if (!workload.pattern().fillsFirst()) {
      return measured;
    }
    String idle =
        counter(MetricNames.of(objective)).group() == Counter.Group.RECEIVING
            ? PhaseNames.FILL
            : PhaseNames.DRAIN;
    return measured.stream().filter(name -> !name.equals(idle)).toList();
  }

  void add(Sample sample) {
    for (Watch watch : watches) {
      if (watch.takes(sample)) {
        watch.rate.add(
            sample.startEpochNanos(),
            sample.lengthNanos(),
            happened(watch.objective, sample.counters()));
      } else {
        watch.rate.endStretch();
      }
    }
  }

  private double happened(Objective objective, Counters counters) {
    Metric metric = MetricNames.of(objective);
    Counter counter = counter(metric);
    if (objective.unit() == Unit.BYTES_PER_SECOND) {
      return counters.get(metric.bytes().orElse(counter));
    }
    return counter.group() == Counter.Group.RECEIVING && objective.unit() == Unit.PERCENT
        ? (double) (counters.get(counter) + counters.get(Counter.DEAD_LETTERS))
                / Math.max(1, subscriptions)
            + counters.get(Counter.FILTERED_MESSAGES)
        : counters.get(counter);
  }

  private static Counter counter(Metric metric) {
    return metric.counter().orElseThrow(); // Only such metrics have windows.
  }

  /** Result for an objective; empty if nothing was measured. */
  Optional<Found> found(Objective objective, Optional<String> phase) {
    for (Watch watch : watches) {
      if (watch.objective.equals(objective) && watch.phase.equals(phase)) {
        watch.rate.endStretch();
        Optional<Window> window =
            objective.unit() == Unit.PERCENT ? watch.rate.lowestShare() : watch.rate.lowest();
        return window.map(each -> new Found(each, watch.rate.windows(), secondsOf(each)));
      }
    }
    return Optional.empty();
  }

  private double secondsOf(Window window) {
    return (window.startEpochNanos() - loadStartEpochNanos) / 1e9;
  }

  /**
   * The window that decides.
   *
   * @param windows how many there were
   * @param secondsFromStart when it began, since the load did
   */
  record Found(Window window, long windows, double secondsFromStart) {}

  /** Intended messages between two times. */
  private record Schedule(
      Workload workload, LoadSchedule schedule, int producers, long loadStartEpochNanos) {
    Optional<Intended> between(long fromEpochNanos, long toEpochNanos) {
      long from = Math.max(0, fromEpochNanos - loadStartEpochNanos);
      long to = Math.max(from, toEpochNanos - loadStartEpochNanos);
      return schedule
          .meanRate(0, Math.max(1, to))
          .map(rate -> new Intended(due(to) - due(from), workload.load().arrivals(), producers));
    }

    /** A message limit ends the schedule early. */
    private double due(long offsetNanos) {
      if (offsetNanos == 0) {
        return 0;
      }
      double messages = schedule.meanRate(0, offsetNanos).orElse(0.0) * (offsetNanos / 1e9);
      return workload.limits().messageLimit() > 0
          ? Math.min(messages, workload.limits().messageLimit())
          : messages;
    }
  }
}
