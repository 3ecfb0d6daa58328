package io.tidemark.coordinator.search;

import io.tidemark.coordinator.search.NextStep.End;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What one run knows after a trial or a part of the warm-up; all traffic classes together decide
 * from theirs what is next.
 *
 * @param over why the search cannot go on; empty if it can
 * @param elapsed since the search began
 * @param epochNanos now
 * @param leadNanos how far ahead of its beginning the run announces a load
 */
record TrialOutcome(
    Trial trial, Optional<End> over, Duration elapsed, long epochNanos, long leadNanos) {

  /** The outcome for all: a trial passes if it passed in every class. */
  static TrialOutcome of(List<TrialOutcome> all) {
    TrialOutcome sum = all.get(0);
    for (TrialOutcome each : all.subList(1, all.size())) {
      sum = sum.and(each);
    }
    return sum;
  }

  private TrialOutcome and(TrialOutcome other) {
    return new TrialOutcome(
        new Trial(
            trial.ratePerSecond(),
            trial.full(),
            trial.passed() && other.trial.passed(),
            Math.min(trial.achievedPerSecond(), other.trial.achievedPerSecond()),
            (trial.passed() || trial.doubtful())
                && (other.trial.passed() || other.trial.doubtful())
                && !(trial.passed() && other.trial.passed())),
        over.or(() -> other.over),
        elapsed.compareTo(other.elapsed) > 0 ? elapsed : other.elapsed,
        Math.max(epochNanos, other.epochNanos),
        Math.max(leadNanos, other.leadNanos));
  }
}
