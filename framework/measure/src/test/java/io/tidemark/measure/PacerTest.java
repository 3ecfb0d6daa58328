package io.tidemark.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.model.load.Profile.Point;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PacerTest {
  private static final long START = 1_700_000_000_000_000_000L;
  private static final long SECOND = 1_000_000_000L;

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
    Pacer pacer = Pacer.poisson(RateCurve.constant(START, 1_000_000), 10, 3, 99);
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
    assertThat(first(Pacer.poisson(curve, 4, 1, 5)))
        .isEqualTo(first(Pacer.poisson(curve, 4, 1, 5)));
    assertThat(first(Pacer.poisson(curve, 4, 1, 5)))
        .isNotEqualTo(first(Pacer.poisson(curve, 4, 1, 6)))
        .isNotEqualTo(first(Pacer.poisson(curve, 4, 2, 5)));
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
