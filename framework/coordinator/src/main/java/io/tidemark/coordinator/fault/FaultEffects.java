package io.tidemark.coordinator.fault;

import io.tidemark.model.result.DeliveryReport;
import io.tidemark.model.result.FaultReport;
import io.tidemark.model.result.FaultReport.Effect;
import io.tidemark.model.result.FaultReport.Flow;
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
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The effect of each fault of a run, from its samples. docs/concepts/measuring.md has the
 * definitions.
 */
public final class FaultEffects {
  private static final Set<String> ERRORS =
      Set.of("CONNECTION_LOST", "SEND_ERROR", "CONSUMER_ERROR", "UNCONFIRMED_FAILED");
  private static final double NANOS = 1e9;
  // The driver's telemetry reads leaders about once a second.
  private static final long LEADERS_LATE_NANOS = 2_000_000_000L;

  private final List<FlowPoint> publish = new ArrayList<>();
  private final List<FlowPoint> deliver = new ArrayList<>();
  private final List<Rest> rest = new ArrayList<>();
  private final List<RunEvent> events;
  private final DeliveryReport delivery;
  private final BiFunction<Long, Long, Optional<Long>> leaderChanges;

  /** What concerns both directions of a sample. */
  private record Rest(long startNanos, long lengthNanos, String phase, long failed, long waiting) {
    long endNanos() {
      return startNanos + lengthNanos;
    }
  }

  /**
   * @param leaderChanges how many leaders changed between two moments
   */
  FaultEffects(
      List<Sample> samples,
      List<PhaseResult> phases,
      Workload workload,
      List<RunEvent> events,
      DeliveryReport delivery,
      BiFunction<Long, Long, Optional<Long>> leaderChanges) {
    this.events = events;
    this.delivery = delivery;
    this.leaderChanges = leaderChanges;
    Map<String, PhaseResult> measured =
        phases.stream()
            .filter(PhaseResult::measured)
            .collect(Collectors.toMap(PhaseResult::name, phase -> phase));
    LoadSchedule schedule = LoadSchedule.of(workload);
    long start = Long.MIN_VALUE;
    for (Sample sample : samples) {
      start = start == Long.MIN_VALUE ? sample.startEpochNanos() : start;
      if (measured.containsKey(sample.phase())) {
        add(sample, schedule, start, workload.destinations().subscriptionsPerTopic());
      }
    }
  }

  private void add(Sample sample, LoadSchedule schedule, long loadStart, int subscriptions) {
    long from = sample.startEpochNanos() - loadStart;
    double due =
        schedule
            .meanRate(from, from + sample.lengthNanos())
            .map(rate -> rate * sample.lengthNanos() / NANOS)
            .orElse(Double.NaN);
    publish.add(point(sample, due, Counter.ACKNOWLEDGED, Measure.PUBLISH_LATENCY));
    deliver.add(
        point(sample, due * Math.max(1, subscriptions), Counter.RECEIVED, Measure.END_TO_END));
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

  /** The reports of a run with their effects. */
  public static List<FaultReport> of(
      FaultRun faults,
      List<Sample> samples,
      List<PhaseResult> phases,
      Workload workload,
      List<RunEvent> events,
      DeliveryReport delivery) {
    List<FaultReport> reports = faults.reports();
    if (reports.isEmpty()) {
      return reports;
    }
    return new FaultEffects(samples, phases, workload, events, delivery, faults::leaderChanges)
        .of(reports);
  }

  List<FaultReport> of(List<FaultReport> reports) {
    List<FaultReport> injected =
        reports.stream().filter(each -> each.inEffectMicros().isPresent()).toList();
    List<FaultReport> complete = new ArrayList<>();
    for (FaultReport report : reports) {
      int place = injected.indexOf(report);
      long next =
          place < 0 || place + 1 == injected.size()
              ? Long.MAX_VALUE
              : injected.get(place + 1).injectedMicros() * 1_000;
      Optional<Effect> effect =
          place < 0 ? Optional.empty() : effect(report, next, injected.size() == 1);
      complete.add(with(report, effect));
    }
    return complete;
  }

  private static FaultReport with(FaultReport report, Optional<Effect> effect) {
    return new FaultReport(
        report.name(),
        report.action(),
        report.nodes(),
        report.workers(),
        report.phase(),
        report.injectedMicros(),
        report.inEffectMicros(),
        report.undoBegunMicros(),
        report.undoneMicros(),
        report.problem(),
        effect);
  }

  private Optional<Effect> effect(FaultReport report, long nextNanos, boolean only) {
    long at = report.injectedMicros() * 1_000;
    if (rest.isEmpty() || at >= rest.get(rest.size() - 1).endNanos()) {
      return Optional.empty();
    }
    long settled = report.undoneMicros().or(report::inEffectMicros).orElseThrow() * 1_000;
    boolean lasts = report.undoBegunMicros().isPresent() && report.undoneMicros().isEmpty();
    long undone = lasts ? Long.MAX_VALUE : settled;
    Optional<Flow> published = new FlowEffect(publish, at, undone, nextNanos).flow(report.phase());
    Optional<Flow> delivered = new FlowEffect(deliver, at, undone, nextNanos).flow(report.phase());
    long end = Math.min(nextNanos, rest.get(rest.size() - 1).endNanos());
    long before = waitingBefore(at, report.phase());
    long recovered = at + latest(published, delivered);
    Optional<Long> gone = waitingGone(at, Math.max(Math.min(undone, end), recovered), end, before);
    long over = lostAWorker(report) ? rest.get(rest.size() - 1).endNanos() : Math.min(undone, end);
    // A reset of connections, for example, is done before its effect begins.
    boolean done = report.undoBegunMicros().isEmpty();
    long unrecovered = done ? Math.min(settled + FlowEffect.HOLD_NANOS, end) : over;
    long back = isBack(published) && isBack(delivered) ? recovered : unrecovered;
    long window = LongStream.of(at, over, back, gone.orElse(at)).max().getAsLong();
    List<Rest> within =
        rest.stream().filter(each -> each.endNanos() > at && each.startNanos() < window).toList();
    return Optional.of(
        new Effect(
            within.isEmpty() ? 0 : within.get(0).lengthNanos() / NANOS,
            (window - at) / NANOS,
            firstError(at, window, within),
            published,
            delivered,
            within.stream().mapToLong(Rest::waiting).max().orElse(0),
            gone.map(nanos -> Math.max(0, nanos - at) / NANOS),
            within.stream().mapToLong(Rest::failed).sum(),
            attributed(delivery.lost(), only),
            attributed(delivery.duplicated(), only),
            leaderChanges.apply(at, window + LEADERS_LATE_NANOS)));
  }

  /** When one of them was lost is not known; where none is, no fault has lost one. */
  private static Optional<Long> attributed(Optional<Long> ofRun, boolean only) {
    return ofRun.filter(messages -> only || messages == 0);
  }

  /** Whether the run went on without a worker because of it: its clients do not come back. */
  private boolean lostAWorker(FaultReport report) {
    return events.stream()
        .filter(event -> event.kind().equals(RunEvent.WORKER_LOST))
        .anyMatch(event -> report.workers().contains(event.subject()));
  }

  private static long latest(Optional<Flow> published, Optional<Flow> delivered) {
    return Stream.of(published, delivered)
        .flatMap(Optional::stream)
        .flatMap(flow -> flow.recoverySeconds().stream())
        .mapToLong(seconds -> Math.round(seconds * NANOS))
        .max()
        .orElse(0);
  }

  private static boolean isBack(Optional<Flow> flow) {
    return flow.isEmpty() || flow.get().recoverySeconds().isPresent();
  }

  private long waitingBefore(long at, String phase) {
    return rest.stream()
        .filter(each -> each.endNanos() <= at && each.phase().equals(phase))
        .filter(each -> each.startNanos() >= at - FlowEffect.BEFORE_NANOS)
        .mapToLong(Rest::waiting)
        .max()
        .orElse(0);
  }

  /**
   * From when on no more messages were waiting than before; the injection if more never were.
   *
   * @param since before that it does not count
   */
  private Optional<Long> waitingGone(long at, long since, long end, long before) {
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

  private Optional<Double> firstError(long at, long window, List<Rest> within) {
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
