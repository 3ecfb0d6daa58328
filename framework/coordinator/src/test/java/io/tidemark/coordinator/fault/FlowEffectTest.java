package io.tidemark.coordinator.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.model.load.ArrivalProcess;
import io.tidemark.model.result.FaultReport.Flow;
import io.tidemark.model.result.Intended;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

class FlowEffectTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long INTERVAL = SECOND / 5;
  private static final double FAULT = 30;
  private static final double LENGTH = 90;
  private static final long NEVER = Long.MAX_VALUE;

  /** Rates over time, in seconds; samples have the rate at their middle. */
  private static List<FlowPoint> points(DoubleUnaryOperator rate, DoubleUnaryOperator due) {
    List<FlowPoint> points = new ArrayList<>();
    for (long at = 0; at < LENGTH * SECOND; at += INTERVAL) {
      double middle = (at + INTERVAL / 2.0) / SECOND;
      double messages = rate.applyAsDouble(middle) / 5;
      long p99 = messages == 0 ? 0 : middle > FAULT && middle < FAULT + 7 ? 900_000_000 : 5_000_000;
      points.add(new FlowPoint(at, INTERVAL, "test", messages, due.applyAsDouble(middle) / 5, p99));
    }
    return points;
  }

  private static Flow flow(DoubleUnaryOperator rate, DoubleUnaryOperator due, double undone) {
    long end = undone == NEVER ? NEVER : Math.round(undone * SECOND);
    return effect(points(rate, due), FAULT, end, NEVER).flow("test").orElseThrow();
  }

  private static FlowEffect effect(List<FlowPoint> points, double at, long undone, long next) {
    return new FlowEffect(
        points,
        Math.round(at * SECOND),
        undone,
        next,
        messages -> new Intended(messages, ArrivalProcess.UNIFORM, 1));
  }

  private static double openLoop(double seconds) {
    return 1_000;
  }

  private static double closedLoop(double seconds) {
    return Double.NaN;
  }

  @Test
  void anOutageHasItsLengthItsDepthAndItsArea() {
    Flow flow =
        flow(
            t -> t < 30 ? 1_000 : t < 35 ? 0 : t < 40 ? 2_000 : 1_000,
            FlowEffectTest::openLoop,
            32);
    assertThat(flow.beforePerSecond()).isCloseTo(1_000, within(0.1));
    assertThat(flow.lowestPerSecond()).isZero();
    assertThat(flow.silenceSeconds()).isCloseTo(5, within(0.01));
    assertThat(flow.firstAfterSeconds()).contains(5.0);
    assertThat(flow.dipSeconds()).contains(0.0);
    assertThat(flow.recoverySeconds()).contains(5.0);
    assertThat(flow.missing()).isEqualTo(5_000);
    assertThat(flow.afterPercent().orElseThrow()).isCloseTo(100, within(0.1));
    assertThat(flow.p99RecoverySeconds().orElseThrow()).isCloseTo(7, within(0.21));
  }

  @Test
  void halfOfTheRateIsADipWithoutSilence() {
    Flow flow = flow(t -> t > 31 && t < 37 ? 500 : 1_000, FlowEffectTest::closedLoop, 36);
    assertThat(flow.intendedPerSecond()).isEmpty();
    assertThat(flow.dipSeconds().orElseThrow()).isCloseTo(1, within(0.21));
    assertThat(flow.recoverySeconds().orElseThrow()).isCloseTo(7, within(0.21));
    assertThat(flow.lowestPerSecond()).isCloseTo(500, within(1.0));
    assertThat(flow.missing()).isCloseTo(3_000, within(10L));
    assertThat(flow.silenceSeconds()).isZero();
    assertThat(flow.firstAfterSeconds()).isEmpty();
  }

  @Test
  void aRateThatVariesAsBeforeIsNoDip() {
    Flow flow = flow(t -> 1_000 + 40 * Math.sin(t * 3), FlowEffectTest::closedLoop, 40);
    assertThat(flow.recoverySeconds()).contains(0.0);
    assertThat(flow.missing()).isZero();
  }

  @Test
  void aRateThatStaysLowerHasNotRecovered() {
    Flow flow = flow(t -> t < 30 ? 1_000 : 850, FlowEffectTest::openLoop, 35);
    assertThat(flow.recoverySeconds()).isEmpty();
    assertThat(flow.afterPercent().orElseThrow()).isCloseTo(85, within(0.1));
    assertThat(flow.missing()).isCloseTo(9_000, within(10L));
  }

  @Test
  void aScheduleThatRisesIsTheMeasureOfTheRate() {
    Flow kept = flow(t -> 20 * t, t -> 20 * t, 35);
    assertThat(kept.recoverySeconds()).contains(0.0);
    assertThat(kept.afterPercent().orElseThrow()).isCloseTo(100, within(0.1));
    Flow stuck = flow(t -> 20 * Math.min(t, 30), t -> 20 * t, 35);
    assertThat(stuck.recoverySeconds()).isEmpty();
  }

  /** 900 of 1,500 before the fault, and again after 4 s: that is not the load that it is for. */
  @Test
  void aRateBelowTheIntendedOneBeforeTheFaultIsNotTheMeasureOfRecovery() {
    DoubleUnaryOperator due = t -> 1_500;
    Flow asBefore = flow(t -> t > 30 && t < 34 ? 100 : 900, due, 35);
    assertThat(asBefore.intendedPerSecond().orElseThrow()).isCloseTo(1_500, within(0.1));
    assertThat(asBefore.dipSeconds()).isPresent();
    assertThat(asBefore.recoverySeconds()).isEmpty();
    assertThat(asBefore.wasBelowIntention()).isTrue();
    Flow without = flow(t -> 900, due, 35);
    assertThat(without.dipSeconds()).isEmpty();
    assertThat(without.recoverySeconds()).isEmpty();
    Flow later = flow(t -> t < 30 ? 1_400 : t < 37 ? 100 : 1_500, due, 35);
    assertThat(later.recoverySeconds().orElseThrow()).isCloseTo(7, within(0.21));
    assertThat(later.wasBelowIntention()).isFalse();
  }

  @Test
  void whatFollowsTheNextFaultIsNotCompared() {
    List<FlowPoint> points = points(t -> t < 30 || t > 50 ? 1_000 : 0, FlowEffectTest::openLoop);
    Flow flow = effect(points, 30, 31 * SECOND, 45 * SECOND).flow("test").orElseThrow();
    assertThat(flow.recoverySeconds()).isEmpty();
    assertThat(flow.missing()).isEqualTo(15_000);
  }

  @Test
  void withoutMessagesBeforeThereIsNothingToCompare() {
    List<FlowPoint> points = points(t -> t < 30 ? 0 : 1_000, FlowEffectTest::openLoop);
    assertThat(effect(points, 30, 31 * SECOND, NEVER).flow("test")).isEmpty();
  }
}
