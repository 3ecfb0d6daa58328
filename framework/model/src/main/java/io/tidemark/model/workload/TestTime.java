package io.tidemark.model.workload;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** How long a workload runs. */
record TestTime(Duration warmup, Optional<Duration> test, List<Phase> phases) {
  /** How long the run measures, or each step of a sweep; empty: until interrupted. */
  Optional<Duration> measured() {
    Optional<Duration> phased = phases.stream().map(Phase::duration).reduce(Duration::plus);
    return phased.or(() -> test).filter(length -> !length.isZero()); // zero: missing, reported
  }
}
