package io.tidemark.coordinator.fault;

import io.tidemark.coordinator.fault.FaultGroup.Onset;
import io.tidemark.coordinator.fault.FlowCourse.Rest;
import io.tidemark.model.fault.FaultKind;
import io.tidemark.model.result.DeliveryReport;
import io.tidemark.model.result.FaultReport;
import io.tidemark.model.result.FaultReport.Effect;
import io.tidemark.model.result.FaultReport.Flow;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunEvent;
import io.tidemark.model.result.Sample;
import io.tidemark.model.workload.Workload;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The effect of each fault of a run, from its samples. docs/concepts/measuring.md has the
 * definitions.
 */
public final class FaultEffects {
  private static final double NANOS = 1e9;
  // The driver's telemetry reads leaders about once a second.
  private static final long LEADERS_LATE_NANOS = 2_000_000_000L;

  private final FlowCourse course;
  private final DeliveryReport delivery;

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
    this.course = new FlowCourse(samples, phases, workload, events, leaderChanges);
    this.delivery = delivery;
  }

  /** The reports of a run with their effects. */
  public static List<FaultReport> of(
      FaultInjections faults,
      List<Sample> samples,
      List<PhaseResult> phases,
      Workload workload,
      List<RunEvent> events,
      DeliveryReport delivery) {
    return of(faults.reports(), samples, phases, workload, events, delivery, faults::leaderChanges);
  }

  /**
   * The same of stored reports.
   *
   * @param leaderChanges how many leaders changed between two moments
   */
  public static List<FaultReport> of(
      List<FaultReport> reports,
      List<Sample> samples,
      List<PhaseResult> phases,
      Workload workload,
      List<RunEvent> events,
      DeliveryReport delivery,
      BiFunction<Long, Long, Optional<Long>> leaderChanges) {
    return reports.isEmpty()
        ? reports
        : new FaultEffects(samples, phases, workload, events, delivery, leaderChanges).of(reports);
  }

  List<FaultReport> of(List<FaultReport> reports) {
    List<FaultGroup> groups = new FaultGroups(course).of(reports);
    boolean only = groups.size() == 1 && groups.get(0).members().size() == 1;
    Map<FaultReport, Effect> effects = new IdentityHashMap<>();
    for (int i = 0; i < groups.size(); i++) {
      long next = i + 1 == groups.size() ? Long.MAX_VALUE : groups.get(i + 1).fromNanos();
      addEffects(groups.get(i), next, only, effects);
    }
    return reports.stream()
        .map(report -> report.withEffect(Optional.ofNullable(effects.get(report))))
        .toList();
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
    List<Rest> within = course.within(onset.fromNanos(), end);
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
    return onset.fromNanos() >= course.endNanos()
        || (onset.report().undoBegunMicros().isPresent()
            && onset.settledNanos() > course.endNanos());
  }

  /** Samples may differ in length: no time is known better than by the longest one. */
  private static double resolutionSeconds(List<Rest> within) {
    return within.stream().mapToLong(Rest::lengthNanos).max().orElse(0) / NANOS;
  }

  private Effect effect(FaultGroup group, long nextNanos, boolean only) {
    long at = group.fromNanos();
    long settled = group.settledNanos();
    Optional<Flow> published = course.published(group, nextNanos);
    Optional<Flow> delivered = course.delivered(group, nextNanos);
    long end = Math.max(at, Math.min(nextNanos, course.endNanos()));
    long before = course.waitingBefore(at, group.phase());
    long recovered = at + FaultGroups.recoveryNanos(published, delivered);
    Optional<Long> gone =
        course.waitingGone(at, Math.max(Math.min(settled, end), recovered), end, before);
    long over = lostAWorker(group) ? Math.max(at, course.endNanos()) : Math.min(settled, end);
    // A reset of connections, for example, is done before its effect begins.
    boolean done = group.members().stream().noneMatch(Onset::isUndone);
    long unrecovered = done ? Math.min(settled + FlowEffect.HOLD_NANOS, end) : over;
    long back =
        FaultGroups.isBack(published) && FaultGroups.isBack(delivered) ? recovered : unrecovered;
    long window = LongStream.of(at, over, back, gone.orElse(at)).max().getAsLong();
    List<Rest> within = course.within(at, window);
    return new Effect(
        resolutionSeconds(within),
        (window - at) / NANOS,
        Optional.of(at / 1_000),
        List.of(),
        outlastsLoad(group.members().get(0)),
        course.firstError(at, window, within),
        published,
        delivered,
        within.stream().mapToLong(Rest::waiting).max().orElse(0),
        gone.map(nanos -> Math.max(0, nanos - at) / NANOS),
        within.stream().mapToLong(Rest::failed).sum(),
        attributed(delivery.lost(), only),
        attributed(delivery.duplicated(), only),
        course.leaderChanges(at, window + LEADERS_LATE_NANOS));
  }

  /** When one of them was lost is not known; where none is, no fault has lost one. */
  private static Optional<Long> attributed(Optional<Long> ofRun, boolean only) {
    return ofRun.filter(messages -> only || messages == 0);
  }

  /** Whether the run went on without a worker because of it: its clients do not come back. */
  private boolean lostAWorker(FaultGroup group) {
    return course.events().stream()
        .filter(event -> event.kind().equals(RunEvent.WORKER_LOST))
        .anyMatch(
            event ->
                group.members().stream()
                    .anyMatch(each -> each.report().workers().contains(event.subject())));
  }

  /** Which faults of a run overlap: the effect of one is not over when that of the next begins. */
  record FaultGroups(FlowCourse course) {
    private static final double NANOS = 1e9;

    /** In order of the time at which their effects begin. */
    List<FaultGroup> of(List<FaultReport> reports) {
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
     * A fault takes effect at an unknown moment of its injection, which may take long. Without a
     * sign of it before, that is the end; so it is if the sign may be the effect of an earlier
     * fault.
     */
    private Onset onset(FaultReport report, Optional<FaultGroup> earlier) {
      long injected = report.injectedMicros() * 1_000;
      long inEffect = report.inEffectMicros().orElseThrow() * 1_000;
      boolean gradual = report.action().kind().filter(FaultKind::isGradual).isPresent();
      boolean alone = earlier.filter(group -> overNanos(group, inEffect) > injected).isEmpty();
      return new Onset(
          report,
          gradual || (alone && course.isDisturbed(injected, inEffect, report.phase()))
              ? injected
              : inEffect);
    }

    /** When the effect of faults is over, if nothing else happens until a moment. */
    private long overNanos(FaultGroup group, long untilNanos) {
      long settled = group.settledNanos();
      if (settled >= untilNanos) {
        return Long.MAX_VALUE;
      }
      Optional<Flow> published = course.published(group, untilNanos);
      Optional<Flow> delivered = course.delivered(group, untilNanos);
      return isBack(published) && isBack(delivered)
          ? Math.max(settled, group.fromNanos() + recoveryNanos(published, delivered))
          // What has not recovered for so long is the state before the next fault.
          : settled + FlowEffect.HOLD_NANOS + FlowEffect.BEFORE_NANOS;
    }

    /** Returns the time from the start of the effect until both directions were back. */
    static long recoveryNanos(Optional<Flow> published, Optional<Flow> delivered) {
      return Stream.of(published, delivered)
          .flatMap(Optional::stream)
          .flatMap(flow -> flow.recoverySeconds().stream())
          .mapToLong(seconds -> Math.round(seconds * NANOS))
          .max()
          .orElse(0);
    }

    static boolean isBack(Optional<Flow> flow) {
      return flow.isEmpty() || flow.get().recoverySeconds().isPresent();
    }
  }
}
