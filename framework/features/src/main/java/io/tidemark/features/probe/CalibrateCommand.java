package io.tidemark.features.probe;

import io.tidemark.base.SystemClock;
import io.tidemark.base.UsageException;
import io.tidemark.cli.options.HelpOption;
import io.tidemark.cli.options.PinOption;
import io.tidemark.cli.options.TimeSpan;
import io.tidemark.cli.process.ProcessConsole;
import io.tidemark.driver.settings.Quantities;
import io.tidemark.features.history.FiguresFile;
import io.tidemark.model.load.DeliveryMode;
import io.tidemark.report.file.ResultsException;
import io.tidemark.runs.Console;
import io.tidemark.runs.ExitCode;
import io.tidemark.runs.GivenFile;
import io.tidemark.worker.calibration.Calibration;
import io.tidemark.worker.calibration.CalibrationReport;
import io.tidemark.worker.calibration.CalibrationReport.ClosedLoop;
import io.tidemark.worker.host.EnvironmentFacts;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
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
      "Measures the load generator on this machine without a broker: the machine's"
          + " baseline, the engine's rate relative to it, and the accuracy of the schedule, also"
          + " with the load thread pinned to a core, with what else used the machine.",
      "Takes about 1 minute; run it on an otherwise idle machine."
    })
public final class CalibrateCommand implements Callable<Integer> {
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

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description =
          "Also writes the figures as a file for bin/benchmark history add; its name ends with"
              + " .figures.json.")
  private Optional<Path> output = Optional.empty();

  @Mixin private PinOption pin;

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
  public Integer call() throws ResultsException {
    UsageException.requireBetween(
        "--message-size", messageSizeBytes, SMALLEST_BYTES, LARGEST_BYTES);
    UsageException.requireBetween("--seconds", time.toSeconds(), 1, LONGEST_SECONDS);
    output.ifPresent(CalibrateCommand::requireFiguresFile);
    Optional<Integer> core = pin.cores().stream().findFirst();
    Console console = ProcessConsole.open(false);
    console.note("Measuring ...");
    CalibrationReport report =
        new Calibration(SystemClock.get(), (int) messageSizeBytes, time, core).run();
    console.print(CalibrationText.of(report));
    if (output.isPresent()) {
      write(output.get(), report);
      console.note("Wrote " + output.get());
    }
    return ExitCode.OK.code();
  }

  private static void requireFiguresFile(Path file) {
    if (!file.toString().endsWith(FiguresFile.ENDING)) {
      throw new UsageException(
          "--output: got " + file + "; allowed a name that ends with " + FiguresFile.ENDING);
    }
    GivenFile.requireWritable("--output", file, List.of());
  }

  private void write(Path file, CalibrationReport report) throws ResultsException {
    CalibrationFigures.of(report, time, Instant.now(), EnvironmentFacts.read()).write(file);
  }

  /** A calibration as figures of a history: of one thread, and the highest accurate rate. */
  static final class CalibrationFigures {
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
}
