package io.tidemark.report.store;

import static java.util.stream.Collectors.joining;

import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.file.ResultJson;
import io.tidemark.model.result.file.SamplesFile;
import io.tidemark.model.result.tree.ResultTree;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.yaml.InputFiles;
import io.tidemark.report.csv.TelemetryCsv;
import io.tidemark.report.figures.RateCheck;
import io.tidemark.report.file.InvalidMarker;
import io.tidemark.report.file.ResultFiles;
import io.tidemark.report.file.ResultsException;
import io.tidemark.report.file.RunNames;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * A run's directory in the results directory: the data to read and repeat the run. It is written
 * under a temporary name and renamed at the end, so that it is complete or absent. See
 * docs/reference/results.md for every file.
 */
public final class RunDirectory {
  public static final String RESULT_FILE = ResultTree.FILE;
  private static final Set<String> WITH_RATES =
      Set.of(
          RESULT_FILE,
          SamplesFile.NAME,
          SamplesFile.TEN_SECONDS,
          "timeline.csv",
          "phases.csv",
          "requesters.csv");

  private static final Set<String> CHANGED_BY_CLOSING =
      Set.of(
          RESULT_FILE,
          TelemetryCsv.FILE,
          "unacknowledged.csv",
          "phases.csv", // With the verdict's damages, as those of requesters.
          "requesters.csv",
          "environment.json",
          InvalidMarker.NAME);

  private RunDirectory() {}

  /** Files of features, too: they are computed from the last telemetry. */
  private static boolean changesByClosing(String file) {
    return CHANGED_BY_CLOSING.contains(file)
        || RunFormats.added().stream().anyMatch(each -> each.name().equals(file));
  }

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
    return write(resultsDir, result, RateCheck.problems(result), extras, zone);
  }

  /**
   * @param problems contradictions in the result's rates
   */
  public static Path write(
      Path resultsDir,
      RunResult result,
      List<String> problems,
      Map<String, Path> extras,
      ZoneId zone)
      throws ResultsException {
    Map<String, ResultFiles.Content> files = RunFormats.files(result);
    extras.forEach((name, extra) -> addExtra(files, name, extra));
    String name = RunNames.directory(result.identity(), zone);
    try {
      if (!problems.isEmpty()) {
        leaveOutRates(files, problems);
      }
      Path directory = ResultFiles.writeDirectory(resultsDir, name, files, FileHashes::write);
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
   * stays until then. Of these files, those that the result no longer has are removed.
   *
   * @param directory as {@link #write} returned it
   * @throws ResultsException if a file cannot be written, with path and reason
   */
  public static void complete(Path directory, RunResult result, Map<String, Path> extras)
      throws ResultsException {
    Map<String, ResultFiles.Content> files = RunFormats.files(result);
    files.keySet().removeIf(name -> !changesByClosing(fileName(name)));
    extras.forEach((name, extra) -> addExtra(files, name, extra));
    List<Map.Entry<String, ResultFiles.Content>> ordered = new ArrayList<>(files.entrySet());
    // First what belongs to a result, then the result; that of the run is the last one.
    ordered.sort(
        Map.Entry.comparingByKey(
            Comparator.comparing(RunDirectory::isResult).thenComparing(RESULT_FILE::equals)));
    try {
      List<Path> outdated = outdated(directory, files.keySet());
      delete(outdated, false);
      for (Map.Entry<String, ResultFiles.Content> file : ordered) {
        if (file.getKey().equals(RESULT_FILE)) {
          FileHashes.write(directory, Map.of(RESULT_FILE, file.getValue()), outdated);
        }
        ResultFiles.replace(directory.resolve(file.getKey()), file.getValue());
      }
      delete(outdated, true);
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
  public static RunResult read(Path runDirectory) throws ResultsException {
    Path file = Files.isDirectory(runDirectory) ? runDirectory.resolve(RESULT_FILE) : runDirectory;
    try {
      InputFiles.requireRegular(file);
      ResultTree tree = ResultTree.read(file);
      if (tree.version() < 1) {
        throw new ResultsException(file, file + ": not a result file: it has no schemaVersion");
      }
      if (tree.version() < ResultTree.FIRST_VERSION) {
        throw new ResultsException(
            file,
            "%s: written in schema version %s, before the first release; this Tidemark reads %s"
                .formatted(file, tree.version(), RunResult.SCHEMA_VERSION));
      }
      if (tree.version() > RunResult.SCHEMA_VERSION) {
        throw ResultsException.newer(file, tree.version(), RunResult.SCHEMA_VERSION);
      }
      return ResultJson.result(file, tree);
    } catch (IOException e) {
      throw ResultsException.reading(file, e);
    }
  }

  /**
   * The run with its histograms, so that it can be judged.
   *
   * @param runDirectory as given to {@link #read}
   * @param run as read from there
   * @throws ResultsException if files are missing or damaged
   */
  public static RunResult judged(Path runDirectory, RunResult run) throws ResultsException {
    Path directory =
        Files.isDirectory(runDirectory)
            ? runDirectory
            : runDirectory.toAbsolutePath().resolveSibling("");
    return StoredHistograms.addTo(run, directory);
  }

  private static boolean isResult(String name) {
    return fileName(name).equals(RESULT_FILE);
  }

  /** The markers of an INVALID result, which go last, or all other files. */
  private static void delete(List<Path> outdated, boolean markers) throws IOException {
    for (Path each : outdated) {
      if (each.endsWith(InvalidMarker.NAME) == markers) {
        Files.deleteIfExists(each);
      }
    }
  }

  /** Files that the first version of a result has, and its last one has not. */
  private static List<Path> outdated(Path directory, Set<String> names) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      return all.filter(each -> changesByClosing(String.valueOf(each.getFileName())))
          .filter(each -> !names.contains(String.valueOf(directory.relativize(each))))
          .sorted()
          .toList();
    }
  }

  /** Without the folder of a class. */
  private static String fileName(String name) {
    return name.substring(name.lastIndexOf('/') + 1);
  }

  private static void leaveOutRates(Map<String, ResultFiles.Content> files, List<String> problems) {
    files.keySet().removeIf(name -> WITH_RATES.contains(fileName(name)));
    files.put(
        InvalidMarker.NAME,
        ResultFiles.Content.text(
            problems.stream().map(line -> "internal error: " + line + "\n").collect(joining())));
  }

  private static void addExtra(Map<String, ResultFiles.Content> files, String name, Path extra) {
    String own = name.replaceFirst("^[a-z]+/", "");
    if (own.isEmpty() || !own.equals(RunNames.sanitised(own))) {
      throw new IllegalArgumentException("not a plain file name: " + name);
    }
    if (files.putIfAbsent(name, copyOf(extra)) != null) {
      throw new IllegalArgumentException("a run directory has a file of that name: " + name);
    }
  }

  /** A copy of a file of any size. */
  static ResultFiles.Content copyOf(Path file) {
    return out -> Files.copy(file, out);
  }

  /** Reads the histograms of a run from its directory, which its verdict needs. */
  static final class StoredHistograms {
    private final Path directory;
    private final RunResult run;

    private StoredHistograms(Path directory, RunResult run) {
      this.directory = directory;
      this.run = run;
    }

    /** The run with its histograms. */
    static RunResult addTo(RunResult run, Path directory) throws ResultsException {
      return new StoredHistograms(directory, run).read();
    }

    private RunResult read() throws ResultsException {
      List<Map<Measure, Histogram>> histograms =
          run.phases().stream()
              .map(
                  phase -> (Map<Measure, Histogram>) new EnumMap<Measure, Histogram>(Measure.class))
              .toList();
      for (Measure measure : Measure.values()) {
        read(measure, histograms);
      }
      Iterator<Map<Measure, Histogram>> next = histograms.iterator();
      return run.withPhases(
          run.phases().stream().map(phase -> phase.withHistograms(next.next())).toList());
    }

    private void read(Measure measure, List<Map<Measure, Histogram>> histograms)
        throws ResultsException {
      List<Integer> measured = new ArrayList<>();
      for (int i = 0; i < run.phases().size(); i++) {
        if (run.phases().get(i).latencies().get(measure).isPresent()) {
          measured.add(i);
        }
      }
      Path file = directory.resolve(HistogramLog.fileOf(measure));
      try {
        List<Histogram> lines =
            measured.isEmpty() ? List.of() : HistogramLog.read(file, measured.size());
        for (int i = 0; i < lines.size(); i++) {
          PhaseResult phase = run.phases().get(measured.get(i));
          long expected = phase.latencies().get(measure).orElseThrow().count();
          if (lines.get(i).getTotalCount() != expected) {
            throw new IOException(
                String.format(
                    Locale.ROOT,
                    "damaged: phase %s has %d values, result.json has %d",
                    phase.name(),
                    lines.get(i).getTotalCount(),
                    expected));
          }
          histograms.get(measured.get(i)).put(measure, lines.get(i));
        }
      } catch (IOException e) {
        throw ResultsException.reading(file, e);
      }
    }
  }
}
