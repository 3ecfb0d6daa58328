package io.tidemark.cli.driver;

import io.tidemark.model.worker.RunSetup.DriverSource;
import io.tidemark.runs.Console;
import io.tidemark.runs.ExitCode;
import io.tidemark.runs.Interruption;
import io.tidemark.worker.check.DriverCheck;
import io.tidemark.worker.check.DriverCheck.Report;
import io.tidemark.worker.check.DriverCheck.Step;
import io.tidemark.worker.driver.DriverCatalog;
import java.util.Locale;
import java.util.TreeMap;
import picocli.CommandLine.Command;

/** The first thing to run with a new driver file. */
@Command(
    name = "check",
    description = {
      "Connects to each driver's broker, creates or opens a topic, sends and receives one"
          + " message, and one request with its reply if the driver has native request/reply.",
      "Prints versions and results.",
      "Exit code: 0 success, 3 failure, 2 error in a file."
    })
public final class CheckCommand extends DriverFilesCommand {
  @Override
  ExitCode carryOut(
      DriverSource source, DriverCatalog catalog, Interruption interruption, Console console)
      throws InterruptedException {
    DriverCheck steps = new DriverCheck(catalog, timeout(), step -> console.print(line(step)));
    Report report = interruption.breakingOff(() -> steps.run(source));
    new TreeMap<>(report.facts())
        .forEach((name, value) -> console.print("  %-26s %s".formatted(name, value)));
    console.print(report.passed() ? "  all steps passed" : "  FAILED: see the failed step");
    return report.passed() ? ExitCode.OK : ExitCode.INFRASTRUCTURE;
  }

  private static String line(Step step) {
    return String.format(
        Locale.ROOT,
        "  %-6s %-14s %7.0f ms  %s",
        step.passed() ? "ok" : "FAILED",
        step.name(),
        step.nanos() / 1e6,
        step.detail());
  }
}
