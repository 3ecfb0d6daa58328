package io.tidemark.model.workload;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How long a workload runs.
 *
 * @param warmup length of the warm-up
 * @param test length of the measured part; empty: until interrupted
 * @param sampleInterval distance of samples
 * @param iterations how often the run is repeated
 * @param phases stretches of the measured part; empty: one at the same rate
 */
public record TimeSpec(
    Duration warmup,
    Optional<Duration> test,
    Duration sampleInterval,
    int iterations,
    List<Phase> phases) {
  public TimeSpec {
    phases = List.copyOf(phases);
  }

  /** Whether the measured part goes on until it is interrupted. */
  public boolean isOpen() {
    return phases.isEmpty() && test.isEmpty();
  }

  /** How long the run measures, or each step of a sweep; empty: until interrupted. */
  public Optional<Duration> measured() {
    Optional<Duration> phased = phases.stream().map(Phase::duration).reduce(Duration::plus);
    return phased.or(() -> test).filter(length -> !length.isZero()); // zero: missing, reported
  }
}
