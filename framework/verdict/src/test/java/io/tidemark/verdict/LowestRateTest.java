package io.tidemark.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.model.load.ArrivalProcess;
import io.tidemark.model.result.Intended;
import io.tidemark.model.workload.Objective;
import io.tidemark.model.workload.Objective.Comparison;
import io.tidemark.model.workload.Objective.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LowestRateTest {
  private static final long SECOND = 1_000_000_000L;
  private static final Objective AT_LEAST_99 =
      new Objective("publishRate.min(10s)", Comparison.AT_LEAST, 99, Unit.PERCENT, ">= 99%");

  private static LowestRate lowest(long windowNanos, double intendedPerSecond) {
    return new LowestRate(
        AT_LEAST_99,
        windowNanos,
        (from, to) ->
            Optional.of(
                new Intended(intendedPerSecond * (to - from) / 1e9, ArrivalProcess.UNIFORM, 1)));
  }

  private static void addSeconds(LowestRate rate, long startSecond, double... counts) {
    for (int i = 0; i < counts.length; i++) {
      rate.add((startSecond + i) * SECOND, SECOND, counts[i]);
    }
  }

  @Test
  void aWindowHasTheSamePartOfASampleThatItCoversInPart() {
    LowestRate rate = lowest(1_500_000_000L, 100);

    addSeconds(rate, 0, 100, 20, 100);
    rate.endStretch();

    assertThat(rate.lowest().orElseThrow().happened()).isCloseTo(70, within(1e-9));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void isTheLowestOfAllWindows(int seed) {
    Random random = new Random(seed);
    long window = SECOND + random.nextInt(2_000_000_000);
    LowestRate rate = lowest(window, 100);
    List<long[]> samples = new ArrayList<>();
    long at = 7 * SECOND;
    for (int i = 0; i < 200; i++) {
      long length = 100_000_000L + random.nextInt(300_000_000);
      samples.add(new long[] {at, length, random.nextInt(1_000)});
      at += length;
    }

    samples.forEach(sample -> rate.add(sample[0], sample[1], sample[2]));
    rate.endStretch();

    double least = Double.MAX_VALUE;
    for (long start = 7 * SECOND; start + window <= at; start += 1_000_000) {
      least = Math.min(least, count(samples, start, start + window));
    }
    double found = rate.lowest().orElseThrow().happened();
    assertThat(found).isLessThanOrEqualTo(least + 1e-6).isCloseTo(least, within(20.0));
    long start = rate.lowest().orElseThrow().startEpochNanos();
    assertThat(found).isCloseTo(count(samples, start, start + window), within(1e-6));
  }

  private static double count(List<long[]> samples, long from, long to) {
    double count = 0;
    for (long[] sample : samples) {
      long covered = Math.min(to, sample[0] + sample[1]) - Math.max(from, sample[0]);
      count += Math.max(0, covered) * (double) sample[2] / sample[1];
    }
    return count;
  }

  @ParameterizedTest
  @CsvSource({"1, 5", "2, 4", "4, 2", "5, 1"})
  void eachWindowIsCountedOnce(long seconds, long windows) {
    LowestRate rate = lowest(seconds * SECOND, 1_000);

    addSeconds(rate, 0, 1_000, 1_000, 1_000, 1_000, 1_000);
    rate.endStretch();

    assertThat(rate.windows()).isEqualTo(windows);
  }

  @Test
  void windowsBeginAnywhereInALongSample() {
    LowestRate rate = lowest(3 * SECOND, 1_000);

    rate.add(0, 10 * SECOND, 10_000);
    addSeconds(rate, 10, 1_000, 0);
    rate.endStretch();

    assertThat(rate.lowest().orElseThrow().startEpochNanos()).isEqualTo(9 * SECOND);
    assertThat(rate.lowest().orElseThrow().happened()).isEqualTo(2_000);
  }

  @Test
  void aSampleWithoutALengthIsNoWindow() {
    LowestRate rate = lowest(SECOND, 1_000);

    rate.add(0, 0, 5);
    rate.endStretch();

    assertThat(rate.windows()).isZero();
    assertThat(rate.lowest()).isEmpty();
  }

  /** Two of ten messages may be missing by chance, and 200 of 10,000; 500 of 10,000 may not. */
  @Test
  void theShareThatChanceDoesNotExplainIsLowerThanTheLowestOne() {
    LowestRate rate =
        new LowestRate(
            AT_LEAST_99,
            10 * SECOND,
            (from, to) -> Optional.of(new Intended(due(from), ArrivalProcess.POISSON, 1)));

    rate.add(0, 10 * SECOND, 8);
    rate.endStretch();
    rate.add(60 * SECOND, 10 * SECOND, 9_800);
    rate.endStretch();
    assertThat(rate.lowestShare().orElseThrow().percent()).as("all by chance").isEqualTo(80);
    rate.add(70 * SECOND, 10 * SECOND, 9_500);
    rate.endStretch();
    rate.add(100 * SECOND, 10 * SECOND, 990_000);
    rate.endStretch();

    assertThat(rate.lowestShare().orElseThrow().percent()).as("below 99 %").isEqualTo(95);
  }

  private static double due(long fromEpochNanos) {
    return fromEpochNanos < 60 * SECOND ? 10 : fromEpochNanos < 100 * SECOND ? 10_000 : 1_000_000;
  }

  @Test
  void aWindowInWhichNothingWasDueHasNoShare() {
    LowestRate rate = lowest(SECOND, 0);

    addSeconds(rate, 0, 10, 0);
    rate.endStretch();

    assertThat(rate.lowestShare()).isEmpty();
  }

  @Test
  void whereNothingIsIntendedThereIsNoShare() {
    LowestRate rate = new LowestRate(AT_LEAST_99, SECOND, (from, to) -> Optional.empty());

    addSeconds(rate, 0, 10, 0);
    rate.endStretch();

    assertThat(rate.lowestShare()).isEmpty();
    assertThat(rate.lowest().orElseThrow().perSecond()).isZero();
  }
}
