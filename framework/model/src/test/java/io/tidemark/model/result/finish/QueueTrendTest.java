package io.tidemark.model.result.finish;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.Test;

/** What counts as growth of a queue, and what does not. */
class QueueTrendTest {
  private static QueueTrend of(int samples, IntToLongFunction waiting) {
    QueueTrend trend = new QueueTrend();
    for (int i = 0; i < samples; i++) {
      trend.add(waiting.applyAsLong(i));
    }
    return trend;
  }

  @Test
  void aSteadyGrowthIsSeenOverTheMiddleThird() {
    QueueTrend trend = of(30, i -> 100L * i);

    assertThat(trend.growth()).hasValue(2_000 - 900);
    assertThat(trend.atFirst()).isEqualTo(900);
    assertThat(trend.atLast()).isEqualTo(2_900);
  }

  @Test
  void aLongPhaseTakesNoMoreMemoryAndShowsTheSame() {
    QueueTrend trend = of(100_000, i -> i);

    assertThat(trend.growth().getAsLong()).isBetween(30_000L, 36_000L);
    assertThat(trend.atLast()).isEqualTo(99_999);
  }

  @Test
  void aQueueThatFillsOnceDoesNotGrow() {
    assertThat(of(30, i -> Math.min(5_000, 1_000L * i)).growth().getAsLong()).isZero();
  }

  @Test
  void onePeakIsNoGrowthWhereverItIs() {
    for (int at = 0; at < 10; at++) {
      int peak = at;
      QueueTrend trend = of(10, i -> i == peak ? 9_000 : 10);
      assertThat(trend.growth().getAsLong()).as("at %d", at).isLessThanOrEqualTo(0);
    }
  }

  @Test
  void noiseIsNoGrowth() {
    for (int seed = 0; seed < 1_000; seed++) {
      Random random = new Random(seed);
      QueueTrend trend = of(9, i -> random.nextInt(200));
      assertThat(trend.growth().getAsLong()).as("seed %d", seed).isLessThan(200);
    }
  }

  @Test
  void tooFewSamplesShowNothing() {
    assertThat(of(5, i -> 100L * i).growth()).isEmpty();
    assertThat(new QueueTrend().atFirst()).isZero();
  }
}
