package io.tidemark.model.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.load.ArrivalProcess;
import io.tidemark.model.load.Arrivals;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IntendedTest {
  private static final int RUNS = 500;

  @ParameterizedTest
  @CsvSource({"2, 5", "20, 10", "1000, 1", "1000, 20", "20000, 2"})
  void allThatPoissonArrivalsWantedIsEnough(double perSecond, double seconds) {
    Intended intended = new Intended(perSecond * seconds, ArrivalProcess.POISSON, 1);

    long missed =
        IntStream.range(0, RUNS)
            .filter(seed -> !intended.isMet(poisson(perSecond, seconds, new Random(seed)), 99))
            .count();

    // Beyond four standard deviations is one in 30,000.
    assertThat(missed).isLessThanOrEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"100, 3600", "10000, 60", "100000, 10"})
  void twoPercentTooFewAreMissedWhereEnoughWereIntended(double perSecond, double seconds) {
    Intended intended = new Intended(perSecond * seconds, ArrivalProcess.POISSON, 1);

    assertThat(intended.isMet(0.98 * perSecond * seconds, 99)).isFalse();
  }

  @Test
  void uniformArrivalsAllowOneMessageForEachProducerOnly() {
    Intended intended = new Intended(10_000, ArrivalProcess.UNIFORM, 1);

    assertThat(intended.isMet(9_900, 99)).isTrue();
    assertThat(intended.isMet(9_899, 99)).isFalse();
    assertThat(intended.isMet(9_998, 100)).isTrue();
    assertThat(new Intended(5, ArrivalProcess.UNIFORM, 1).isMet(3, 99)).isTrue();
    assertThat(new Intended(5, ArrivalProcess.UNIFORM, 1).isMet(2, 99)).isFalse();
  }

  @Test
  void burstsVaryAsTheirIndexOfDispersion() {
    Intended bursts =
        new Intended(
            10_000,
            new ArrivalProcess(Arrivals.GAMMA, Optional.of(3.0), 1),
            1); // 300 is one deviation

    assertThat(bursts.isMet(8_800, 99)).isTrue();
    assertThat(bursts.isMet(8_790, 99)).isFalse();
    assertThat(bursts.deviations(10_000 - 2 - 600)).isEqualTo(2);
  }

  @Test
  void aBatchMayBeMissingForEachProducer() {
    Intended batches = new Intended(1_000, ArrivalProcess.UNIFORM.withBatch(50), 1);

    assertThat(batches.isMet(900, 99)).isTrue();
    assertThat(batches.isMet(899, 99)).isFalse();
  }

  @Test
  void theWorstOfManyStretchesMayDifferMore() {
    Intended intended = new Intended(10_000, ArrivalProcess.POISSON, 1);

    assertThat(intended.isMet(9_500, 99)).isFalse();
    assertThat(intended.isMet(9_500, 99, 3_600)).isTrue();
    assertThat(intended.isMet(9_300, 99, 3_600)).isFalse();
  }

  @Test
  void nothingIntendedIsAlwaysMet() {
    assertThat(new Intended(0, ArrivalProcess.UNIFORM, 1).percent(0)).isEqualTo(100);
  }

  /** The number of arrivals with independent exponential distances. */
  private static long poisson(double perSecond, double seconds, Random random) {
    double at = -Math.log(1 - random.nextDouble()) / perSecond;
    long arrived = 0;
    while (at < seconds) {
      arrived++;
      at -= Math.log(1 - random.nextDouble()) / perSecond;
    }
    return arrived;
  }
}
