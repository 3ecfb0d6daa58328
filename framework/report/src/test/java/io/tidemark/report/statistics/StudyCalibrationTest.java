package io.tidemark.report.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.report.statistics.StudyCalibration.Machine;
import io.tidemark.report.statistics.StudyCalibration.Result;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Seeded: the same figures in every run. */
@Tag("release")
class StudyCalibrationTest {
  private static final int STUDIES = 500;

  /** Three standard deviations of a share of 5 % in {@value #STUDIES} studies. */
  private static final double ERROR = 0.03;

  @SuppressWarnings("unused") // By its name.
  private static final List<Machine> MACHINES = Machine.ALL;

  @ParameterizedTest
  @FieldSource("MACHINES")
  void falseAlarmsOverAllSystemsAreNotMoreThanTheLevel(Machine machine) {
    Result result = StudyCalibration.simulate(StudyCalibration::blocks, machine, 4, 5, STUDIES, 2);
    assertThat(result.alarms()).isLessThan(0.05 + ERROR);
    assertThat(result.coverage()).isGreaterThan(0.95 - ERROR);
  }

  @Test
  void aSlowChangeOfTheMachineHidesNoDifference() {
    Result blocks =
        StudyCalibration.simulate(StudyCalibration::blocks, Machine.DRIFTING, 3, 5, STUDIES, 3);
    Result welch =
        StudyCalibration.simulate(StudyCalibration.welch(1), Machine.DRIFTING, 3, 5, STUDIES, 3);
    assertThat(blocks.power()).isGreaterThan(0.5);
    assertThat(welch.power()).isLessThan(blocks.power() - 0.2);
  }

  @Test
  void fewRunsOfSeveralSystemsShowMoreThanTheirMetricsTestedTogether() {
    Result blocks =
        StudyCalibration.simulate(StudyCalibration::blocks, Machine.STEADY, 3, 3, STUDIES, 4);
    Result welch =
        StudyCalibration.simulate(StudyCalibration.welch(8), Machine.STEADY, 3, 3, STUDIES, 4);
    assertThat(blocks.power()).isGreaterThan(2 * welch.power());
  }
}
