package io.tidemark.features.history.command;

import io.tidemark.base.UsageException;
import io.tidemark.base.brokers.BrokerKind;
import io.tidemark.model.driverfile.DriverFile;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.workload.Workload;
import io.tidemark.model.yaml.SecretMask;
import io.tidemark.report.file.ResultsException;
import io.tidemark.report.runs.StoredStudy;
import io.tidemark.report.store.RunDirectory;
import io.tidemark.runs.Console;
import io.tidemark.runs.GivenFile;
import io.tidemark.runs.PlannedRun;
import io.tidemark.runs.suite.SuiteReader;
import io.tidemark.runs.workers.Workers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A stored run that can be repeated.
 *
 * @param directory of the stored run
 * @param planned from the workload and the driver file that it stores
 */
public record RepeatableRun(Path directory, PlannedRun planned, Workers workers) {
  private static final String WORKLOAD = "workload.yaml";
  private static final String DRIVER = "driver.yaml";
  private static final String LOCAL_BROKERS = "localBrokers";
  private static final String PLACEHOLDER = "${brokers.";

  /** Where its repetitions are stored: beside it, or beside its study. */
  Path results() {
    Path beside = studyOf(directory).orElse(directory).toAbsolutePath();
    return Optional.ofNullable(beside.getParent()).orElse(beside);
  }

  /** The folder of its study, which has one folder for each environment. */
  private static Optional<Path> studyOf(Path directory) {
    return Optional.ofNullable(directory.toAbsolutePath().normalize().getParent())
        .flatMap(environment -> Optional.ofNullable(environment.getParent()))
        .filter(study -> Files.exists(study.resolve(StoredStudy.FILE)));
  }

  /** Reads stored runs, and checks whether they can be repeated before anything is started. */
  public static final class Reader {
    private final Map<String, Path> drivers = new LinkedHashMap<>();
    private final Workers workers;
    private final Console console;

    /**
     * @param drivers files to use in place of those that are stored
     */
    public Reader(List<Path> drivers, Workers workers, Console console) throws IOException {
      this.workers = workers;
      this.console = console;
      for (Path file : drivers) {
        List<DriverFile> read = SuiteReader.readDrivers(List.of(file), false, console).files();
        read.forEach(driver -> this.drivers.put(driver.name(), file));
      }
    }

    /**
     * @throws UsageException if it cannot be repeated
     */
    public RepeatableRun read(Path directory) throws IOException {
      RunResult result = result(directory);
      int used = result.workers().size();
      int given = Math.max(1, workers.remote().size());
      if (used != given) {
        throw refusal(
            directory,
            String.format(
                Locale.ROOT, "it used %d workers, got %d; give them with --workers", used, given));
      }
      Path driver = driver(directory, result);
      Path workload = directory.resolve(WORKLOAD);
      requireUnmasked(directory, workload, "its secrets cannot be filled in; repeat it yourself");
      PlannedRun read =
          SuiteReader.read(
                  List.of(workload), List.of(driver), List.of(), Optional.of(1), false, console)
              .runs()
              .get(0);
      Workload named = read.workload().withFileBase(result.identity().workloadFileBase());
      PlannedRun planned = new PlannedRun(named, read.driver(), 1, 1);
      workers.check(List.of(planned));
      return new RepeatableRun(directory, planned, workers);
    }

    private static RunResult result(Path directory) {
      if (!Files.isDirectory(directory)) {
        throw refusal(directory, "it has no run directory with workload and driver file");
      }
      try {
        if (isSetUpByCommands(directory)) {
          throw refusal(
              directory,
              "commands of a study set up its environment, and are not stored; run the study"
                  + " again");
        }
        return RunDirectory.read(directory);
      } catch (ResultsException e) {
        throw new UsageException(e.getMessage());
      }
    }

    private static boolean isSetUpByCommands(Path directory) throws ResultsException {
      Optional<Path> folder = studyOf(directory);
      if (folder.isEmpty()) {
        return false;
      }
      Path inside = folder.get().relativize(directory.toAbsolutePath().normalize());
      return StoredStudy.read(folder.get()).stream()
          .flatMap(study -> study.environments().stream())
          .anyMatch(each -> each.commands() && inside.startsWith(each.name()));
    }

    private Path driver(Path directory, RunResult result) {
      String name = result.identity().driverName();
      Path given = drivers.get(name);
      if (given != null) {
        return given;
      }
      String advice = "give the driver file '" + name + "' with --drivers FILE";
      Path stored = directory.resolve(DRIVER);
      String text = requireUnmasked(directory, stored, advice);
      Map<String, Object> keys = result.driver();
      if (keys.containsKey("standby")) {
        throw refusal(directory, "the file of its second site is not stored; " + advice);
      }
      if (keys.containsKey(LOCAL_BROKERS)) {
        requireOpen(directory, keys.get(LOCAL_BROKERS), text, advice);
      }
      return stored;
    }

    /** Addresses of local brokers that have ended are of no use. */
    private static void requireOpen(Path directory, Object brokers, String text, String advice) {
      boolean command =
          brokers instanceof Map<?, ?> section
              && BrokerKind.COMMAND.key().equals(section.get("kind"));
      if (command) {
        throw refusal(directory, "commands start its brokers in the folder of the file; " + advice);
      }
      if (!text.contains(PLACEHOLDER)) {
        throw refusal(
            directory, "driver.yaml has addresses of local brokers that have ended; " + advice);
      }
    }

    private static String requireUnmasked(Path directory, Path file, String advice) {
      String text = GivenFile.text("", file);
      List<String> lines = text.lines().toList();
      for (int i = 0; i < lines.size(); i++) {
        if (lines.get(i).contains(SecretMask.MASK)) {
          throw refusal(
              directory,
              String.format(
                  Locale.ROOT, "%s:%d: a secret is masked; %s", file.getFileName(), i + 1, advice));
        }
      }
      return text;
    }

    private static UsageException refusal(Path directory, String why) {
      return new UsageException(directory + " cannot be repeated: " + why);
    }
  }
}
