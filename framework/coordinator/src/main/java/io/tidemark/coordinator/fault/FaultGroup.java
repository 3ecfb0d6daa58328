package io.tidemark.coordinator.fault;

import io.tidemark.model.result.FaultReport;
import java.util.List;
import java.util.stream.Stream;

/**
 * Faults whose effects cannot be separated: one, or several that overlap.
 *
 * @param members in order of the start of their effects
 */
record FaultGroup(List<Onset> members) {

  /**
   * A fault with the start of its effect.
   *
   * @param fromNanos between the start and the end of its injection
   */
  record Onset(FaultReport report, long fromNanos) {
    boolean isUndone() {
      return report.undoBegunMicros().isPresent();
    }

    /**
     * Returns the time from which on it is over for the broker; the highest value if it was not
     * undone.
     */
    long settledNanos() {
      return isUndone() && report.undoneMicros().isEmpty()
          ? Long.MAX_VALUE
          : report.undoneMicros().or(report::inEffectMicros).orElseThrow() * 1_000;
    }
  }

  FaultGroup {
    members = List.copyOf(members);
  }

  FaultGroup with(Onset next) {
    return new FaultGroup(Stream.concat(members.stream(), Stream.of(next)).toList());
  }

  long fromNanos() {
    return members.stream().mapToLong(Onset::fromNanos).min().orElseThrow();
  }

  long settledNanos() {
    return members.stream().mapToLong(Onset::settledNanos).max().orElseThrow();
  }

  /** Returns the phase of the first fault: the time before it is the measure. */
  String phase() {
    return members.get(0).report().phase();
  }

  /** Names of the other members. */
  List<String> others(Onset one) {
    return members.stream().filter(each -> each != one).map(each -> each.report().name()).toList();
  }
}
