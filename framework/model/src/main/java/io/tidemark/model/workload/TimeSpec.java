package io.tidemark.model.workload;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tidemark.driver.settings.Key;
import io.tidemark.driver.settings.Quantities;
import io.tidemark.driver.settings.Setting.Type;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Warm-up and test: their keys.
 *
 * @param testDuration a time span, or {@link #UNLIMITED}
 */
@RecordBuilder
public record TimeSpec(
    @Key(
            value = "Length of the measured part.",
            types = Type.DURATION,
            words = TimeSpec.UNLIMITED,
            range = "1ms..")
        Optional<String> testDuration,
    @Key(value = "The same in minutes, as in OMB. 0: until interrupted.", range = TimeSpec.MINUTES)
        Optional<Long> testDurationMinutes,
    @Key(
            value =
                "Length of the warm-up, which is not measured. `auto`: until rates and latencies"
                    + " are steady.",
            types = Type.DURATION,
            words = TimeSpec.AUTO,
            range = "0..")
        Optional<String> warmupDuration,
    @Key(value = "The same in minutes, as in OMB. 1 if both are absent.", range = TimeSpec.MINUTES)
        Optional<Long> warmupDurationMinutes,
    @Key(value = "Longest warm-up with `warmupDuration: auto`.", range = "10s..", orElse = "10m")
        Duration warmupLimit,
    @Key(value = "Interval between samples on the timeline.", range = "100ms..", orElse = "1s")
        Duration sampleInterval,
    @Key(
            value =
                "Time before the load in which nothing is sent and all clients are connected. What"
                    + " broker and workers use in it is subtracted from the efficiency of the run,"
                    + " which it makes that much longer.",
            range = "0..10m",
            orElse = "0s")
        Duration idleBaseline,
    @Key(value = "Number of runs.", range = "1..10000", orElse = "1") int iterations)
    implements TimeSpecBuilder.With {
  static final String UNLIMITED = "unlimited";
  static final String AUTO = "auto";
  static final String MINUTES = "0..525600";
  private static final Duration USUAL_WARM_UP = Duration.ofMinutes(1);

  /** These with one length of each part, without OMB's minutes. */
  public TimeSpec complete(Optional<Duration> test, Duration interval) {
    return with()
        .testDuration(Optional.of(test.map(Quantities::text).orElse(UNLIMITED)))
        .testDurationMinutes(Optional.empty())
        .warmupDuration(Optional.of(isWarmupAuto() ? AUTO : Quantities.text(warmup())))
        .warmupDurationMinutes(Optional.empty())
        .sampleInterval(interval)
        .build();
  }

  /** Length of the warm-up; the longest one if it ends by what is measured. */
  public Duration warmup() {
    if (isWarmupAuto()) {
      return warmupLimit;
    }
    return warmupDuration
        .flatMap(Quantities::duration)
        .or(() -> warmupDurationMinutes.map(Duration::ofMinutes))
        .orElse(USUAL_WARM_UP);
  }

  /** Whether the warm-up ends when rates and latencies are steady. */
  public boolean isWarmupAuto() {
    return warmupDuration.filter(AUTO::equals).isPresent();
  }

  /** How long a run measures, or each step of a sweep; empty: until interrupted. */
  public Optional<Duration> measured(List<Phase> phases) {
    Optional<Duration> phased = phases.stream().map(Phase::length).reduce(Duration::plus);
    return phased.or(this::test).filter(length -> !length.isZero()); // zero: missing, reported
  }

  /** Whether the measured part goes on until it is interrupted. */
  public boolean isOpen(List<Phase> phases) {
    return phases.isEmpty() && test().isEmpty();
  }

  /** Empty if the test goes on until it is interrupted, or has no length. */
  public Optional<Duration> test() {
    return testDuration
        .map(Quantities::duration)
        .orElseGet(() -> testDurationMinutes.filter(any -> any > 0).map(Duration::ofMinutes));
  }
}
