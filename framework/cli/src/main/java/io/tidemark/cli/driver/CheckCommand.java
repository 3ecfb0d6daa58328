package io.tidemark.cli.driver;

import io.tidemark.brokers.process.LocalBrokerException;
import io.tidemark.cli.options.HelpOption;
import io.tidemark.cli.options.InstallOption;
import io.tidemark.cli.options.TimeSpan;
import io.tidemark.cli.process.InputFile;
import io.tidemark.cli.process.ProcessConsole;
import io.tidemark.cli.process.ProcessInterruption;
import io.tidemark.model.driverfile.DriverFile;
import io.tidemark.model.worker.RunSetup.DriverSource;
import io.tidemark.model.yaml.ConfigurationException;
import io.tidemark.runs.Console;
import io.tidemark.runs.ExitCode;
import io.tidemark.runs.Interruption;
import io.tidemark.runs.brokers.BrokerPool;
import io.tidemark.runs.suite.SuiteReader;
import io.tidemark.worker.check.DriverCheck;
import io.tidemark.worker.check.DriverCheck.Report;
import io.tidemark.worker.check.DriverCheck.Step;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The first thing to run with a new driver file. */
@Command(
    name = "check",
    description = {
      "Connects to each driver's broker, creates or opens a topic, sends and receives one message,",
      "and one request with its reply if the driver has native request/reply. Prints versions and",
      "results. Exit code: 0 success, 3 failure, 2 error in a file."
    })
public final class CheckCommand implements Callable<Integer> {
  @Option(
      names = {"-d", "--drivers"},
      paramLabel = "FILE",
      split = ",",
      converter = InputFile.class,
      required = true,
      description = "Driver files, separated by commas.")
  private List<Path> drivers;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      defaultValue = "60s",
      converter = TimeSpan.class,
      description = "Timeout of each step. Default: ${DEFAULT-VALUE}.")
  private Duration timeout;

  @Option(names = "--lenient", description = "Unknown keys are warnings, not errors.")
  private boolean lenient;

  @Mixin private InstallOption install;
  @Mixin private HelpOption help;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Console console = ProcessConsole.open(false);
    SuiteReader.Drivers read = SuiteReader.readDrivers(drivers, lenient, console);
    ExitCode code = ExitCode.OK;
    BrokerPool brokers = new BrokerPool(console, install.home());
    Interruption interruption = ProcessInterruption.install(console);
    try (brokers) {
      for (DriverFile driver : read.files()) {
        code = code.worse(check(driver, read, brokers, interruption, console));
      }
    } catch (InterruptedException e) {
      code = code.worse(ExitCode.INFRASTRUCTURE);
    } finally {
      interruption.done();
    }
    return interruption.codeOf(code).code();
  }

  private ExitCode check(
      DriverFile driver,
      SuiteReader.Drivers read,
      BrokerPool brokers,
      Interruption interruption,
      Console console)
      throws InterruptedException {
    console.print("\n" + driver.name());
    try {
      DriverFile filled =
          driver.withBrokers(interruption.breakingOff(() -> brokers.placeholdersFor(driver)));
      DriverCheck steps =
          new DriverCheck(read.catalog(), timeout, step -> console.print(line(step)));
      DriverSource source = new DriverSource(filled.driverClass(), filled.yaml());
      Report report = interruption.breakingOff(() -> steps.run(source));
      new TreeMap<>(report.facts())
          .forEach((name, value) -> console.print("  %-26s %s".formatted(name, value)));
      console.print(report.passed() ? "  all steps passed" : "  FAILED: see the failed step");
      return report.passed() ? ExitCode.OK : ExitCode.INFRASTRUCTURE;
    } catch (LocalBrokerException e) {
      console.error("ERROR " + e.getMessage());
      return ExitCode.INFRASTRUCTURE;
    } catch (ConfigurationException e) {
      e.problems().forEach(problem -> console.error(problem.rendered()));
      return ExitCode.USAGE;
    }
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
