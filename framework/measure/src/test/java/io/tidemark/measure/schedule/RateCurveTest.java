package io.tidemark.measure.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.base.RandomCase;
import io.tidemark.model.load.Curve.Point;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RateCurveTest {
  private static final long START = 1_700_000_000_123_456_789L;
  private static final long SECOND = 1_000_000_000L;

  @Test
  void threeMillionASecondDoNotDriftInTenHours() {
    RateCurve curve = RateCurve.constant(START, 3_000_000);
    BigDecimal three = BigDecimal.valueOf(3);
    for (long n = 0; n <= 36_000L * 3_000_000; n += 7_777_777_777L) {
      BigDecimal exact = BigDecimal.valueOf(n).multiply(BigDecimal.valueOf(1000));
      BigInteger nanos = exact.divide(three, java.math.RoundingMode.HALF_UP).toBigInteger();
      assertThat(curve.dueEpochNanos(n)).isEqualTo(START + nanos.longValueExact());
    }
    assertThat(curve.dueEpochNanos(3600L * 3_000_000)).isEqualTo(START + 3600 * SECOND);
  }

  @Test
  void theInverseIsTheInverse() {
    RandomCase.forAll(1_000, any -> inverts(corners(any), any.between(0.0, 1.0)));
  }

  private static List<Point> corners(RandomCase any) {
    List<Point> corners = new ArrayList<>();
    long offset = 0;
    for (int left = any.between(1, 6); left >= 0; left--) {
      corners.add(new Point(offset, any.between(0.1, 5_000_000)));
      offset += any.between(1, 100 * SECOND);
    }
    return corners;
  }

  private static void inverts(List<Point> corners, double share) {
    RateCurve curve = RateCurve.of(START, corners);
    long last = corners.get(corners.size() - 1).offsetNanos();
    double n = Math.floor(share * curve.dueBy(START + last + 10 * SECOND));

    long due = curve.dueEpochNanos(n);

    double perNano = curve.ratePerSecondAt(due) / 1e9;
    assertThat(curve.dueBy(due)).isCloseTo(n, within(perNano + n * 1e-11 + 1e-6));
    assertThat(curve.dueBy(due - 2)).isLessThanOrEqualTo(n + n * 1e-11 + 1e-6);
  }

  @Test
  void aRampSendsTheAreaUnderIt() {
    RateCurve curve = RateCurve.of(START, List.of(new Point(0, 0), new Point(10 * SECOND, 1000)));
    assertThat(curve.dueBy(START + 10 * SECOND)).isCloseTo(5000, within(1e-6));
    assertThat(curve.dueBy(START + 5 * SECOND)).isCloseTo(1250, within(1e-6));
    assertThat(curve.dueEpochNanos(1250)).isEqualTo(START + 5 * SECOND);
    assertThat(curve.dueEpochNanos(5000)).isEqualTo(START + 10 * SECOND);
    assertThat(curve.dueEpochNanos(6000)).isEqualTo(START + 11 * SECOND);
  }

  @Test
  void aRampDownToNothingEnds() {
    RateCurve curve = RateCurve.of(START, List.of(new Point(0, 1000), new Point(10 * SECOND, 0)));
    assertThat(curve.dueEpochNanos(4999)).isBetween(START + 9 * SECOND, START + 10 * SECOND);
    assertThat(curve.dueEpochNanos(5000)).isEqualTo(RateCurve.NEVER);
  }

  @Test
  void nothingIsDueWhileTheRateIsZero() {
    RateCurve curve =
        RateCurve.of(
            START, List.of(new Point(0, 0), new Point(5 * SECOND, 0), new Point(5 * SECOND, 10)));
    assertThat(curve.dueEpochNanos(0)).isEqualTo(START + 5 * SECOND);
    assertThat(curve.dueEpochNanos(10)).isEqualTo(START + 6 * SECOND);
    assertThat(RateCurve.constant(START, 0).dueEpochNanos(0)).isEqualTo(RateCurve.NEVER);
  }

  @Test
  void aStepTakesTheLaterRate() {
    RateCurve curve =
        RateCurve.of(
            START, List.of(new Point(0, 100), new Point(SECOND, 100), new Point(SECOND, 1000)));
    assertThat(curve.dueEpochNanos(99)).isEqualTo(START + 990_000_000L);
    assertThat(curve.dueEpochNanos(100)).isEqualTo(START + SECOND);
    assertThat(curve.dueEpochNanos(101)).isEqualTo(START + SECOND + 1_000_000);
  }

  @Test
  void aChangeOfRateForgetsNoDebt() {
    RandomCase.forAll(
        1_000,
        any ->
            forgetsNoDebt(
                any.between(1.0, 1_000_000),
                any.between(1.0, 1_000_000),
                any.between(1, 100 * SECOND)));
  }

  private static void forgetsNoDebt(double before, double after, long changeOffset) {
    RateCurve old = RateCurve.constant(START, before);
    RateCurve spliced = old.splice(START + changeOffset, List.of(new Point(0, after)));

    double atChange = old.dueBy(START + changeOffset);
    assertThat(spliced.dueBy(START + changeOffset)).isEqualTo(atChange);
    for (double n = 0; n < atChange; n += Math.max(1, Math.floor(atChange / 50))) {
      assertThat(spliced.dueEpochNanos(n)).isCloseTo(old.dueEpochNanos(n), within(1L));
    }
    assertThat(spliced.dueBy(START + changeOffset + SECOND))
        .isCloseTo(atChange + after, within(1e-3));
  }

  @Test
  void manySplicesAddUpToTheSameArea() {
    RandomCase.forAll(
        1_000, any -> addUpToTheSameArea(any.listOf(1, 40, () -> any.between(0, 100_000))));
  }

  private static void addUpToTheSameArea(List<Integer> rates) {
    RateCurve curve = RateCurve.constant(START, 500);
    double expected = 500;
    for (int i = 0; i < rates.size(); i++) {
      curve = curve.splice(START + (i + 1) * SECOND, List.of(new Point(0, rates.get(i))));
      expected += rates.get(i);
    }
    assertThat(curve.dueBy(START + (rates.size() + 1) * SECOND)).isCloseTo(expected, within(1e-3));
  }

  @Test
  void aSpliceBeforeTheStartReplacesAll() {
    RateCurve curve =
        RateCurve.constant(START, 10).splice(START - SECOND, List.of(new Point(0, 1000)));
    assertThat(curve.startEpochNanos()).isEqualTo(START);
    assertThat(curve.dueBy(START)).isZero();
    assertThat(curve.dueEpochNanos(1000)).isEqualTo(START + SECOND);
  }

  @Test
  void aSpliceWithinARampCutsIt() {
    RateCurve ramp = RateCurve.of(START, List.of(new Point(0, 0), new Point(10 * SECOND, 1000)));
    RateCurve cut = ramp.splice(START + 5 * SECOND, List.of(new Point(0, 100)));
    assertThat(cut.dueBy(START + 5 * SECOND)).isCloseTo(1250, within(1e-6));
    assertThat(cut.dueBy(START + 6 * SECOND)).isCloseTo(1350, within(1e-6));
    assertThat(cut.dueEpochNanos(800)).isEqualTo(START + 4 * SECOND);
  }
}
