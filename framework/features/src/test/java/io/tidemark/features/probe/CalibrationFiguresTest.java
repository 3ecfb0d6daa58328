package io.tidemark.features.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cli.CommandRun;
import io.tidemark.features.FeatureRun;
import io.tidemark.features.probe.CalibrateCommand.CalibrationFigures;
import io.tidemark.model.load.DeliveryMode;
import io.tidemark.worker.calibration.CalibrationReport;
import io.tidemark.worker.calibration.CalibrationReport.Baseline;
import io.tidemark.worker.calibration.CalibrationReport.ClosedLoop;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CalibrationFiguresTest {
  private static final CalibrationReport REPORT =
      new CalibrationReport(
          100,
          List.of(new Baseline(1, 9e6, 1), new Baseline(2, 17e6, 1.9)),
          List.of(
              new ClosedLoop(1, DeliveryMode.OFF, 5e6, 0.6, 1),
              new ClosedLoop(1, DeliveryMode.COUNTS, 5.5e6, 0.61, 1),
              new ClosedLoop(1, DeliveryMode.FULL, 4e6, 0.5, 1),
              new ClosedLoop(2, DeliveryMode.FULL, 8e6, 0.5, 2)),
          List.of(),
          Optional.empty(),
          List.of(),
          100_000);

  @TempDir Path folder;

  @Test
  void areThoseOfOneThreadAndTheAccurateRate() {
    assertThat(
            CalibrationFigures.of(REPORT, Duration.ofSeconds(2), Instant.EPOCH, Map.of()).values())
        .isEqualTo(
            Map.of(
                "baselineRate", 9e6,
                "engineWithoutAuditRate", 5e6,
                "engineWithoutAuditToBaselineRatio", 0.6,
                "engineRate", 4e6,
                "engineToBaselineRatio", 0.5,
                "accurateRate", 100_000.0));
  }

  @Test
  void areAFileThatAHistoryTakes() throws Exception {
    Path file = folder.resolve("calibrate.figures.json");
    CalibrationFigures.of(
            REPORT, Duration.ofSeconds(2), Instant.EPOCH, Map.of("cpu.model", "Example"))
        .write(file);
    String store = folder.resolve("history").toString();
    CommandRun added = FeatureRun.of("history", "add", "--store", store, file.toString());
    assertThat(added.printed()).contains("1 run added, a new series");
    CommandRun trend = FeatureRun.of("history", "trend", "--store", store);
    assertThat(trend.exitCode()).as(trend.printed()).isZero();
    assertThat(trend.printed())
        .contains("calibrate on engine", "4,000,000/s", "engineToBaselineRatio");
    assertThat(
            FeatureRun.of("history", "trend", "--store", store, "--metric", "engineRate").printed())
        .doesNotContain("accurateRate");
  }
}
