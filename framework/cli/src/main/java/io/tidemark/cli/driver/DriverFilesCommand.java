package io.tidemark.cli.driver;

import io.tidemark.brokers.process.LocalBrokerException;
import io.tidemark.cli.options.HelpOption;
import io.tidemark.cli.options.InstallOption;
import io.tidemark.cli.options.TimeSpan;
import io.tidemark.cli.process.ForeignOutput;
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
import io.tidemark.worker.driver.DriverCatalog;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A command that does the same with the broker of each driver file. */
abstract class DriverFilesCommand implements Callable<Integer> {
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

  /**
   * What the command does with one file.
   *
   * @param catalog finds the driver
   * @param interruption interrupts what the driver is waited for
   */
  abstract ExitCode carryOut(
      DriverSource source, DriverCatalog catalog, Interruption interruption, Console console)
      throws InterruptedException;

  /** Why there is nothing to do for this file, whose local brokers are not started then. */
  Optional<String> leftOut(DriverFile driver) {
    return Optional.empty();
  }

  final Duration timeout() {
    return timeout;
  }

  @Override
  public final Integer call() throws IOException, InterruptedException {
    Console console = ProcessConsole.open(false);
    SuiteReader.Drivers read = SuiteReader.readDrivers(drivers, lenient, console);
    ExitCode code = ExitCode.OK;
    Interruption interruption = ProcessInterruption.install(console);
    try (ForeignOutput foreign = new ForeignOutput(console);
        BrokerPool brokers = new BrokerPool(console, install.home())) {
      for (DriverFile driver : read.files()) {
        code = code.worse(carryOut(driver, read.catalog(), brokers, interruption, console));
      }
    } catch (InterruptedException e) {
      code = code.worse(ExitCode.INFRASTRUCTURE);
    } finally {
      interruption.done();
    }
    return interruption.codeOf(code).code();
  }

  private ExitCode carryOut(
      DriverFile driver,
      DriverCatalog catalog,
      BrokerPool brokers,
      Interruption interruption,
      Console console)
      throws InterruptedException {
    console.print("\n" + driver.name());
    Optional<String> reason = leftOut(driver);
    if (reason.isPresent()) {
      console.print("  " + reason.get());
      return ExitCode.OK;
    }
    try {
      DriverFile filled =
          driver.withBrokers(interruption.breakingOff(() -> brokers.placeholdersFor(driver)));
      DriverSource source = new DriverSource(filled.driverClass(), filled.yaml());
      return carryOut(source, catalog, interruption, console);
    } catch (LocalBrokerException e) {
      console.error("ERROR " + e.getMessage());
      return ExitCode.INFRASTRUCTURE;
    } catch (ConfigurationException e) {
      e.problems().forEach(problem -> console.error(problem.rendered()));
      return ExitCode.USAGE;
    }
  }
}
