package io.tidemark.report.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DunnettTest {
  /** Two-sided limits of Dunnett (1964), also in textbooks. */
  @ParameterizedTest
  @CsvSource({
    "1, 5, 0.05, 2.57",
    "2, 5, 0.05, 3.03",
    "3, 5, 0.05, 3.29",
    "2, 6, 0.05, 2.86",
    "4, 10, 0.05, 2.89",
    "9, 10, 0.05, 3.24",
    "3, 20, 0.05, 2.54",
    "2, 5, 0.01, 4.63",
    "4, 60, 0.01, 3.12"
  })
  void hasTheLimitsOfThePublishedTable(
      int differences, double degreesOfFreedom, double level, double limit) {
    assertThat(new Dunnett(differences, 0.5, degreesOfFreedom).quantile(level))
        .isCloseTo(limit, within(0.006));
  }

  @Test
  void oneDifferenceHasStudentsT() {
    assertThat(new Dunnett(1, 0.5, 4).probability(2.776445)).isCloseTo(0.05, within(1e-6));
  }

  @Test
  void independentDifferencesWithAKnownVarianceMultiply() {
    double alone = new Dunnett(1, 0, 1e6).probability(2);
    assertThat(new Dunnett(3, 0, 1e6).probability(2))
        .isCloseTo(1 - Math.pow(1 - alone, 3), within(1e-5));
  }

  @Test
  void oneDegreeOfFreedomIsEnoughForALimit() {
    Dunnett few = new Dunnett(2, 0.5, 1);
    assertThat(few.quantile(0.05)).isBetween(12.7, 25.5);
    assertThat(few.probability(few.quantile(0.05))).isCloseTo(0.05, within(1e-6));
  }
}
