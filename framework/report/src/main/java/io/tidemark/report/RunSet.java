package io.tidemark.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Runs that are compared as one side: iterations of the same workloads on one system.
 *
 * @param label its name in the comparison
 * @param runs with usable figures
 * @param leftOut one line for each other run, with the reason
 */
public record RunSet(String label, List<ComparedRun> runs, List<String> leftOut) {
  /** Folders of a study lie a few levels deep. */
  private static final int DEPTH = 6;

  public RunSet {
    runs = List.copyOf(runs);
    leftOut = List.copyOf(leftOut);
  }

  /**
   * Reads a run directory, all run directories below a folder, a file in OMB's format, or, where a
   * folder has no run directories, the files in OMB's format directly in it.
   *
   * @throws ResultsException if nothing usable is there or a file cannot be read
   */
  public static RunSet read(Path source) throws ResultsException {
    List<ComparedRun> all = new ArrayList<>();
    try {
      for (Path file : results(source)) {
        all.add(
            file.endsWith(RunDirectory.RESULT_FILE)
                ? ComparedRun.of(file.toAbsolutePath().resolveSibling(""), RunDirectory.read(file))
                : omb(file));
      }
    } catch (IOException e) {
      throw ResultsException.reading(source, e);
    }
    RunSet set = of(label(source), all);
    if (set.runs.isEmpty()) {
      throw new ResultsException(
          source,
          "no usable run in "
              + source
              + (set.leftOut.isEmpty()
                  ? ": neither run directories nor files in OMB's format"
                  : ": left out " + String.join("; ", set.leftOut)));
    }
    return set;
  }

  private static List<Path> results(Path source) throws IOException {
    if (!Files.isDirectory(source)) {
      return List.of(source);
    }
    try (Stream<Path> below = Files.walk(source, DEPTH)) {
      List<Path> own =
          below.filter(file -> file.endsWith(RunDirectory.RESULT_FILE)).sorted().toList();
      return own.isEmpty() ? OmbCsv.jsonFiles(source) : own;
    }
  }

  private static ComparedRun omb(Path file) throws IOException {
    try {
      JsonNode tree = ReportFormats.JSON.readTree(Files.readAllBytes(file));
      return OmbCsv.isResult(tree)
          ? ComparedRun.ofOmb(file, tree)
          : ComparedRun.unusable(file, "not a result in OMB's format");
    } catch (JsonProcessingException e) {
      return ComparedRun.unusable(file, "not JSON: " + e.getOriginalMessage());
    }
  }

  private static RunSet of(String label, List<ComparedRun> all) {
    return new RunSet(
        label,
        all.stream().filter(run -> run.unusable().isEmpty()).toList(),
        all.stream()
            .filter(run -> run.unusable().isPresent())
            .map(run -> run.source() + ": " + run.unusable().get())
            .toList());
  }

  private static String label(Path source) {
    Path name = source.toAbsolutePath().normalize().getFileName();
    return name == null ? source.toString() : name.toString();
  }

  /** One set for each driver, in the order of their names. */
  public List<RunSet> byDriver() {
    Map<String, List<ComparedRun>> sets = new LinkedHashMap<>();
    for (ComparedRun run : runs) {
      sets.computeIfAbsent(run.driver(), driver -> new ArrayList<>()).add(run);
    }
    return sets.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(set -> new RunSet(set.getKey(), set.getValue(), List.of()))
        .toList();
  }

  /** The same runs by another name. */
  public RunSet named(String other) {
    return new RunSet(other, runs, leftOut);
  }

  List<ComparedRun> of(String workload) {
    return runs.stream().filter(run -> run.workload().equals(workload)).toList();
  }

  /** Names of workloads, in order of the runs. */
  public List<String> workloads() {
    return runs.stream().map(ComparedRun::workload).distinct().toList();
  }
}
