package io.tidemark.measure.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.base.RandomCase;
import io.tidemark.model.load.ArrivalProcess;
import io.tidemark.model.load.Curve;
import io.tidemark.model.load.Curve.Point;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Producers that join and leave: who sends which message of a schedule. */
class TurnsTest {
  private static final long START = 1_700_000_000_000_000_000L;
  private static final long SECOND = 1_000_000_000L;

  /** Due times of one producer up to a moment. */
  private static List<Long> dueTimes(RateCurve curve, Curve active, int all, int producer) {
    Pacer pacer = Pacer.uniform(curve, all, producer);
    pacer.follow(curve, Optional.of(active));
    return PacerTest.dueUntil(pacer, START + 3 * SECOND);
  }

  @Test
  void togetherTheySendEachMessageOfTheScheduleOnceHoweverManyThereAre() {
    RandomCase.forAll(
        100, any -> eachMessageOnce(any.between(1, 5), any.between(1, 9), any.between(10, 3_000)));
  }

  private static void eachMessageOnce(int first, int second, int rate) {
    RateCurve curve =
        RateCurve.of(START, List.of(new Point(0, rate), new Point(2 * SECOND, 3.0 * rate)));
    Curve active = new Curve(List.of(new Point(0, first), new Point(SECOND, second)));
    List<Long> expected = new ArrayList<>();
    for (double n = 0; curve.dueEpochNanos(n) < START + 3 * SECOND; n++) {
      expected.add(curve.dueEpochNanos(n));
    }
    int all = Math.max(first, second);
    List<Long> due = new ArrayList<>();
    for (int p = 0; p < all; p++) {
      due.addAll(dueTimes(curve, active, all, p));
    }
    Collections.sort(due);
    assertThat(due).hasSameSizeAs(expected);
    for (int n = 0; n < due.size(); n++) {
      assertThat(due.get(n)).isCloseTo(expected.get(n), within(2L));
    }
  }

  @Test
  void aProducerSendsOnlyWhileItIsThereAndHasAnEqualShare() {
    RateCurve curve = RateCurve.constant(START, 100);
    Curve active =
        new Curve(List.of(new Point(0, 1), new Point(SECOND, 4), new Point(2 * SECOND, 1)));

    assertThat(dueTimes(curve, active, 4, 0)).hasSize(100 + 25 + 100);
    assertThat(dueTimes(curve, active, 4, 3))
        .hasSize(25)
        .allMatch(due -> due >= START + SECOND && due < START + 2 * SECOND);
  }

  @Test
  void whatIsDueWhenAProducerLeavesStaysDue() {
    RateCurve curve = RateCurve.constant(START, 100);
    Pacer pacer = Pacer.uniform(curve, 2, 1);
    pacer.follow(curve, Optional.of(new Curve(List.of(new Point(0, 2), new Point(SECOND, 1)))));

    assertThat(pacer.debt(START + 3 * SECOND)).isEqualTo(50);
    for (int i = 0; i < 49; i++) {
      pacer.advance(0);
    }
    assertThat(pacer.debt(START + 3 * SECOND)).isEqualTo(1);
    pacer.advance(0);
    assertThat(pacer.nextDueEpochNanos()).isEqualTo(RateCurve.NEVER);
    assertThat(pacer.debt(START + 3 * SECOND)).isZero();
    assertThat(pacer.lagNanos(START + 3 * SECOND)).isZero();
  }

  @Test
  void aTurnToComeIsNoDebtBeforeItBegins() {
    RateCurve curve = RateCurve.constant(START, 100);
    Pacer pacer = Pacer.uniform(curve, 2, 1);
    pacer.follow(curve, Optional.of(new Curve(List.of(new Point(0, 1), new Point(SECOND, 2)))));

    assertThat(pacer.nextDueEpochNanos()).isEqualTo(START + SECOND + 10_000_000);
    assertThat(pacer.debt(START + SECOND)).isZero();
    assertThat(pacer.debt(START + 2 * SECOND)).isEqualTo(50);
  }

  @Test
  void randomArrivalsHaveTheRateWhateverTheNumber() {
    RateCurve curve = RateCurve.constant(START, 10_000);
    Curve active = new Curve(List.of(new Point(0, 2), new Point(SECOND, 5)));
    long before = 0;
    long after = 0;
    for (int p = 0; p < 5; p++) {
      Pacer pacer = Pacer.of(curve, ArrivalProcess.POISSON, 5, p, 7);
      pacer.follow(curve, Optional.of(active));
      for (; pacer.nextDueEpochNanos() < START + 2 * SECOND; pacer.advance(0)) {
        before += pacer.nextDueEpochNanos() < START + SECOND ? 1 : 0;
        after += pacer.nextDueEpochNanos() < START + SECOND ? 0 : 1;
      }
    }
    assertThat(before).isCloseTo(10_000, within(500L)); // 5 standard deviations
    assertThat(after).isCloseTo(10_000, within(500L));
  }
}
