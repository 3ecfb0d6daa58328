package io.tidemark.cli;

import io.tidemark.history.FiguresFile;
import io.tidemark.model.load.DeliveryMode;
import io.tidemark.worker.calibration.CalibrationReport;
import io.tidemark.worker.calibration.CalibrationReport.ClosedLoop;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/** A calibration as figures of a history: of one thread, and the highest accurate rate. */
final class CalibrationFigures {
  private CalibrationFigures() {}

  static FiguresFile of(
      CalibrationReport report, Duration time, Instant at, Map<String, String> environment) {
    Map<String, Double> values = new TreeMap<>();
    report.floors().stream()
        .filter(floor -> floor.threads() == 1)
        .forEach(floor -> values.put("baselineRate", floor.messagesPerSecond()));
    report.closedLoops().stream()
        .filter(loop -> loop.threads() == 1 && loop.delivery() != DeliveryMode.COUNTS)
        .forEach(loop -> put(values, loop));
    if (report.trustedRatePerSecond() > 0) {
      values.put("accurateRate", report.trustedRatePerSecond());
    }
    return new FiguresFile(
        "calibrate",
        "engine",
        at,
        Map.of(
            "message size", report.payloadBytes() + " B", "time of each figure", time.toString()),
        environment,
        Map.of(),
        values);
  }

  private static void put(Map<String, Double> values, ClosedLoop loop) {
    String audit = loop.delivery() == DeliveryMode.OFF ? "WithoutAudit" : "";
    values.put("engine" + audit + "Rate", loop.messagesPerSecond());
    values.put("engine" + audit + "ToBaselineRatio", loop.shareOfFloor());
  }
}
