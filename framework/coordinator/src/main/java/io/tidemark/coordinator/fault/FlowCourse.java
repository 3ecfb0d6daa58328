package io.tidemark.coordinator.fault;

import io.tidemark.model.result.FaultReport.Flow;
import io.tidemark.model.result.Intended;
import io.tidemark.model.result.LatencySummary;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunEvent;
import io.tidemark.model.result.Sample;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.workload.LoadSchedule;
import io.tidemark.model.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The measured phases of a run as the effects of faults are seen in them: both directions of the
 * message flow, errors, waiting messages, leaders.
 */
final class FlowCourse {
  private static final Set<String> ERRORS =
      Set.of("CONNECTION_LOST", "SEND_ERROR", "CONSUMER_ERROR", "UNCONFIRMED_FAILED");
  private static final double NANOS = 1e9;

  private final List<FlowPoint> publish = new ArrayList<>();
  private final List<FlowPoint> deliver = new ArrayList<>();
  private final List<Rest> rest = new ArrayList<>();
  private final List<RunEvent> events;
  private final Workload workload;
  private final BiFunction<Long, Long, Optional<Long>> leaderChanges;

  /** What concerns both directions of a sample. */
  record Rest(long startNanos, long lengthNanos, String phase, long failed, long waiting) {
    long endNanos() {
      return startNanos + lengthNanos;
    }
  }

  /**
   * @param leaderChanges how many leaders changed between two moments
   */
  FlowCourse(
      List<Sample> samples,
      List<PhaseResult> phases,
      Workload workload,
      List<RunEvent> events,
      BiFunction<Long, Long, Optional<Long>> leaderChanges) {
    this.events = events;
    this.workload = workload;
    this.leaderChanges = leaderChanges;
    Map<String, PhaseResult> measured =
        phases.stream()
            .filter(PhaseResult::measured)
            .collect(Collectors.toMap(PhaseResult::name, phase -> phase));
    LoadSchedule schedule = LoadSchedule.of(workload);
    double copies = copies(samples);
    long start = Long.MIN_VALUE;
    for (Sample sample : samples) {
      start = start == Long.MIN_VALUE ? sample.startEpochNanos() : start;
      if (measured.containsKey(sample.phase())) {
        add(sample, schedule, start, copies);
      }
    }
  }

  /** How often a message is received: filters, and consumers that reject some, leave out others. */
  private double copies(List<Sample> samples) {
    long acknowledged = total(samples, Counter.ACKNOWLEDGED);
    int subscriptions = Math.max(1, workload.destinations().subscriptionsPerTopic());
    double without =
        (double) subscriptions * total(samples, Counter.FILTERED_MESSAGES)
            + total(samples, Counter.DEAD_LETTERS);
    return without == 0 ? subscriptions : subscriptions - without / acknowledged;
  }

  private static long total(List<Sample> samples, Counter counter) {
    return samples.stream().mapToLong(sample -> sample.counters().get(counter)).sum();
  }

  private void add(Sample sample, LoadSchedule schedule, long loadStart, double copies) {
    long from = sample.startEpochNanos() - loadStart;
    double due =
        schedule
            .meanRate(from, from + sample.lengthNanos())
            .map(rate -> rate * sample.lengthNanos() / NANOS)
            .orElse(Double.NaN);
    publish.add(point(sample, due, Counter.ACKNOWLEDGED, Measure.PUBLISH_LATENCY));
    deliver.add(point(sample, due * copies, Counter.RECEIVED, Measure.END_TO_END));
    rest.add(
        new Rest(
            sample.startEpochNanos(),
            sample.lengthNanos(),
            sample.phase(),
            sample.counters().get(Counter.FAILED),
            sample.backlog() + sample.scheduleDebt()));
  }

  private static FlowPoint point(Sample sample, double due, Counter counter, Measure measure) {
    return new FlowPoint(
        sample.startEpochNanos(),
        sample.lengthNanos(),
        sample.phase(),
        sample.counters().get(counter),
        due,
        Optional.ofNullable(sample.latencies().get(measure))
            .map(LatencySummary::p99Nanos)
            .orElse(0L));
  }

  List<RunEvent> events() {
    return events;
  }

  /** How many leaders changed between two moments; empty if they are unknown. */
  Optional<Long> leaderChanges(long from, long to) {
    return leaderChanges.apply(from, to);
  }

  /** What faults did to sending until a moment. */
  Optional<Flow> published(FaultGroup group, long nextNanos) {
    return flow(publish, group, nextNanos);
  }

  /** What faults did to receiving until a moment. */
  Optional<Flow> delivered(FaultGroup group, long nextNanos) {
    return flow(deliver, group, nextNanos);
  }

  private Optional<Flow> flow(List<FlowPoint> points, FaultGroup group, long nextNanos) {
    return effect(points, group.fromNanos(), group.settledNanos(), nextNanos).flow(group.phase());
  }

  private FlowEffect effect(List<FlowPoint> points, long from, long undone, long next) {
    long producers =
        (long) workload.destinations().topics() * workload.destinations().producersPerTopic();
    return new FlowEffect(
        points,
        from,
        undone,
        next,
        due -> new Intended(due, workload.load().arrivals(), producers));
  }

  /** Whether something between two moments looks like the effect of a fault. */
  boolean isDisturbed(long from, long to, String phase) {
    boolean dips =
        Stream.of(publish, deliver)
            .flatMap(points -> effect(points, from, to, Long.MAX_VALUE).flow(phase).stream())
            .flatMap(flow -> flow.dipSeconds().stream())
            .anyMatch(seconds -> from + seconds * NANOS < to);
    return dips
        || firstError(from, to, within(from, to)).isPresent()
        || leaderChanges.apply(from, to).filter(changed -> changed > 0).isPresent();
  }

  long endNanos() {
    return rest.isEmpty() ? 0 : rest.get(rest.size() - 1).endNanos();
  }

  List<Rest> within(long from, long to) {
    return rest.stream().filter(each -> each.endNanos() > from && each.startNanos() < to).toList();
  }

  long waitingBefore(long at, String phase) {
    return rest.stream()
        .filter(each -> each.endNanos() <= at && each.phase().equals(phase))
        .filter(each -> each.startNanos() >= at - FlowEffect.BEFORE_NANOS)
        .mapToLong(Rest::waiting)
        .max()
        .orElse(0);
  }

  /**
   * From when on no more messages were waiting than before; its begin if more never were.
   *
   * @param since before that it does not count
   */
  Optional<Long> waitingGone(long at, long since, long end, long before) {
    Optional<Long> gone = Optional.of(at);
    for (Rest each : rest) {
      if (each.endNanos() <= at || each.startNanos() >= end) {
        continue;
      }
      if (each.waiting() > before) {
        gone = Optional.empty();
      } else if (gone.isEmpty()) {
        gone = Optional.of(each.endNanos());
      }
      if (gone.isPresent() && each.endNanos() >= since) {
        return gone;
      }
    }
    return gone;
  }

  Optional<Double> firstError(long at, long window, List<Rest> within) {
    Optional<Long> failed =
        within.stream()
            .filter(each -> each.failed() > 0)
            .map(each -> Math.max(at, each.startNanos()))
            .findFirst();
    Optional<Long> lost =
        events.stream()
            .filter(event -> ERRORS.contains(event.kind()))
            .map(RunEvent::epochNanos)
            .filter(nanos -> nanos >= at && nanos < window)
            .min(Long::compare);
    return Stream.concat(failed.stream(), lost.stream())
        .min(Long::compare)
        .map(nanos -> (nanos - at) / NANOS);
  }
}
