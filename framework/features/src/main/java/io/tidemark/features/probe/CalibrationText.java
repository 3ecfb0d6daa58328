package io.tidemark.features.probe;

import io.tidemark.model.result.Text;
import io.tidemark.worker.calibration.CalibrationReport;
import io.tidemark.worker.calibration.CalibrationReport.Baseline;
import io.tidemark.worker.calibration.CalibrationReport.ClosedLoop;
import io.tidemark.worker.calibration.CalibrationReport.OpenLoop;
import java.util.Locale;

/** A calibration as text: baseline, closed loops, open loops, and the highest accurate rate. */
public final class CalibrationText {
  private final CalibrationReport report;
  private final StringBuilder text = new StringBuilder();

  private CalibrationText(CalibrationReport report) {
    this.report = report;
  }

  public static String of(CalibrationReport report) {
    CalibrationText made = new CalibrationText(report);
    made.baseline();
    made.closedLoops();
    made.openLoops();
    made.summary();
    return made.text.toString();
  }

  private void baseline() {
    line(
        "Baseline of this machine, %d B messages: the clock reads, allocations and",
        report.payloadBytes());
    line("histogram records per message of the engine");
    for (Baseline floor : report.floors()) {
      line(
          "  %-9s           %,12.0f msg/s             %s",
          Text.plural(floor.threads(), "thread"),
          floor.messagesPerSecond(),
          scaling(floor.threads(), floor.scaling()));
    }
    line("");
  }

  private void closedLoops() {
    line("Engine, closed loop             msg/s   of baseline");
    for (ClosedLoop loop : report.closedLoops()) {
      line(
          "  %-9s audit %-6s %,10.0f   %8.1f %%   %s",
          Text.plural(loop.threads(), "thread"),
          loop.delivery().name().toLowerCase(Locale.ROOT),
          loop.messagesPerSecond(),
          loop.shareOfFloor() * 100,
          scaling(loop.threads(), loop.scaling()));
    }
    line("");
  }

  private void openLoops() {
    line("Engine, open loop   rate error   schedule delay p50        p99        max   no core for");
    report.openLoops().forEach(this::openLoop);
    report
        .pinned()
        .ifPresent(
            pinned -> {
              line("the same, with the load thread pinned to core %d", pinned.core());
              pinned.openLoops().forEach(this::openLoop);
              if (!pinned.clockLoops().isEmpty()) {
                line("a thread on core %d that only reads the clock", pinned.core());
                pinned.clockLoops().forEach(this::openLoop);
              }
            });
    line("");
    report.disturbances().forEach(each -> line("Disturbance: %s", each));
    if (!report.disturbances().isEmpty()) {
      line("");
    }
  }

  private void openLoop(OpenLoop loop) {
    boolean sent = loop.rateError() > -1;
    line(
        "  %,12.0f/s   %+9.4f %%   %15s %10s %10s   %11s   %s",
        loop.ratePerSecond(),
        loop.rateError() * 100,
        sent ? micros(loop.delayP50Nanos()) : "-",
        sent ? micros(loop.delayP99Nanos()) : "-",
        sent ? micros(loop.delayMaxNanos()) : "-",
        loop.runQueueNanos() < 0 ? "unknown" : micros(loop.runQueueNanos()),
        loop.trusted() ? "" : "not accurate");
  }

  private void summary() {
    if (!report.coresAreFree()) {
      line("The baseline itself does not scale to all cores: they are hyper-threads of");
      line("one core, or busy. The engine's scaling cannot be measured on this machine.");
    }
    text.append(
        report.trustedRatePerSecond() > 0
            ? String.format(
                Locale.ROOT,
                "The schedule of one producer is accurate up to %,.0f msg/s on this machine.",
                report.trustedRatePerSecond())
            : "The schedule is not accurate on this machine now: stop other programs.");
  }

  private static String scaling(int threads, double scaling) {
    return threads == 1 ? "" : String.format(Locale.ROOT, "%.2f x 1 thread", scaling);
  }

  private static String micros(long nanos) {
    return String.format(Locale.ROOT, "%,.1f us", nanos / 1e3);
  }

  private void line(String format, Object... arguments) {
    text.append(String.format(Locale.ROOT, format, arguments).stripTrailing()).append('\n');
  }
}
