package io.tidemark.model.workload;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How long a workload runs.
 *
 * @param keys what a workload file says of it, with one length of each part
 * @param phases stretches of the measured part; empty: one at the same rate
 */
public record TimeSpec(TimeKeys keys, List<Phase> phases) {

  public TimeSpec {
    phases = List.copyOf(phases);
  }

  /** Length of the warm-up; the longest one if it ends by what is measured. */
  public Duration warmup() {
    return keys.warmup();
  }

  /** Whether the warm-up ends when rates and latencies are steady. */
  public boolean isWarmupAuto() {
    return keys.isWarmupAuto();
  }

  /** Length of the measured part; empty: until interrupted. */
  public Optional<Duration> test() {
    return keys.test();
  }

  /** Distance of samples. */
  public Duration sampleInterval() {
    return keys.sampleInterval();
  }

  /** How long nothing is sent before the load; zero: not at all. */
  public Duration idleBaseline() {
    return keys.idleBaseline();
  }

  /** Number of runs. */
  public int iterations() {
    return keys.iterations();
  }

  /** Whether the measured part goes on until it is interrupted. */
  public boolean isOpen() {
    return phases.isEmpty() && test().isEmpty();
  }

  /** How long the run measures, or each step of a sweep; empty: until interrupted. */
  public Optional<Duration> measured() {
    Optional<Duration> phased = phases.stream().map(Phase::duration).reduce(Duration::plus);
    return phased.or(this::test).filter(length -> !length.isZero()); // zero: missing, reported
  }
}
