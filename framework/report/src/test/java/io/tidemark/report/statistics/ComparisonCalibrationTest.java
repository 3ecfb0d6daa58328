package io.tidemark.report.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.report.statistics.ComparisonCalibration.Distribution;
import io.tidemark.report.statistics.ComparisonCalibration.Result;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Seeded: the same figures in every run. */
@Tag("release")
class ComparisonCalibrationTest {
  private static final int COMPARISONS = 2_000;

  /** Three standard deviations of a share of 5 % in {@value #COMPARISONS} comparisons. */
  private static final double ERROR = 0.015;

  @ParameterizedTest
  @EnumSource
  void falseAlarmsAreNotMoreThanTheLevel(Distribution distribution) {
    Result result = ComparisonCalibration.simulate(distribution, 5, COMPARISONS, 2);
    assertThat(result.falseAlarms()).isLessThan(0.05 + ERROR);
    assertThat(result.familyAlarms()).isLessThan(0.05 + ERROR);
    assertThat(result.coverage()).isGreaterThan(0.95 - ERROR);
  }

  @ParameterizedTest
  @ValueSource(ints = {5, 10})
  void intervalsContainTheTrueChangeAsOftenAsTheySay(int runs) {
    Result result = ComparisonCalibration.simulate(Distribution.LOG_NORMAL, runs, COMPARISONS, 3);
    assertThat(result.coverage()).isBetween(0.95 - ERROR, 0.95 + ERROR);
    assertThat(result.power()).isGreaterThan(0.65);
  }
}
