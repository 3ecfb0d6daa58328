package io.tidemark.model.result.finish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class LinearTrendTest {
  @Test
  void aLineOfAnyLengthIsFoundAgain() {
    for (int points : new int[] {20, 240, 241, 100_000}) {
      LinearTrend trend = new LinearTrend();
      for (int i = 0; i < points; i++) {
        trend.add(i, 5 + 0.5 * i);
      }
      LinearTrend.Line line = trend.line().orElseThrow();

      double step = line.seconds() / (points - 1);
      assertThat(step).isBetween(0.98, 1.0); // Means of stretches at both ends.
      assertThat(line.perHour()).isCloseTo(1_800, within(1e-6));
      assertThat(line.share() * line.from() / line.seconds()).isCloseTo(0.5, within(1e-9));
    }
  }

  @Test
  void noiseOfNeighboursThatDeviateTogetherIsSeldomATrend() {
    int steep = 0;
    for (int seed = 0; seed < 500; seed++) {
      Random random = new Random(seed);
      LinearTrend trend = new LinearTrend();
      double level = 0;
      for (int i = 0; i < 600; i++) {
        level = 0.7 * level + random.nextGaussian();
        trend.add(i, level);
      }
      steep += trend.line().orElseThrow().errors() > 3 ? 1 : 0;
    }
    assertThat(steep).isLessThanOrEqualTo(8);
  }

  @Test
  void aFewPointsAreNoTrend() {
    LinearTrend trend = new LinearTrend();
    for (int i = 0; i < 19; i++) {
      trend.add(i, i);
    }
    assertThat(trend.line()).isEmpty();
  }
}
