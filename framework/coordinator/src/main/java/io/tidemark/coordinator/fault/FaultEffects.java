package io.tidemark.coordinator.fault;

import io.tidemark.coordinator.fault.FaultGroup.Onset;
import io.tidemark.model.fault.FaultKind;
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
import java.util.Comparator;
import java.util.IdentityHashMap;
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
    List<FaultGroup> groups = groups(reports);
    boolean only = groups.size() == 1 && groups.get(0).members().size() == 1;
    Map<FaultReport, Effect> effects = new IdentityHashMap<>();
    for (int i = 0; i < groups.size(); i++) {
      long next = i + 1 == groups.size() ? Long.MAX_VALUE : groups.get(i + 1).fromNanos();
      addEffects(groups.get(i), next, only, effects);
    }
    return reports.stream()
        .map(report -> with(report, Optional.ofNullable(effects.get(report))))
        .toList();
  }

  /** In order of the time at which their effects begin. */
  private List<FaultGroup> groups(List<FaultReport> reports) {
    List<FaultReport> inEffect =
        reports.stream()
            .filter(each -> each.inEffectMicros().isPresent())
            .sorted(Comparator.comparing(each -> each.inEffectMicros().orElseThrow()))
            .toList();
    List<FaultGroup> groups = new ArrayList<>();
    for (FaultReport report : inEffect) {
      Optional<FaultGroup> last =
          groups.isEmpty() ? Optional.empty() : Optional.of(groups.get(groups.size() - 1));
      Onset onset = onset(report, last);
      if (last.filter(group -> overNanos(group, onset.fromNanos()) > onset.fromNanos())
          .isPresent()) {
        groups.set(groups.size() - 1, last.get().with(onset));
      } else {
        groups.add(new FaultGroup(List.of(onset)));
      }
    }
    return groups;
  }

  /**
   * A fault takes effect at an unknown moment of its injection, which may take long. Without a sign
   * of it before, that is the end; so it is if the sign may be the effect of an earlier fault.
   */
  private Onset onset(FaultReport report, Optional<FaultGroup> earlier) {
    long injected = report.injectedMicros() * 1_000;
    long inEffect = report.inEffectMicros().orElseThrow() * 1_000;
    boolean gradual = FaultKind.ofAction(report.action()).filter(FaultKind::isGradual).isPresent();
    boolean alone = earlier.filter(group -> overNanos(group, inEffect) > injected).isEmpty();
    return new Onset(
        report,
        gradual || (alone && isSign(injected, inEffect, report.phase())) ? injected : inEffect);
  }

  private boolean isSign(long from, long to, String phase) {
    List<Rest> within = within(from, to);
    boolean dips =
        Stream.of(publish, deliver)
            .flatMap(
                points -> new FlowEffect(points, from, to, Long.MAX_VALUE).flow(phase).stream())
            .flatMap(flow -> flow.dipSeconds().stream())
            .anyMatch(seconds -> from + seconds * NANOS < to);
    return dips
        || firstError(from, to, within).isPresent()
        || leaderChanges.apply(from, to).filter(changed -> changed > 0).isPresent();
  }

  /** When the effect of faults is over, if nothing else happens until a moment. */
  private long overNanos(FaultGroup group, long untilNanos) {
    long settled = group.settledNanos();
    if (settled >= untilNanos) {
      return Long.MAX_VALUE;
    }
    Optional<Flow> published = flow(publish, group, untilNanos);
    Optional<Flow> delivered = flow(deliver, group, untilNanos);
    return isBack(published) && isBack(delivered)
        ? Math.max(settled, group.fromNanos() + latest(published, delivered))
        // What has not recovered for so long is the state before the next fault.
        : settled + FlowEffect.HOLD_NANOS + FlowEffect.BEFORE_NANOS;
  }

  private static Optional<Flow> flow(List<FlowPoint> points, FaultGroup group, long nextNanos) {
    return new FlowEffect(points, group.fromNanos(), group.settledNanos(), nextNanos)
        .flow(group.phase());
  }

  private void addEffects(
      FaultGroup group, long nextNanos, boolean only, Map<FaultReport, Effect> effects) {
    Effect whole = effect(group, nextNanos, only);
    if (group.members().size() == 1) {
      effects.put(group.members().get(0).report(), whole);
      return;
    }
    long over = group.fromNanos() + Math.round(whole.windowSeconds() * NANOS);
    for (int i = 0; i < group.members().size(); i++) {
      Onset onset = group.members().get(i);
      long end = i + 1 < group.members().size() ? group.members().get(i + 1).fromNanos() : over;
      effects.put(onset.report(), overlapping(onset, Math.max(onset.fromNanos(), end), group));
    }
  }

  /** Only what is so at the time, independent of its cause. */
  private Effect overlapping(Onset onset, long end, FaultGroup group) {
    List<Rest> within = within(onset.fromNanos(), end);
    return new Effect(
        resolutionSeconds(within),
        (end - onset.fromNanos()) / NANOS,
        Optional.of(onset.fromNanos() / 1_000),
        group.others(onset),
        outlastsLoad(onset),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        within.stream().mapToLong(Rest::waiting).max().orElse(0),
        Optional.empty(),
        within.stream().mapToLong(Rest::failed).sum(),
        attributed(delivery.lost(), false),
        attributed(delivery.duplicated(), false),
        Optional.empty());
  }

  private boolean outlastsLoad(Onset onset) {
    return onset.fromNanos() >= endNanos()
        || (onset.report().undoBegunMicros().isPresent() && onset.settledNanos() > endNanos());
  }

  private long endNanos() {
    return rest.isEmpty() ? 0 : rest.get(rest.size() - 1).endNanos();
  }

  private List<Rest> within(long from, long to) {
    return rest.stream().filter(each -> each.endNanos() > from && each.startNanos() < to).toList();
  }

  private static double resolutionSeconds(List<Rest> within) {
    return within.isEmpty() ? 0 : within.get(0).lengthNanos() / NANOS;
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

  private Effect effect(FaultGroup group, long nextNanos, boolean only) {
    long at = group.fromNanos();
    long settled = group.settledNanos();
    Optional<Flow> published = flow(publish, group, nextNanos);
    Optional<Flow> delivered = flow(deliver, group, nextNanos);
    long end = Math.max(at, Math.min(nextNanos, endNanos()));
    long before = waitingBefore(at, group.phase());
    long recovered = at + latest(published, delivered);
    Optional<Long> gone = waitingGone(at, Math.max(Math.min(settled, end), recovered), end, before);
    long over = lostAWorker(group) ? Math.max(at, endNanos()) : Math.min(settled, end);
    // A reset of connections, for example, is done before its effect begins.
    boolean done = group.members().stream().noneMatch(Onset::isUndone);
    long unrecovered = done ? Math.min(settled + FlowEffect.HOLD_NANOS, end) : over;
    long back = isBack(published) && isBack(delivered) ? recovered : unrecovered;
    long window = LongStream.of(at, over, back, gone.orElse(at)).max().getAsLong();
    List<Rest> within = within(at, window);
    return new Effect(
        resolutionSeconds(within),
        (window - at) / NANOS,
        Optional.of(at / 1_000),
        List.of(),
        outlastsLoad(group.members().get(0)),
        firstError(at, window, within),
        published,
        delivered,
        within.stream().mapToLong(Rest::waiting).max().orElse(0),
        gone.map(nanos -> Math.max(0, nanos - at) / NANOS),
        within.stream().mapToLong(Rest::failed).sum(),
        attributed(delivery.lost(), only),
        attributed(delivery.duplicated(), only),
        leaderChanges.apply(at, window + LEADERS_LATE_NANOS));
  }

  /** When one of them was lost is not known; where none is, no fault has lost one. */
  private static Optional<Long> attributed(Optional<Long> ofRun, boolean only) {
    return ofRun.filter(messages -> only || messages == 0);
  }

  /** Whether the run went on without a worker because of it: its clients do not come back. */
  private boolean lostAWorker(FaultGroup group) {
    return events.stream()
        .filter(event -> event.kind().equals(RunEvent.WORKER_LOST))
        .anyMatch(
            event ->
                group.members().stream()
                    .anyMatch(each -> each.report().workers().contains(event.subject())));
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
   * From when on no more messages were waiting than before; its begin if more never were.
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
