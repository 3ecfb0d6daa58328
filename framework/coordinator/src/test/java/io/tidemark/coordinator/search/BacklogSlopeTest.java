package io.tidemark.coordinator.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.coordinator.search.BacklogSlope.Point;
import io.tidemark.model.load.ArrivalProcess;
import io.tidemark.model.result.Intended;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BacklogSlopeTest {
  private static final Intended INTENDED = new Intended(10_000, ArrivalProcess.UNIFORM, 1);

  @Test
  void isTheSlopeOfALine() {
    BacklogSlope slope = BacklogSlope.of(points(second -> 7 + 250 * second));

    assertThat(slope.perSecond()).isCloseTo(250, within(1e-9));
    assertThat(slope.errorPerSecond()).isCloseTo(0, within(1e-9));
    assertThat(slope.isGrowth(INTENDED, 10, 99)).isTrue();
  }

  /** By hand: the slope of (0,0) (1,2) (2,1) is 0.5, its residuals are -0.5, 1 and -0.5. */
  @Test
  void hasTheStandardErrorOfTheRegression() {
    BacklogSlope slope =
        BacklogSlope.of(List.of(new Point(0, 0), new Point(1, 2), new Point(2, 1)));

    assertThat(slope.perSecond()).isCloseTo(0.5, within(1e-12));
    assertThat(slope.errorPerSecond()).isCloseTo(Math.sqrt(1.5 / 2), within(1e-12));
  }

  @Test
  void noiseIsNoGrowth() {
    Random random = new Random(1);

    BacklogSlope slope = BacklogSlope.of(points(second -> 500 + 100 * random.nextGaussian()));

    assertThat(slope.isGrowth(INTENDED, 10, 99)).isFalse();
  }

  @Test
  void growthWithinTheShareThatMayBeMissingIsNone() {
    assertThat(BacklogSlope.of(points(second -> 9 * second)).isGrowth(INTENDED, 10, 99)).isFalse();
    assertThat(BacklogSlope.of(points(second -> 12 * second)).isGrowth(INTENDED, 10, 99)).isTrue();
  }

  @Test
  void correlatedSizesHaveALargerError() {
    Random random = new Random(1);
    double[] level = new double[1];
    DoubleUnaryOperator wander = second -> level[0] += random.nextGaussian();
    Random again = new Random(1);

    assertThat(BacklogSlope.of(points(wander)).errorPerSecond())
        .isGreaterThan(3 * BacklogSlope.of(points(s -> again.nextGaussian())).errorPerSecond());
  }

  @Test
  void twoPointsShowNoSlope() {
    BacklogSlope slope = BacklogSlope.of(List.of(new Point(0, 0), new Point(1, 1_000_000)));

    assertThat(slope.isGrowth(INTENDED, 10, 99)).isFalse();
  }

  private static List<Point> points(DoubleUnaryOperator size) {
    return IntStream.range(0, 50)
        .mapToObj(i -> new Point(i * 0.2, size.applyAsDouble(i * 0.2)))
        .toList();
  }
}
