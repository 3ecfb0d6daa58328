package io.tidemark.report.store;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.model.result.JudgedRun;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.workload.AcknowledgedMessages;
import io.tidemark.report.csv.Csv;
import io.tidemark.report.csv.DeliveryCsv;
import io.tidemark.report.csv.PhasesCsv;
import io.tidemark.report.csv.RequestersCsv;
import io.tidemark.report.csv.TelemetryCsv;
import io.tidemark.report.csv.TimelineCsv;
import io.tidemark.report.figures.LatencyMicros;
import io.tidemark.report.figures.RateCheck;
import io.tidemark.report.figures.StoredRun;
import io.tidemark.report.file.InvalidMarker;
import io.tidemark.report.file.ReportFormats;
import io.tidemark.report.file.ResultFiles;
import io.tidemark.report.file.ResultsException;
import io.tidemark.report.file.RunNames;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/**
 * A run's directory in the results directory: the data to read and repeat the run. It is written
 * under a temporary name and renamed at the end, so that it is complete or absent. See
 * docs/reference/results.md for every file.
 */
public final class RunDirectory {
  public static final String RESULT_FILE = "result.json";
  private static final Set<String> WITH_RATES =
      Set.of(RESULT_FILE, "timeline.csv", "phases.csv", "requesters.csv");

  private static final Set<String> CHANGED_BY_CLOSING =
      Set.of(
          RESULT_FILE,
          TelemetryCsv.FILE,
          "unacknowledged.csv",
          "environment.json",
          InvalidMarker.NAME);

  private RunDirectory() {}

  /**
   * Writes a run. Nothing that exists is changed: a taken name gets a suffix.
   *
   * @param resultsDir made if it does not exist
   * @param extras further files to be copied, by their names in the directory: logs, of any size.
   *     Secrets must be masked already.
   * @return the new directory
   * @throws ResultsException if it cannot be written, with path and reason
   */
  public static Path write(Path resultsDir, RunResult result, Map<String, Path> extras)
      throws ResultsException {
    return write(resultsDir, result, extras, ZoneId.systemDefault());
  }

  public static Path write(Path resultsDir, RunResult result, Map<String, Path> extras, ZoneId zone)
      throws ResultsException {
    return write(resultsDir, result, StoredRun.of(result), extras, zone);
  }

  public static Path write(
      Path resultsDir, RunResult result, StoredRun stored, Map<String, Path> extras, ZoneId zone)
      throws ResultsException {
    Map<String, ResultFiles.Content> files = files(result, stored);
    extras.forEach((name, extra) -> addExtra(files, name, extra));
    String name = RunNames.directory(result.identity(), zone);
    try {
      List<String> problems = RateCheck.problems(stored);
      if (!problems.isEmpty()) {
        leaveOutRates(files, problems);
      }
      Path directory = ResultFiles.writeDirectory(resultsDir, name, files);
      if (!problems.isEmpty()) {
        throw ResultsException.contradiction(directory, problems);
      }
      return directory;
    } catch (IOException e) {
      throw ResultsException.writing(resultsDir.resolve(name), e);
    } catch (UncheckedIOException e) { // Its cause is never null.
      throw ResultsException.writing(
          resultsDir.resolve(name), Objects.requireNonNull(e.getCause()));
    }
  }

  /**
   * Replaces files that may change when clients are closed: verdict, facts of the broker,
   * telemetry, logs. Each file is replaced as a whole, {@code result.json} last; what was there
   * stays until then.
   *
   * @param directory as {@link #write} returned it
   * @throws ResultsException if a file cannot be written, with path and reason
   */
  public static void complete(Path directory, RunResult result, Map<String, Path> extras)
      throws ResultsException {
    Map<String, ResultFiles.Content> files = files(result, StoredRun.of(result));
    files.keySet().retainAll(CHANGED_BY_CLOSING);
    extras.forEach((name, extra) -> addExtra(files, name, extra));
    ResultFiles.Content last = files.remove(RESULT_FILE);
    try {
      for (Map.Entry<String, ResultFiles.Content> file : files.entrySet()) {
        ResultFiles.replace(directory.resolve(file.getKey()), file.getValue());
      }
      if (!files.containsKey(InvalidMarker.NAME)) {
        Files.deleteIfExists(directory.resolve(InvalidMarker.NAME));
      }
      ResultFiles.replace(directory.resolve(RESULT_FILE), last);
    } catch (IOException e) {
      throw ResultsException.writing(directory, e);
    } catch (UncheckedIOException e) { // Its cause is never null.
      throw ResultsException.writing(directory, Objects.requireNonNull(e.getCause()));
    }
  }

  /**
   * Makes the results directory if it does not exist and checks whether files can be created in it;
   * called before a run.
   *
   * @throws ResultsException if results could not be written, with path and reason
   */
  public static void requireWritable(Path resultsDir) throws ResultsException {
    try {
      ResultFiles.requireWritable(resultsDir);
    } catch (IOException e) {
      throw ResultsException.writing(resultsDir, e);
    }
  }

  /**
   * Reads a run directory, or a {@code result.json} itself.
   *
   * @throws ResultsException if it is not there, is damaged, or was written by a newer version
   */
  public static StoredRun read(Path runDirectory) throws ResultsException {
    Path file = Files.isDirectory(runDirectory) ? runDirectory.resolve(RESULT_FILE) : runDirectory;
    try {
      requireRegular(file);
      int version = version(file);
      if (version < 1) {
        throw new ResultsException(file, file + ": not a result file: it has no schemaVersion");
      }
      if (version > RunResult.SCHEMA_VERSION) {
        throw ResultsException.newer(file, version, RunResult.SCHEMA_VERSION);
      }
      return version == 1
          ? upgraded(file)
          : ReportFormats.JSON.readValue(file.toFile(), StoredRun.class);
    } catch (IOException e) {
      throw ResultsException.reading(file, e);
    }
  }

  /** A pipe or device may never end. */
  static void requireRegular(Path file) throws IOException {
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw new FileSystemException(
          file.toString(), null, "not a regular file; pipes and devices are not allowed");
    }
  }

  /** Without the rest of the file, which may have many samples; 0 if it has none. */
  private static int version(Path file) throws IOException {
    try (JsonParser json = ReportFormats.JSON.createParser(file.toFile())) {
      json.nextToken();
      for (String field = json.nextFieldName(); field != null; field = json.nextFieldName()) {
        if (field.equals("schemaVersion")) {
          return json.nextIntValue(0);
        }
        json.nextToken();
        json.skipChildren();
      }
      return 0;
    }
  }

  private static StoredRun upgraded(Path file) throws IOException {
    JsonNode tree = ReportFormats.JSON.readTree(file.toFile());
    SchemaVersion1.upgrade(tree);
    return ReportFormats.JSON.treeToValue(tree, StoredRun.class);
  }

  /**
   * The inputs of the verdict.
   *
   * @param runDirectory as given to {@link #read}
   * @param run as read from there
   * @throws ResultsException if files are missing or damaged, or an earlier version wrote them
   */
  public static JudgedRun judged(Path runDirectory, StoredRun run) throws ResultsException {
    Path directory =
        Files.isDirectory(runDirectory)
            ? runDirectory
            : runDirectory.toAbsolutePath().resolveSibling("");
    return StoredVerdict.read(directory, run);
  }

  private static void leaveOutRates(Map<String, ResultFiles.Content> files, List<String> problems) {
    files.keySet().removeAll(WITH_RATES);
    files.put(
        InvalidMarker.NAME,
        ResultFiles.Content.text(
            problems.stream().map(line -> "internal error: " + line + "\n").collect(joining())));
  }

  private static Map<String, ResultFiles.Content> files(RunResult result, StoredRun stored) {
    String run = stored.run().runId();
    Map<String, ResultFiles.Content> files = new LinkedHashMap<>();
    files.put(RESULT_FILE, ReportFormats.json(stored));
    files.put("timeline.csv", TimelineCsv.of(stored.samples(), stored.requestReply() != null));
    if (DeliveryCsv.isKnown(result.delivery())) {
      files.put("delivery.csv", DeliveryCsv.of(result.delivery()));
    }
    result
        .delivery()
        .acknowledgedMessages()
        .ifPresent(messages -> files.put(AcknowledgedMessages.FILE, messages::writeTo));
    if (!result.telemetry().isEmpty()) {
      files.put(TelemetryCsv.FILE, TelemetryCsv.of(result.telemetry()));
    }
    if (!result.unacknowledgedAgesNanos().isEmpty()) {
      files.put("unacknowledged.csv", unacknowledged(result.unacknowledgedAgesNanos()));
    }
    if (stored.requestReply() != null) {
      files.put("requesters.csv", RequestersCsv.of(stored, stored.requestReply()));
    } else {
      files.put("phases.csv", PhasesCsv.of(stored));
    }
    for (Measure measure : Measure.values()) {
      HistogramLog.of(result, measure)
          .ifPresent(log -> files.put(HistogramLog.fileOf(measure), log));
    }
    files.put(
        "workload.yaml", ReportFormats.yaml("Effective workload of run " + run, result.workload()));
    files.put(
        "driver.yaml",
        ReportFormats.yaml(
            "Effective driver configuration of run " + run + ", secrets masked", result.driver()));
    files.put("environment.json", ReportFormats.json(environment(stored)));
    InvalidMarker.text(result.verdict())
        .ifPresent(text -> files.put(InvalidMarker.NAME, ResultFiles.Content.text(text)));
    return files;
  }

  private static ResultFiles.Content unacknowledged(List<Long> agesNanos) {
    return new Csv<Long>().number("ageMicros", LatencyMicros::micros).of(agesNanos);
  }

  private static Map<String, Object> environment(StoredRun run) {
    Map<String, Object> environment = new LinkedHashMap<>();
    environment.put("coordinator", run.coordinatorEnvironment());
    Map<String, Object> workers = new TreeMap<>();
    run.workers().forEach(worker -> workers.put(worker.name(), worker.environment()));
    environment.put("workers", workers);
    environment.put("broker", run.brokerFacts());
    return environment;
  }

  private static void addExtra(Map<String, ResultFiles.Content> files, String name, Path extra) {
    if (name.isEmpty() || !name.equals(RunNames.sanitised(name))) {
      throw new IllegalArgumentException("not a plain file name: " + name);
    }
    if (files.putIfAbsent(name, copyOf(extra)) != null) {
      throw new IllegalArgumentException("a run directory has a file of that name: " + name);
    }
  }

  /** Of a file of any size. */
  static ResultFiles.Content copyOf(Path file) {
    return out -> Files.copy(file, out);
  }
}
