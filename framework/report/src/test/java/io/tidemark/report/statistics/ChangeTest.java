package io.tidemark.report.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.DoubleStream;
import org.apache.commons.statistics.inference.DataDispersion;
import org.apache.commons.statistics.inference.TTest;
import org.junit.jupiter.api.Test;

class ChangeTest {
  private static final double[] SLOW = {100, 104, 98, 101, 103};
  private static final double[] FAST = {130, 118, 140, 125};

  @Test
  void isTheRatioOfGeometricMeans() {
    Change change = Change.of(new double[] {10, 40}, new double[] {40, 160});
    assertThat(Math.expm1(change.logRatio())).isCloseTo(3, within(1e-12));
  }

  @Test
  void agreesWithAnotherImplementationOfWelchsTest() {
    TTest.Result other =
        TTest.withDefaults()
            .with(DataDispersion.HETEROSCEDASTIC)
            .test(logarithms(FAST), logarithms(SLOW));
    Change change = Change.of(SLOW, FAST);
    assertThat(change.degreesOfFreedom()).isCloseTo(other.getDegreesOfFreedom(), within(1e-9));
    assertThat(change.logRatio() / change.standardError())
        .isCloseTo(other.getStatistic(), within(1e-9));
    assertThat(change.probability()).isCloseTo(other.getPValue(), within(1e-12));
  }

  private static double[] logarithms(double[] values) {
    return DoubleStream.of(values).map(Math::log).toArray();
  }

  @Test
  void theIntervalEndsWhereTheTestIsJustSignificant() {
    Change change = Change.of(SLOW, FAST);
    double confidence = 1 - change.probability();
    assertThat(change.lowest(confidence)).isCloseTo(0, within(1e-9));
    assertThat(change.lowest(0.95)).isLessThan(Math.expm1(change.logRatio())).isPositive();
    assertThat(change.highest(0.95)).isGreaterThan(Math.expm1(change.logRatio()));
  }

  @Test
  void equalFiguresDoNotProveThatTheNextOneIsEqual() {
    double[] same = {500, 500, 500};
    Change change = Change.of(same, same);
    assertThat(change.probability()).isCloseTo(1, within(1e-12));
    assertThat(change.highest(0.95)).isBetween(0.0005, 0.001);
    assertThat(change.lowest(0.95)).isBetween(-0.001, -0.0005);
  }

  @Test
  void moreRunsShowSmallerEffects() {
    Change few = Change.of(new double[] {100, 110, 90}, new double[] {100, 110, 90});
    Change many =
        Change.of(new double[] {100, 110, 90, 100, 110, 90}, new double[] {100, 110, 90, 100});
    assertThat(few.detectable(0.05)).isGreaterThan(many.detectable(0.05)).isGreaterThan(0.2);
    assertThat(few.detectable(0.01)).isGreaterThan(few.detectable(0.05));
  }

  @Test
  void asManyRunsAsNeededShowTheEffect() {
    Change change = Change.of(SLOW, new double[] {100, 104, 98, 101, 103});
    int runs = change.runsToShow(0.03, 0.05).orElseThrow();
    assertThat(runs).isGreaterThan(5);
    assertThat(change.runsToShow(0.06, 0.05).orElseThrow()).isLessThan(runs);
    assertThat(change.runsToShow(1e-6, 0.05)).isEmpty();
    assertThat(change.runsToShow(change.detectable(0.05), 0.05)).hasValue(5);
  }

  @Test
  void aSingleRunHasNoChange() {
    assertThatThrownBy(() -> Change.of(SLOW, new double[] {1}))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
