package io.tidemark.features.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.worker.calibration.CalibrationReport;
import io.tidemark.worker.calibration.CalibrationReport.Baseline;
import io.tidemark.worker.calibration.CalibrationReport.OpenLoop;
import io.tidemark.worker.calibration.CalibrationReport.Pinned;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CalibrationTextTest {
  private static String text(Optional<Pinned> pinned, List<String> disturbances) {
    OpenLoop loop = new OpenLoop(1_000, 0, 100, 26_000, 60_000, -1, true);
    return CalibrationText.of(
        new CalibrationReport(
            100,
            List.of(new Baseline(1, 9e6, 1)),
            List.of(),
            List.of(loop),
            pinned,
            disturbances,
            1_000));
  }

  @Test
  void showsBothSchedulesAndWhatDisturbs() {
    OpenLoop exact = new OpenLoop(1_000, 0, 80, 1_900, 40_000, 35_500, true);
    OpenLoop clock = new OpenLoop(1_000, 0, 80, 1_200, 3_000, 0, true);
    Pinned pinned = new Pinned(1, List.of(exact), List.of(clock));
    assertThat(text(Optional.of(pinned), List.of("steal of 0.1 cores")))
        .containsSubsequence(
            "no core for",
            "26.0 us",
            "unknown",
            "with the load thread pinned to core 1",
            "1.9 us",
            "35.5 us",
            "a thread on core 1 that only reads the clock",
            "1.2 us",
            "Disturbance: steal");
  }

  @Test
  void saysNothingOfCoresAndDisturbancesThatThereAreNot() {
    assertThat(text(Optional.empty(), List.of())).doesNotContain("pinned", "Disturbance");
  }

  @Test
  void messagesThatWereNotSentHaveNoDelay() {
    OpenLoop late = new OpenLoop(1_000_000, -1, 50, 50, 50, 900_000_000, false);
    assertThat(text(Optional.of(new Pinned(1, List.of(late), List.of())), List.of()))
        .containsPattern("1,000,000/s +-100.0000 % +- +- +- +900,000.0 us +not accurate")
        .doesNotContain("only reads the clock");
  }
}
