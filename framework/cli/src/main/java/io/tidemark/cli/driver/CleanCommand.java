package io.tidemark.cli.driver;

import io.tidemark.cli.options.TimeSpan;
import io.tidemark.driver.settings.Quantities;
import io.tidemark.model.driverfile.DriverFile;
import io.tidemark.model.result.Text;
import io.tidemark.model.worker.RunSetup.DriverSource;
import io.tidemark.model.worker.WorkerException;
import io.tidemark.runs.Console;
import io.tidemark.runs.ExitCode;
import io.tidemark.runs.Interruption;
import io.tidemark.worker.check.TopicCleanup;
import io.tidemark.worker.clients.EarlierTopic;
import io.tidemark.worker.driver.DriverCatalog;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Removes what killed runs have left. */
@Command(
    name = "clean",
    description = {
      "Lists the topics that runs have left at each driver's broker, by the names and ages"
          + " of topics that runs create, and removes those that are old enough and not in use.",
      "Topics of other programs are not touched; those whose age is not known are only"
          + " listed.",
      "Exit code: 0 success, 3 failure, 2 error in a file."
    })
public final class CleanCommand extends DriverFilesCommand {
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

  @Override
  Optional<String> leftOut(DriverFile driver) {
    return driver
        .localBrokers()
        .map(brokers -> "localBrokers: they start without topics, so nothing is left");
  }

  @Override
  ExitCode carryOut(
      DriverSource source, DriverCatalog catalog, Interruption interruption, Console console)
      throws InterruptedException {
    TopicCleanup cleanup = new TopicCleanup(catalog, timeout());
    try {
      List<EarlierTopic> removed =
          interruption.breakingOff(() -> removed(cleanup, source, console));
      console.print(
          "  %s removed, of runs that began more than %s ago%s"
              .formatted(
                  Text.plural(removed.size(), "topic"),
                  Quantities.text(olderThan),
                  dryRun ? " (--dry-run)" : ""));
      return ExitCode.OK;
    } catch (CleaningException e) {
      console.error("ERROR " + e.getMessage());
      return ExitCode.INFRASTRUCTURE;
    }
  }

  private List<EarlierTopic> removed(TopicCleanup cleanup, DriverSource source, Console console)
      throws InterruptedException {
    try {
      return cleanup.run(source, all -> wanted(all, console));
    } catch (WorkerException e) {
      throw new CleaningException(e);
    }
  }

  private List<EarlierTopic> wanted(List<EarlierTopic> all, Console console) {
    List<EarlierTopic> left = all.stream().filter(this::isLeft).toList();
    all.forEach(
        topic ->
            console.print(
                "  %-8s%s".formatted(left.contains(topic) ? "remove" : "keep", topic.text())));
    return dryRun ? List.of() : left;
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
