package io.tidemark.coordinator.fault;

import io.tidemark.coordinator.fault.FaultGroup.Onset;
import io.tidemark.model.fault.FaultKind;
import io.tidemark.model.result.FaultReport;
import io.tidemark.model.result.FaultReport.Flow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

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

  /** From the start of the effect until both directions were back. */
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
