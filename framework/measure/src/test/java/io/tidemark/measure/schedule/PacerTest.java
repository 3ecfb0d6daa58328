package io.tidemark.measure.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.tidemark.base.RandomCase;
import io.tidemark.model.load.ArrivalProcess;
import io.tidemark.model.load.Arrivals;
import io.tidemark.model.load.BurstCurve;
import io.tidemark.model.load.BurstKeys;
import io.tidemark.model.load.Curve.Point;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PacerTest {
  private static final long START = 1_700_000_000_000_000_000L;
  private static final long SECOND = 1_000_000_000L;
  private static final long MILLISECOND = 1_000_000L;

  /** What a producer sends before a moment. */
  static List<Long> dueUntil(Pacer pacer, long endEpochNanos) {
    List<Long> due = new ArrayList<>();
    while (pacer.nextDueEpochNanos() < endEpochNanos) {
      due.add(pacer.nextDueEpochNanos());
      pacer.advance(0);
    }
    return due;
  }

  @Test
  void allProducersTogetherSendTheWholeSchedule() {
    RandomCase.forAll(50, any -> sendTheWholeSchedule(any.between(1, 17), any.between(1, 100_000)));
  }

  private static void sendTheWholeSchedule(int producers, int rate) {
    RateCurve curve = RateCurve.constant(START, rate);
    List<Long> due = new ArrayList<>();
    for (int p = 0; p < producers; p++) {
      Pacer pacer = Pacer.uniform(curve, producers, p);
      for (int k = 0; k < 20; k++) {
        due.add(pacer.nextDueEpochNanos());
        pacer.advance(0);
      }
    }
    Collections.sort(due);
    for (int n = 0; n < due.size(); n++) {
      assertThat(due.get(n)).isCloseTo(START + Math.round(n * 1e9 / rate), within(1L));
    }
  }

  @Test
  void oneProducersShareAtThreeMillionASecondIsExactAfterAnHour() {
    Pacer pacer = Pacer.uniform(RateCurve.constant(START, 3_000_000), 30_000, 7);
    for (long k = 0; k < 3600 * 100; k++) {
      pacer.advance(0);
    }
    assertThat(pacer.nextDueEpochNanos())
        .isEqualTo(START + 3600 * SECOND + Math.round(7 * 1000 / 3.0));
  }

  @Test
  void aChangedRateKeepsWhatIsOverdue() {
    RateCurve curve = RateCurve.constant(START, 1000);
    Pacer pacer = Pacer.uniform(curve, 1, 0);
    for (int k = 0; k < 10; k++) {
      pacer.advance(0);
    }
    pacer.follow(curve.splice(START + SECOND, List.of(new Point(0, 10))), Optional.empty());
    assertThat(pacer.nextDueEpochNanos()).isEqualTo(START + 10_000_000);
    assertThat(pacer.debt(START + 2 * SECOND)).isEqualTo(1000);
    for (int k = 10; k < 1000; k++) {
      pacer.advance(0);
    }
    assertThat(pacer.nextDueEpochNanos()).isEqualTo(START + SECOND);
    pacer.advance(0);
    assertThat(pacer.nextDueEpochNanos()).isEqualTo(START + SECOND + SECOND / 10);
  }

  @Test
  void debtIsTheNumberOfMessagesDueAndNotSent() {
    Pacer pacer = Pacer.uniform(RateCurve.constant(START, 100), 2, 1);
    assertThat(pacer.debt(START)).isZero();
    assertThat(pacer.debt(START + 10_000_001)).isEqualTo(1);
    assertThat(pacer.debt(START + SECOND)).isEqualTo(50);
    pacer.advance(0);
    assertThat(pacer.debt(START + SECOND)).isEqualTo(49);
  }

  @Test
  void poissonArrivalsHaveTheRateAndTheSpreadOfTheirLaw() {
    int messages = 200_000;
    Pacer pacer = Pacer.of(RateCurve.constant(START, 1_000_000), ArrivalProcess.POISSON, 10, 3, 99);
    double sum = 0;
    double sumOfSquares = 0;
    long before = START;
    for (int k = 0; k < messages; k++) {
      double gap = pacer.nextDueEpochNanos() - before;
      before = pacer.nextDueEpochNanos();
      sum += gap;
      sumOfSquares += gap * gap;
      pacer.advance(0);
    }
    double mean = sum / messages;
    double deviation = Math.sqrt(sumOfSquares / messages - mean * mean);
    assertThat(mean).isCloseTo(10_000, within(100.0));
    assertThat(deviation / mean).isCloseTo(1, within(0.02));
  }

  @Test
  void poissonArrivalsAreTheSameForTheSameSeedOnly() {
    RateCurve curve = RateCurve.constant(START, 1000);
    assertThat(first(Pacer.of(curve, ArrivalProcess.POISSON, 4, 1, 5)))
        .isEqualTo(first(Pacer.of(curve, ArrivalProcess.POISSON, 4, 1, 5)));
    assertThat(first(Pacer.of(curve, ArrivalProcess.POISSON, 4, 1, 5)))
        .isNotEqualTo(first(Pacer.of(curve, ArrivalProcess.POISSON, 4, 1, 6)))
        .isNotEqualTo(first(Pacer.of(curve, ArrivalProcess.POISSON, 4, 2, 5)));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.3, 1, 2, 5})
  void gammaArrivalsHaveTheirVariationAndIndexOfDispersion(double variation) {
    int perWindow = 500;
    int windows = 2_000;
    Pacer pacer = gamma(variation, 1, 1, 1, 99);
    int[] counts = new int[windows];
    double sum = 0;
    double sumOfSquares = 0;
    long gaps = 0;
    long before = pacer.nextDueEpochNanos();
    while (before < START + windows * perWindow * MILLISECOND) {
      counts[(int) ((before - START) / (perWindow * MILLISECOND))]++;
      pacer.advance(0);
      double gap = pacer.nextDueEpochNanos() - before;
      before = pacer.nextDueEpochNanos();
      sum += gap;
      sumOfSquares += gap * gap;
      gaps++;
    }
    double mean = sum / gaps;
    assertThat(mean).isCloseTo(MILLISECOND, within(0.02 * variation * MILLISECOND));
    assertThat(Math.sqrt(sumOfSquares / gaps - mean * mean) / mean)
        .isCloseTo(variation, withinPercentage(3));
    double meanCount = (double) gaps / windows;
    double variance =
        Arrays.stream(counts).mapToDouble(c -> (c - meanCount) * (c - meanCount)).sum() / windows;
    ArrivalProcess arrivals = arrivals(variation, 1);
    assertThat(variance / meanCount).isCloseTo(arrivals.dispersion(), withinPercentage(15));
  }

  /** Producers that all began with an arrival, or with a whole distance, would not. */
  @ParameterizedTest
  @ValueSource(doubles = {0.3, 5})
  void gammaArrivalsHaveTheirRateFromTheBeginning(double variation) {
    int producers = 100_000;
    long inFirstTenth = 0;
    for (int producer = 0; producer < producers; producer++) {
      Pacer pacer = gamma(variation, 1, producers, producer, 7);
      inFirstTenth += dueUntil(pacer, START + producers * MILLISECOND / 10).size();
    }
    assertThat((double) inFirstTenth).isCloseTo(producers / 10.0, withinPercentage(8));
  }

  private static ArrivalProcess arrivals(double variation, int batch) {
    return new ArrivalProcess(Arrivals.GAMMA, Optional.of(variation), batch);
  }

  private static Pacer gamma(double variation, int batch, int producers, int producer, long seed) {
    return Pacer.of(
        RateCurve.constant(START, 1_000), arrivals(variation, batch), producers, producer, seed);
  }

  @Test
  void theMessagesOfABatchAreDueTogetherAndKeepTheRate() {
    RateCurve curve = RateCurve.constant(START, 1000);
    ArrivalProcess tens = ArrivalProcess.UNIFORM.withBatch(10);
    Map<Long, Integer> due = new TreeMap<>();
    for (int producer = 0; producer < 4; producer++) {
      Pacer pacer = Pacer.of(curve, tens, 4, producer, 1);
      for (long at : dueUntil(pacer, START + 2 * SECOND)) {
        due.merge(at - START, 1, Integer::sum);
      }
    }
    assertThat(due).hasSize(200);
    due.forEach((at, messages) -> assertThat(messages).isEqualTo(10));
    assertThat(due.keySet()).allMatch(at -> at % (10 * MILLISECOND) == 0);
  }

  @Test
  void debtCountsTheRestOfABatch() {
    Pacer pacer =
        Pacer.of(RateCurve.constant(START, 100), ArrivalProcess.UNIFORM.withBatch(5), 2, 0, 1);
    assertThat(pacer.debt(START)).isZero();
    assertThat(pacer.debt(START + 1)).isEqualTo(5);
    pacer.advance(0);
    pacer.advance(0);
    assertThat(pacer.debt(START + 1)).isEqualTo(3);
    assertThat(pacer.debt(START + SECOND)).isEqualTo(48);
  }

  @Test
  void randomBatchesHaveTheRateAndTheDispersionOfBatches() {
    Pacer pacer = gamma(1, 20, 1, 0, 3);
    List<Long> due = new ArrayList<>();
    for (int i = 0; i < 200_000; i++) {
      due.add(pacer.nextDueEpochNanos());
      pacer.advance(0);
    }
    assertThat(new HashSet<>(due)).hasSize(10_000);
    assertThat((due.get(due.size() - 1) - START) / 1e9).isCloseTo(200, withinPercentage(4));
  }

  /**
   * Theory of a Poisson process whose rate is that of a Markov chain with two states: Fischer and
   * Meier-Hellstern, "The Markov-modulated Poisson process (MMPP) cookbook", 1993.
   */
  @ParameterizedTest
  @CsvSource({"1, 0.2", "10, 0.2", "1000000, 0.1"})
  void burstsHaveTheIndexOfDispersionOfAMarkovModulatedProcess(double ratio, double onSeconds) {
    BurstKeys bursts =
        new BurstKeys(
            Duration.ofNanos((long) (onSeconds * SECOND)),
            Duration.ofSeconds(1),
            Optional.of(ratio));
    int windows = 4_000;
    long windowNanos = 5 * SECOND;
    List<Point> rate = List.of(new Point(0, 200), new Point(windows * windowNanos, 200));
    RateCurve curve = RateCurve.of(START, BurstCurve.of(rate, bursts, 7));
    int[] counts = new int[windows];
    for (int producer = 0; producer < 2; producer++) {
      Pacer pacer = Pacer.of(curve, ArrivalProcess.POISSON, 2, producer, 7);
      while (pacer.nextDueEpochNanos() < START + windows * windowNanos) {
        counts[(int) ((pacer.nextDueEpochNanos() - START) / windowNanos)]++;
        pacer.advance(0);
      }
    }

    double mean = Arrays.stream(counts).average().orElseThrow();
    double variance =
        Arrays.stream(counts).mapToDouble(c -> (c - mean) * (c - mean)).sum() / windows;
    double leaveOn = 1 / onSeconds;
    double leaveOff = 1;
    double sum = leaveOn + leaveOff;
    double on = 200 * bursts.onFactor();
    double off = 200 * bursts.offFactor();
    double perWindow = sum * windowNanos / SECOND;
    double limit =
        2
            * (on - off)
            * (on - off)
            * leaveOn
            * leaveOff
            / (sum * sum * (on * leaveOff + off * leaveOn));
    double dispersion = 1 + limit * (1 - (1 - Math.exp(-perWindow)) / perWindow);
    assertThat(mean).isCloseTo(200 * 5, withinPercentage(3));
    assertThat(variance / mean).isCloseTo(dispersion, withinPercentage(12));
  }

  private static List<Long> first(Pacer pacer) {
    List<Long> due = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      due.add(pacer.nextDueEpochNanos());
      pacer.advance(0);
    }
    return due;
  }
}
