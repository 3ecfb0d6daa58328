package io.tidemark.simulation.run;

import ch.qos.logback.core.FileAppender;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.coordinator.journal.RunJournal;
import io.tidemark.model.result.RunResult;
import io.tidemark.report.file.InvalidMarker;
import io.tidemark.report.file.ResultFiles;
import io.tidemark.report.file.ResultsException;
import io.tidemark.report.omb.OmbResultFile;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.store.RunDirectory;
import io.tidemark.runs.Console;
import io.tidemark.runs.run.Results;
import io.tidemark.runs.run.RunHooks;
import io.tidemark.runs.run.RunLog;
import io.tidemark.runs.run.RunOutput;
import io.tidemark.simulation.oracle.Discrepancies;
import io.tidemark.simulation.oracle.RunFiles;
import io.tidemark.simulation.plan.TrafficPlan;
import io.tidemark.simulation.world.DiskModel;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Writes the results of the simulated run as the command does, and compares what a user finds
 * afterwards with them: a result is whole, or it is not there.
 */
final class WrittenRun implements AutoCloseable {
  private static final String NAME = "recording-00000001";
  private static final String RECORDING = "." + NAME;
  private static final String KEPT = ".kept-" + NAME;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path folder;
  private final Path results;
  private final RunJournal journal;
  private final RunLog log;
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final RunOutput output;
  private final List<RunResult> versions = new ArrayList<>();
  private final List<Path> logs = new ArrayList<>();

  /** Hashes of all files, by their names, when a result.json got its name in its directory. */
  private final List<Map<String, String>> complete = new ArrayList<>();

  private final Discrepancies problems = new Discrepancies();
  private Optional<String> error = Optional.empty();

  /**
   * @param folder which exists
   */
  WrittenRun(Path folder) throws IOException {
    this.folder = Files.createDirectory(folder.resolve("written"));
    this.results = Files.createDirectory(this.folder.resolve("results"));
    this.journal = RunJournal.in(results.resolve(RECORDING));
    Path clients = Files.createDirectory(this.folder.resolve("clients"));
    Path file = Files.writeString(this.folder.resolve("run.log"), "a line of the log\n");
    this.log = new RunLog(file, clients, clients, new FileAppender<>());
    PrintStream lines = new PrintStream(printed, false, StandardCharsets.UTF_8);
    this.output =
        new RunOutput(
            new Results(results, Optional.empty()),
            journal,
            log,
            new RunHooks(List.of()),
            new Console(lines, lines, false, false));
  }

  /** Everything that is on the disk of the simulation. */
  static Path root(Path folder) {
    return folder.resolve("written").resolve("results");
  }

  RunJournal journal() {
    return journal;
  }

  /** In the simulation: before clients are closed. */
  void measured(RunResult result) {
    begins(result);
    output.measured(result);
  }

  /** The log grows until the end of the run. */
  private void begins(RunResult result) {
    try {
      Files.writeString(log.file(), "version " + versions.size() + "\n", StandardOpenOption.APPEND);
      logs.add(Files.copy(log.file(), folder.resolve("log-" + versions.size())));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    versions.add(result);
  }

  /** In the simulation: a file of the results has got its name. */
  void renamed(Path target) {
    if (target.endsWith(RunDirectory.RESULT_FILE)) {
      try {
        complete.add(RunFiles.hashes(target.resolveSibling("")));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** In the simulation: at the end of the run. */
  void ended(RunResult result) {
    begins(result);
    try {
      output.complete(result);
    } catch (IOException e) {
      error = Optional.of(String.valueOf(e.getMessage()));
    }
  }

  /**
   * What is wrong with the files.
   *
   * @param abandoned whether the coordinator was killed
   * @param losesPower whether its machine crashed then
   * @param sent how many messages there were
   */
  List<String> problems(DiskModel disk, boolean abandoned, boolean losesPower, long sent)
      throws IOException {
    List<Path> expected = new ArrayList<>();
    for (RunResult version : versions) {
      Path parent = Files.createDirectories(folder.resolve("expected-" + expected.size()));
      Path itsLog = logs.get(expected.size());
      expected.add(RunDirectory.write(parent, version, Map.of("run.log", itsLog)));
    }
    alwaysWhole(expected);
    if (abandoned && losesPower) {
      disk.losePower();
    }
    boolean broken = disk.failures() > 0;
    problems.require(error.isEmpty() || broken, "not written, and the disk did not fail: " + error);
    visible(expected, abandoned || error.isPresent());
    if (abandoned) {
      journal(sent);
    } else {
      journal.close();
      closed(broken);
    }
    boolean keeps = Files.exists(results.resolve(KEPT));
    new Results(results, Optional.empty()).deleteRemains();
    problems.require(
        hidden().equals(keeps ? List.of(KEPT) : List.of()),
        "after the removal of remains there are " + hidden());
    visible(expected, abandoned || error.isPresent());
    return problems.all();
  }

  /** When a result got its name, all files beside it were already its files. */
  private void alwaysWhole(List<Path> expected) throws IOException {
    List<Map<String, String>> versionFiles = new ArrayList<>();
    for (Path version : expected) {
      versionFiles.add(RunFiles.hashes(version));
    }
    for (Map<String, String> found : complete) {
      List<Set<String>> others =
          versionFiles.stream()
              .filter(own -> same(own, found, RunDirectory.RESULT_FILE))
              .map(own -> others(own, found))
              .toList();
      problems.require(
          others.isEmpty() || others.stream().anyMatch(Set::isEmpty),
          "result.json was complete before " + others);
    }
  }

  private static boolean same(Map<String, String> one, Map<String, String> other, String name) {
    return Objects.equals(one.get(name), other.get(name));
  }

  /** Files that are not those of a version; only its marker may be removed later. */
  private static Set<String> others(Map<String, String> version, Map<String, String> found) {
    Set<String> names = new TreeSet<>(found.keySet());
    names.addAll(version.keySet());
    names.removeIf(
        name ->
            same(version, found, name)
                || ResultFiles.isTemporary(Path.of(name))
                || Path.of(name).endsWith(InvalidMarker.NAME) && !version.containsKey(name));
    return names;
  }

  /** Checks the files of a coordinator that ended itself. */
  private void closed(boolean broken) throws IOException {
    boolean keeps = Files.exists(results.resolve(KEPT)) || Files.exists(results.resolve(RECORDING));
    problems.require(
        keeps == error.isPresent(), "the journal is there: " + keeps + ", error " + error);
    problems.require(broken || hidden().isEmpty(), "hidden files are left: " + hidden());
    String text = printed.toString(StandardCharsets.UTF_8);
    problems.require(
        versions.size() < 2 || text.contains("simulated"), "no summary was printed: " + text);
    error.ifPresent(
        line -> {
          problems.require(
              line.contains(results.toString()), "it does not say which file: " + line);
          problems.require(
              line.contains(DiskModel.FULL) || line.contains(DiskModel.BROKEN),
              "it does not say why: " + line);
          problems.require(line.contains(NAME), "it does not name the journal: " + line);
        });
  }

  private Set<String> names() throws IOException {
    try (Stream<Path> all = Files.list(results)) {
      return new TreeSet<>(all.map(each -> each.getFileName().toString()).toList());
    }
  }

  private List<String> hidden() throws IOException {
    return names().stream().filter(name -> name.startsWith(".")).toList();
  }

  /**
   * Each result that has a name is whole.
   *
   * @param mayLack whether there may be none, or one that is not completed
   */
  private void visible(List<Path> expected, boolean mayLack) throws IOException {
    List<Path> directories = new ArrayList<>();
    List<Path> omb = new ArrayList<>();
    for (String name : names()) {
      Path path = results.resolve(name);
      if (!name.startsWith(".")) {
        (Files.isDirectory(path) ? directories : omb).add(path);
      }
    }
    int most = expected.isEmpty() ? 0 : 1;
    problems.require(
        directories.size() <= most && (mayLack || directories.size() == most),
        "run directories: " + directories);
    for (Path each : directories) {
      directory(each, expected, mayLack);
    }
    for (Path each : omb) {
      if (each.toString().endsWith(".json")) {
        omb(each, !mayLack);
      }
    }
    problems.require(
        mayLack || omb.stream().filter(each -> each.toString().endsWith(".json")).count() == most,
        "files in OMB's format: " + omb);
    read(directories.size());
  }

  private void read(int directories) {
    try {
      ReportedRuns runs = ReportedRuns.read(List.of(results));
      problems.require(
          directories == 0 || runs.runs().size() == directories,
          "the report has " + runs.runs().size() + " runs of " + directories);
    } catch (ResultsException e) {
      problems.require(directories == 0, "cannot be reported: " + e.getMessage());
    }
  }

  /** All files are those of the first version, or some already those of the second. */
  private void directory(Path directory, List<Path> expected, boolean mayLack) throws IOException {
    Path last = expected.get(expected.size() - 1);
    boolean done = same(directory, last, RunDirectory.RESULT_FILE);
    boolean first = same(directory, expected.get(0), RunDirectory.RESULT_FILE);
    problems.require(mayLack || done, directory + " has not the last result.json");
    problems.require(done || first, directory + " has a result.json that was not written so");
    Set<String> names = new TreeSet<>();
    for (Path each : Stream.concat(expected.stream(), Stream.of(directory)).toList()) {
      names.addAll(RunFiles.names(each));
    }
    for (String name : names) {
      boolean hidden = ResultFiles.isTemporary(Path.of(name));
      boolean isRemovedLater =
          Path.of(name).endsWith(InvalidMarker.NAME) && Files.notExists(last.resolve(name));
      problems.require(
          hidden
              || same(directory, last, name)
              || (!done || mayLack && (first || isRemovedLater))
                  && same(directory, expected.get(0), name),
          directory + " has another " + name + " than was written");
      problems.require(mayLack || !hidden, directory + " has " + name);
    }
    RunResult read = RunDirectory.read(directory);
    problems.require(
        InvalidMarker.text(read.verdict()).isEmpty()
            || Files.exists(directory.resolve(InvalidMarker.NAME)),
        directory + " is " + read.verdict().status() + " and not marked");
  }

  private static boolean same(Path one, Path other, String name) throws IOException {
    Path a = one.resolve(name);
    Path b = other.resolve(name);
    return Files.exists(a) && Files.exists(b)
        ? Files.mismatch(a, b) < 0
        : Files.exists(a) == Files.exists(b);
  }

  private void omb(Path file, boolean last) throws IOException {
    try {
      problems.require(JSON.readTree(file.toFile()).isObject(), file + " is empty");
    } catch (JsonProcessingException e) {
      problems.add(file + " is not whole: " + e.getOriginalMessage());
    }
    RunResult of = versions.get(last ? versions.size() - 1 : 0);
    boolean marked = Files.exists(OmbResultFile.marker(file));
    boolean unusable = InvalidMarker.text(of.verdict()).isPresent();
    problems.require(
        last ? marked == unusable : marked || !unusable, file + " is marked: " + marked);
  }

  /** Lines of a journal are whole, but for the last one; they have no more than there was. */
  private void journal(long sent) throws IOException {
    Path recording = results.resolve(RECORDING);
    long ofClasses = 0;
    for (String name : TrafficPlan.NAMES) {
      ofClasses += sentMessages(recording.resolve(name));
    }
    long most = Math.max(sentMessages(recording), ofClasses);
    problems.require(most <= sent, "the journal has " + most + " messages, there were " + sent);
  }

  private long sentMessages(Path journal) throws IOException {
    Path file = journal.resolve("samples.jsonl");
    if (Files.notExists(file)) {
      return 0;
    }
    List<String> lines =
        new String(Files.readAllBytes(file), StandardCharsets.UTF_8).lines().toList();
    long sum = 0;
    for (int i = 0; i < lines.size(); i++) {
      try {
        sum += JSON.readTree(lines.get(i)).path("counters").path("sent").asLong();
      } catch (JsonProcessingException e) {
        problems.require(i == lines.size() - 1, "line " + i + " of " + file + " is damaged: " + e);
      }
    }
    return sum;
  }

  @Override
  public void close() throws IOException {
    journal.close();
    ResultFiles.delete(folder);
  }
}
