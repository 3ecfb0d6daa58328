package io.tidemark.report.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.report.statistics.StudyCalibration.Machine;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;

class LooksTest {
  @Test
  void aSingleLookHasTheWholeLevel() {
    assertThat(Looks.once(5).level(0.05, 5)).isCloseTo(0.05, within(1e-9));
    assertThat(Looks.once(5).level(0.05, 2)).isCloseTo(0.05, within(1e-9));
  }

  @Test
  void theFirstLookHasItsPartOfTheLevel() {
    assertThat(new Looks(3, 15).level(0.05, 3)).isCloseTo(0.05 * 3 / 15, within(1e-9));
    assertThat(new Looks(3, 15).level(0.05, 1)).isCloseTo(0.05 * 3 / 15, within(1e-9));
  }

  /** Random walks, which need no integral. */
  @Test
  void theChanceThatAnyLookExceedsItsLimitIsTheLevel() {
    Looks looks = new Looks(3, 15);
    double[] levels = looks.levels(0.05);
    Random random = new Random(7);
    int walks = 200_000;
    int exceeded = 0;
    for (int i = 0; i < walks; i++) {
      double sum = 0;
      boolean any = false;
      for (int block = 1; block <= 15; block++) {
        sum += random.nextGaussian();
        any |= block >= 3 && twoSided(sum / Math.sqrt(block)) < levels[block - 3];
      }
      exceeded += any ? 1 : 0;
    }
    assertThat((double) exceeded / walks).isCloseTo(0.05, within(0.0015)); // 3 standard errors.
  }

  private static double twoSided(double z) {
    return 2 * NormalDistribution.of(0, 1).survivalProbability(Math.abs(z));
  }

  @Test
  void manyLooksHaveLevels() {
    assertThat(DoubleStream.of(new Looks(2, 100).levels(0.005)).boxed())
        .hasSize(99)
        .allMatch(level -> level > 0 && level < 0.005);
  }

  @Test
  void equalSystemsOnADriftingMachineRaiseFewFalseAlarms() {
    SequentialCalibration.Result result =
        new SequentialCalibration(new Looks(3, 6)).simulate(Machine.DRIFTING, 3, 500, 3);
    assertThat(result.alarms()).isLessThan(0.07); // 5 % and two standard errors.
    assertThat(result.coverage()).isGreaterThan(0.93);
  }
}
