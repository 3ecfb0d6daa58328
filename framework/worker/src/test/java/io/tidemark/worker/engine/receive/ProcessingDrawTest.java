package io.tidemark.worker.engine.receive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.tidemark.base.ManualClock;
import io.tidemark.model.load.Curve;
import io.tidemark.model.load.ProcessingKeys;
import io.tidemark.model.load.ProcessingKeys.Distribution;
import io.tidemark.model.load.ProcessingKeys.Slow;
import io.tidemark.model.load.ProcessingVariation;
import io.tidemark.worker.engine.receive.ConsumerPace.ProcessingDraw;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Processing times by their distribution; no message is waited for. */
class ProcessingDrawTest {
  private static final int MESSAGES = 200_000;
  private static final double MILLIS = 1e6;

  private static ProcessingKeys keys(
      Optional<Distribution> distribution, Duration mean, Optional<Slow> slow) {
    return new ProcessingKeys(mean, distribution, Optional.empty(), Optional.empty(), slow);
  }

  private static double[] times(long seed, ProcessingKeys keys) {
    ProcessingDraw draw = new ProcessingDraw(seed);
    ProcessingVariation variation = keys.variation();
    return IntStream.range(0, MESSAGES)
        .mapToDouble(i -> draw.nanos(keys.typical().toNanos(), variation))
        .toArray();
  }

  private static double quantile(double[] times, double share) {
    double[] sorted = times.clone();
    Arrays.sort(sorted);
    return sorted[(int) (share * sorted.length)];
  }

  @Test
  void exponentialTimesHaveTheirMeanAndTail() {
    double[] times =
        times(
            1, keys(Optional.of(Distribution.EXPONENTIAL), Duration.ofMillis(5), Optional.empty()));

    assertThat(Arrays.stream(times).average().orElseThrow())
        .isCloseTo(5 * MILLIS, withinPercentage(1));
    assertThat(quantile(times, 0.5)).isCloseTo(5 * MILLIS * Math.log(2), withinPercentage(2));
    assertThat(quantile(times, 0.99)).isCloseTo(5 * MILLIS * Math.log(100), withinPercentage(3));
  }

  @Test
  void logNormalTimesHaveTheirMedianAndP99() {
    ProcessingKeys keys =
        new ProcessingKeys(
            Duration.ZERO,
            Optional.empty(),
            Optional.of(Duration.ofMillis(2)),
            Optional.of(Duration.ofMillis(40)),
            Optional.empty());
    double[] times = times(1, keys);

    assertThat(quantile(times, 0.5)).isCloseTo(2 * MILLIS, withinPercentage(2));
    assertThat(quantile(times, 0.99)).isCloseTo(40 * MILLIS, withinPercentage(5));
    double sigma = keys.variation().sigma();
    assertThat(Arrays.stream(times).average().orElseThrow())
        .isCloseTo(2 * MILLIS * Math.exp(sigma * sigma / 2), withinPercentage(3));
  }

  @Test
  void oneMessageInSomeIsSlow() {
    Slow slow = new Slow(1000, Duration.ofSeconds(2));
    double[] times = times(1, keys(Optional.empty(), Duration.ofMillis(1), Optional.of(slow)));

    long slowOnes = Arrays.stream(times).filter(time -> time == 2000 * MILLIS).count();
    assertThat((double) slowOnes).isCloseTo(MESSAGES / 1000.0, within(60.0));
    assertThat(Arrays.stream(times).filter(time -> time == MILLIS).count())
        .isEqualTo(MESSAGES - slowOnes);
  }

  @Test
  void theSeedDecides() {
    ProcessingKeys keys =
        keys(Optional.of(Distribution.EXPONENTIAL), Duration.ofMillis(5), Optional.empty());

    assertThat(times(1, keys)).isEqualTo(times(1, keys)).isNotEqualTo(times(2, keys));
  }

  @Test
  void aPhaseScalesTheDistribution() {
    ManualClock clock = new ManualClock();
    ConsumerPace pace = new ConsumerPace(clock, 1);
    ProcessingVariation variation =
        keys(Optional.of(Distribution.EXPONENTIAL), Duration.ofMillis(1), Optional.empty())
            .variation();
    pace.changeProcessingTime(clock.epochNanos(), Curve.constant(20 * MILLIS), variation);

    double mean =
        IntStream.range(0, MESSAGES)
            .mapToDouble(i -> pace.nanosAt(clock.epochNanos()))
            .average()
            .orElseThrow();
    assertThat(mean).isCloseTo(20 * MILLIS, withinPercentage(1));
  }
}
