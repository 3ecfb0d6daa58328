package io.tidemark.features.history.change;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.features.history.change.ChangePoints.LevelChange;
import io.tidemark.features.history.change.Levels.ChangeRule;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class ChangePointsTest {
  private static ChangePoints of(int length, IntToDoubleFunction level) {
    return of(length, level, i -> 1);
  }

  /** Around 100, with 3 % noise times a factor. */
  private static ChangePoints of(int length, IntToDoubleFunction level, IntToDoubleFunction noise) {
    Random random = new Random(7);
    double[] values = new double[length];
    for (int i = 0; i < length; i++) {
      values[i] =
          100
              * level.applyAsDouble(i)
              * Math.exp(0.03 * noise.applyAsDouble(i) * random.nextGaussian());
    }
    return ChangePoints.of(values, ChangeRule.USUAL);
  }

  @Test
  void findsTheIndexAndTheSizeOfAShift() {
    ChangePoints found = of(60, i -> i < 30 ? 1 : 1.1);
    assertThat(found.changes()).hasSize(1);
    LevelChange change = found.changes().get(0);
    assertThat(change.index()).isEqualTo(30);
    assertThat(change.change()).isCloseTo(0.1, Offset.offset(0.02));
    assertThat(change.lowest()).isBetween(0.05, change.change());
    assertThat(change.highest()).isBetween(change.change(), 0.15);
    assertThat(change.before()).isCloseTo(100, Offset.offset(2.0));
    assertThat(found.currentLevel()).isEqualTo(30);
  }

  @Test
  void aSingleOutlierIsNoChangeAndDoesNotHideOne() {
    ChangePoints found = of(60, i -> i == 10 || i == 59 ? 2 : i < 30 ? 1 : 1.1);
    assertThat(found.changes()).extracting(LevelChange::index).containsExactly(30);
    assertThat(found.outliers()).containsExactly(10, 59);
  }

  @Test
  void twoRunsAreNoLevelAndThreeAreOne() {
    assertThat(of(42, i -> i < 40 ? 1 : 1.5).changes()).isEmpty();
    assertThat(of(43, i -> i < 40 ? 1 : 1.5).changes())
        .extracting(LevelChange::index)
        .containsExactly(40);
  }

  @Test
  void changesBelowTheLeastAreNone() {
    ChangePoints found = of(100, i -> i < 50 ? 1 : 1.005, i -> 0.01);
    assertThat(found.changes()).isEmpty();
  }

  @Test
  void equalValuesAndFewValuesHaveNoChange() {
    assertThat(of(100, i -> 1, i -> 0).changes()).isEmpty();
    for (int length = 0; length < 6; length++) {
      assertThat(of(length, i -> 1).changes()).isEmpty();
    }
    assertThat(of(20, i -> i < 10 ? 1 : 1.2, i -> 0).changes()).hasSize(1);
  }

  @Test
  void aNoisyWeekIsNoChange() {
    ChangePoints found = of(60, i -> 1, i -> i >= 40 && i < 47 ? 6 : 1);
    assertThat(found.changes()).isEmpty();
    assertThat(found.noise()).hasSize(1);
    assertThat(found.noise().get(0).from()).isBetween(39, 42);
    assertThat(found.noise().get(0).to()).isBetween(45, 48);
    assertThat(found.noise().get(0).factor()).isGreaterThan(2);
  }
}
