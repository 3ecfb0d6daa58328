package io.tidemark.cli.driver;

import io.tidemark.base.UsageException;
import io.tidemark.brokers.process.LocalBrokerException;
import io.tidemark.brokers.process.TextFile;
import io.tidemark.cli.options.HelpOption;
import io.tidemark.cli.options.InstallOption;
import io.tidemark.cli.options.TimeSpan;
import io.tidemark.cli.process.ForeignOutput;
import io.tidemark.cli.process.InputFile;
import io.tidemark.cli.process.ProcessConsole;
import io.tidemark.cli.process.ProcessInterruption;
import io.tidemark.driver.testkit.ConformanceRules;
import io.tidemark.driver.testkit.ConformanceStatement;
import io.tidemark.driver.testkit.Rule;
import io.tidemark.model.driverfile.DriverFile;
import io.tidemark.model.yaml.ConfigurationException;
import io.tidemark.report.file.ResultFiles;
import io.tidemark.runs.Console;
import io.tidemark.runs.ExitCode;
import io.tidemark.runs.GivenFile;
import io.tidemark.runs.Interruption;
import io.tidemark.runs.brokers.BrokerPool;
import io.tidemark.runs.suite.SuiteReader;
import io.tidemark.worker.driver.DriverLoadException;
import io.tidemark.worker.driver.LoadedDriver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The rules of the driver test kit, for an installed driver. */
@Command(
    name = "conformance",
    description = {
      "Tries the rules for drivers with an installed driver and its broker, and prints the"
          + " conformance statement.",
      "The rules create topics; drivers that can delete them do so.",
      "Exit code: 0 conformant, 1 a rule failed that is not of level SHOULD, or was cut by"
          + " --limit, 2 error in a file, 3 the broker cannot be used."
    })
public final class ConformanceCommand implements Callable<Integer> {
  private static final int MOST_PARTITIONS = 1_000;
  private static final int MOST_MESSAGES = 1_000_000;

  @Option(
      names = {"-d", "--driver"},
      paramLabel = "FILE",
      converter = InputFile.class,
      required = true,
      description = "Driver file.")
  private Path driver;

  @Option(
      names = "--rules",
      paramLabel = "RULE",
      split = ",",
      description = "Only these rules, separated by commas: 3 (a chapter) or 5.1. Default: all.")
  private List<String> numbers = List.of();

  @Option(
      names = "--proxy",
      paramLabel = "HOST:PORT",
      description =
          "The broker's address as in the driver file, or a placeholder such as"
              + " $${brokers.amqpUris}. A proxy replaces it for the rules about faults (8) and an"
              + " unreachable broker (1.4). Default: these rules are not tried.")
  private Optional<String> proxy = Optional.empty();

  @Option(
      names = "--partitions",
      paramLabel = "N",
      defaultValue = "3",
      description =
          "Partitions of a topic with several; 1 if the broker has none. Default:"
              + " ${DEFAULT-VALUE}.")
  private int partitions;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      defaultValue = "30s",
      converter = TimeSpan.class,
      description =
          "Timeout of each call of the driver and of each wait. Default: ${DEFAULT-VALUE}.")
  private Duration timeout;

  @Option(
      names = "--messages",
      paramLabel = "N",
      defaultValue = "5000",
      description =
          "Messages of a rule about single messages among many. A slow driver sends fewer: what it"
              + " sends in 5 s, and at least 200. Default: ${DEFAULT-VALUE}.")
  private int messages;

  @Option(
      names = "--limit",
      paramLabel = "TIME",
      defaultValue = "3m",
      converter = TimeSpan.class,
      description =
          "Limit of all rules together. Rules that it cuts are listed, and the result is not"
              + " decided. Default: ${DEFAULT-VALUE}.")
  private Duration limit;

  @Option(
      names = "--visibility-timeout",
      paramLabel = "TIME",
      converter = TimeSpan.class,
      description =
          "The broker delivers a message again that is not acknowledged within this. Rules about"
              + " acknowledgements wait for it. Default: it does that when the consumer has gone.")
  private Optional<Duration> visibilityTimeout = Optional.empty();

  @Option(names = "--json", paramLabel = "FILE", description = "Also writes the statement as JSON.")
  private Optional<Path> json = Optional.empty();

  @Option(
      names = "--junit",
      paramLabel = "FILE",
      description = "Also writes the statement as JUnit XML.")
  private Optional<Path> junit = Optional.empty();

  @Option(names = "--lenient", description = "Unknown keys are warnings, not errors.")
  private boolean lenient;

  @Mixin private InstallOption install;
  @Mixin private HelpOption help;

  @Override
  public Integer call() throws Exception {
    Console console = ProcessConsole.open(false);
    List<Rule> rules = rules();
    UsageException.requireBetween("--partitions", partitions, 1, MOST_PARTITIONS);
    UsageException.requireBetween("--messages", messages, 1, MOST_MESSAGES);
    json.ifPresent(file -> GivenFile.requireWritable("--json", file, List.of(driver)));
    junit.ifPresent(file -> GivenFile.requireWritable("--junit", file, List.of(driver)));
    SuiteReader.Drivers read = SuiteReader.readDrivers(List.of(driver), lenient, console);
    Interruption interruption = ProcessInterruption.install(console);
    ExitCode code = ExitCode.INFRASTRUCTURE;
    try (ForeignOutput foreign = new ForeignOutput(console);
        BrokerPool brokers = new BrokerPool(console, install.home())) {
      code = interruption.breakingOff(() -> run(read, rules, brokers, console));
    } catch (LocalBrokerException | DriverLoadException e) {
      console.error("ERROR " + e.getMessage());
    } catch (InterruptedException e) {
      console.error("The brokers of the driver file were not started.");
    } catch (ConfigurationException e) {
      e.problems().forEach(problem -> console.error(problem.rendered()));
      code = ExitCode.USAGE;
    } finally {
      interruption.done();
    }
    return interruption.codeOf(code).code();
  }

  private List<Rule> rules() {
    for (String number : numbers) {
      if (ConformanceRules.all().stream().noneMatch(rule -> rule.isOf(number))) {
        throw new UsageException(
            "--rules: there is no rule "
                + number
                + "; allowed are chapters, such as 3, and rules, such as 5.1");
      }
    }
    return ConformanceRules.all().stream()
        .filter(rule -> numbers.isEmpty() || numbers.stream().anyMatch(rule::isOf))
        .toList();
  }

  private ExitCode run(
      SuiteReader.Drivers read, List<Rule> rules, BrokerPool brokers, Console console)
      throws IOException, InterruptedException, DriverLoadException {
    DriverFile file = read.files().get(0);
    Map<String, String> placeholders = brokers.placeholdersFor(file);
    DriverFile filled = file.withBrokers(placeholders);
    Optional<InstalledSubject.Address> address =
        proxy.map(text -> InstalledSubject.Address.of(text, placeholders, filled.yaml()));
    Path directory = Files.createTempDirectory("tidemark-conformance-");
    LoadedDriver loaded = read.catalog().load(filled.driverClass());
    try {
      InstalledSubject subject =
          new InstalledSubject(loaded, filled.yaml(), address, effort(), directory);
      Optional<String> unusable = ConformanceStatement.whyUnusable(subject, directory);
      if (unusable.isPresent()) {
        console.error("ERROR " + filled.mask().mask(unusable.get()));
        return ExitCode.INFRASTRUCTURE;
      }
      return state(filled, subject, rules, directory, console);
    } finally {
      loaded.close(timeout).ifPresent(console::note);
      TextFile.deleteTree(directory);
    }
  }

  private InstalledSubject.Effort effort() {
    return new InstalledSubject.Effort(
        partitions, messages, timeout, limit, visibilityTimeout.orElse(Duration.ZERO));
  }

  private ExitCode state(
      DriverFile file, InstalledSubject subject, List<Rule> rules, Path directory, Console console)
      throws IOException {
    ConformanceStatement statement =
        ConformanceStatement.of(
            file.name(),
            subject,
            rules,
            directory,
            outcome -> console.print(file.mask().mask(ConformanceStatement.line(outcome))));
    Thread.interrupted(); // The statement is written also if its rules were interrupted.
    console.print("\n" + statement.summary());
    write(json, file.mask().mask(statement.json()));
    write(junit, file.mask().mask(statement.junitXml()));
    return statement.isConformant() ? ExitCode.OK : ExitCode.NOT_GOOD;
  }

  private static void write(Optional<Path> target, String text) throws IOException {
    if (target.isPresent()) {
      ResultFiles.replaceFile(target.get(), text);
    }
  }
}
