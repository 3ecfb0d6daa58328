package io.tidemark.cli;

import io.tidemark.base.SystemClock;
import io.tidemark.base.UsageException;
import io.tidemark.driver.Quantities;
import io.tidemark.runs.Console;
import io.tidemark.runs.ExitCode;
import io.tidemark.worker.calibration.Calibration;
import io.tidemark.worker.calibration.CalibrationReport;
import io.tidemark.worker.calibration.CalibrationReport.Baseline;
import io.tidemark.worker.calibration.CalibrationReport.ClosedLoop;
import io.tidemark.worker.calibration.CalibrationReport.OpenLoop;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/**
 * Measures how fast this machine generates load, and the highest rate with an accurate schedule.
 */
@Command(
    name = "calibrate",
    description = {
      "Measures the load generator on this machine without a broker: the machine's baseline, the",
      "engine's rate relative to it, and the accuracy of the schedule. Takes about 1 minute;",
      "run it on an otherwise idle machine."
    })
final class CalibrateCommand implements Callable<Integer> {
  private static final int SMALLEST_BYTES = 32;
  private static final int LARGEST_BYTES = 1 << 20;
  private static final int LONGEST_SECONDS = 3_600;

  @Option(
      names = "--message-size",
      paramLabel = "SIZE",
      defaultValue = "100",
      converter = Size.class,
      description = "Size of the messages. Default: ${DEFAULT-VALUE}.")
  private long messageSizeBytes;

  @Option(
      names = "--seconds",
      paramLabel = "TIME",
      defaultValue = "2s",
      converter = TimeSpan.class,
      description =
          "How long each figure is measured, after as long to warm up. Default: ${DEFAULT-VALUE}.")
  private Duration time;

  @Mixin private HelpOption help;

  /** A size such as 100 or 1KB, in bytes. */
  static final class Size implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
      return Quantities.bytes(text)
          .orElseThrow(
              () -> new TypeConversionException("got " + text + "; allowed a size such as 1KB"));
    }
  }

  @Override
  public Integer call() {
    UsageException.requireBetween(
        "--message-size", messageSizeBytes, SMALLEST_BYTES, LARGEST_BYTES);
    UsageException.requireBetween("--seconds", time.toSeconds(), 1, LONGEST_SECONDS);
    Console console = ProcessConsole.open(false);
    console.note("Measuring ...");
    CalibrationReport report =
        new Calibration(SystemClock.get(), (int) messageSizeBytes, time).run();
    console.print(text(report));
    return ExitCode.OK.code();
  }

  static String text(CalibrationReport report) {
    StringBuilder text = new StringBuilder();
    line(
        text,
        "Baseline of this machine, %d B messages: the clock reads, allocations and",
        report.payloadBytes());
    line(text, "histogram records per message of the engine");
    for (Baseline floor : report.floors()) {
      line(
          text,
          "  %-9s           %,12.0f msg/s             %s",
          threads(floor.threads()),
          floor.messagesPerSecond(),
          scaling(floor.threads(), floor.scaling()));
    }
    line(text, "");
    line(text, "Engine, closed loop             msg/s   of baseline");
    for (ClosedLoop loop : report.closedLoops()) {
      line(
          text,
          "  %-9s audit %-6s %,10.0f   %8.1f %%   %s",
          threads(loop.threads()),
          loop.delivery().name().toLowerCase(Locale.ROOT),
          loop.messagesPerSecond(),
          loop.shareOfFloor() * 100,
          scaling(loop.threads(), loop.scaling()));
    }
    line(text, "");
    line(text, "Engine, open loop   rate error   schedule delay p50        p99        max");
    for (OpenLoop loop : report.openLoops()) {
      line(
          text,
          "  %,12.0f/s   %+9.4f %%   %15s %10s %10s   %s",
          loop.ratePerSecond(),
          loop.rateError() * 100,
          micros(loop.delayP50Nanos()),
          micros(loop.delayP99Nanos()),
          micros(loop.delayMaxNanos()),
          loop.trusted() ? "" : "not accurate");
    }
    line(text, "");
    if (!report.coresAreFree()) {
      line(text, "The baseline itself does not scale to all cores: they are hyper-threads of");
      line(text, "one core, or busy. The engine's scaling cannot be measured on this machine.");
    }
    text.append(
        report.trustedRatePerSecond() > 0
            ? String.format(
                Locale.ROOT,
                "The schedule of one producer is accurate up to %,.0f msg/s on this machine.",
                report.trustedRatePerSecond())
            : "The schedule is not accurate on this machine now: stop other programs.");
    return text.toString();
  }

  private static String threads(int threads) {
    return threads == 1 ? "1 thread" : threads + " threads";
  }

  private static String scaling(int threads, double scaling) {
    return threads == 1 ? "" : String.format(Locale.ROOT, "%.2f x 1 thread", scaling);
  }

  private static String micros(long nanos) {
    return String.format(Locale.ROOT, "%,.1f us", nanos / 1e3);
  }

  private static void line(StringBuilder text, String format, Object... arguments) {
    text.append(String.format(Locale.ROOT, format, arguments).stripTrailing()).append('\n');
  }
}
