package io.tidemark.cli.driver;

import io.tidemark.brokers.process.LocalBrokerException;
import io.tidemark.cli.options.HelpOption;
import io.tidemark.cli.options.InstallOption;
import io.tidemark.cli.options.TimeSpan;
import io.tidemark.cli.process.InputFile;
import io.tidemark.cli.process.ProcessConsole;
import io.tidemark.cli.process.ProcessInterruption;
import io.tidemark.driver.Quantities;
import io.tidemark.model.driverfile.DriverFile;
import io.tidemark.model.result.Text;
import io.tidemark.model.worker.RunSetup.DriverSource;
import io.tidemark.model.worker.WorkerException;
import io.tidemark.model.yaml.ConfigurationException;
import io.tidemark.runs.Console;
import io.tidemark.runs.ExitCode;
import io.tidemark.runs.Interruption;
import io.tidemark.runs.brokers.BrokerPool;
import io.tidemark.runs.suite.SuiteReader;
import io.tidemark.worker.check.TopicCleanup;
import io.tidemark.worker.clients.EarlierTopic;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Removes what killed runs have left. */
@Command(
    name = "clean",
    description = {
      "Lists the topics that runs have left at each driver's broker, by the names and ages of",
      "topics that runs create, and removes those that are old enough and not in use. Topics of",
      "other programs are not touched; those whose age is not known are only listed.",
      "Exit code: 0 success, 3 failure, 2 error in a file."
    })
public final class CleanCommand implements Callable<Integer> {
  @Option(
      names = {"-d", "--drivers"},
      paramLabel = "FILE",
      split = ",",
      converter = InputFile.class,
      required = true,
      description = "Driver files, separated by commas.")
  private List<Path> drivers;

  @Option(
      names = "--older-than",
      paramLabel = "TIME",
      defaultValue = "1h",
      converter = TimeSpan.class,
      description =
          "Only topics of runs that began longer ago. A shorter time may remove topics of a run"
              + " that has just begun. Default: ${DEFAULT-VALUE}.")
  private Duration olderThan;

  @Option(names = "--dry-run", description = "Lists only.")
  private boolean dryRun;

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
    Interruption interruption = ProcessInterruption.install(console);
    try (BrokerPool brokers = new BrokerPool(console, install.home())) {
      for (DriverFile driver : read.files()) {
        code = code.worse(clean(driver, read, brokers, interruption, console));
      }
    } catch (InterruptedException e) {
      code = code.worse(ExitCode.INFRASTRUCTURE);
    } finally {
      interruption.done();
    }
    return interruption.codeOf(code).code();
  }

  private ExitCode clean(
      DriverFile driver,
      SuiteReader.Drivers read,
      BrokerPool brokers,
      Interruption interruption,
      Console console)
      throws InterruptedException {
    console.print("\n" + driver.name());
    if (driver.localBrokers().isPresent()) {
      console.print("  localBrokers: they start without topics, so nothing is left");
      return ExitCode.OK;
    }
    try {
      DriverFile filled =
          driver.withBrokers(interruption.breakingOff(() -> brokers.placeholdersFor(driver)));
      DriverSource source = new DriverSource(filled.driverClass(), filled.yaml());
      interruption.breakingOff(
          () -> {
            cleanUp(new TopicCleanup(read.catalog(), timeout), source, console);
            return true;
          });
      return ExitCode.OK;
    } catch (LocalBrokerException | CleaningException e) {
      console.error("ERROR " + e.getMessage());
      return ExitCode.INFRASTRUCTURE;
    } catch (ConfigurationException e) {
      e.problems().forEach(problem -> console.error(problem.rendered()));
      return ExitCode.USAGE;
    }
  }

  private void cleanUp(TopicCleanup cleanup, DriverSource source, Console console)
      throws InterruptedException {
    int[] removed = new int[1];
    try {
      cleanup.run(
          source,
          all -> {
            List<EarlierTopic> wanted = all.stream().filter(this::isLeft).toList();
            all.forEach(
                topic ->
                    console.print(
                        "  %-8s%s"
                            .formatted(wanted.contains(topic) ? "remove" : "keep", topic.text())));
            removed[0] = dryRun ? 0 : wanted.size();
            return dryRun ? List.of() : wanted;
          });
    } catch (WorkerException e) {
      throw new CleaningException(e);
    }
    console.print(
        "  %s removed, of runs that began more than %s ago%s"
            .formatted(
                Text.plural(removed[0], "topic"),
                Quantities.text(olderThan),
                dryRun ? " (--dry-run)" : ""));
  }

  private boolean isLeft(EarlierTopic topic) {
    return !topic.inUse() && topic.age().filter(age -> age.compareTo(olderThan) >= 0).isPresent();
  }

  /** A failure of the driver. */
  private static final class CleaningException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    CleaningException(WorkerException cause) {
      super(cause.getMessage(), cause);
    }
  }
}
