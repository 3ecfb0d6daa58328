package io.tidemark.report.runs;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.model.result.RunResult;
import io.tidemark.report.file.ResultsException;
import io.tidemark.report.store.StoredResults;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs that are compared as one side: iterations of the same workloads on one system.
 *
 * @param label its name in the comparison
 * @param runs with usable figures; their course is not read
 * @param leftOut one line for each other run, and for each with damaged figures, with the reason
 */
public record RunSet(String label, List<ReportedRun> runs, List<String> leftOut) {
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
    List<ReportedRun> all = new ArrayList<>();
    StoredResults.visit(
        source,
        new StoredResults.Visitor() {
          @Override
          public void run(Path directory, RunResult run) {
            all.add(ReportedRun.of(directory, run));
          }

          @Override
          public void omb(Path file, JsonNode result) {
            all.add(ReportedRun.ofOmb(file, result));
          }

          @Override
          public void other(Path file, String why) {
            all.add(ReportedRun.unknown(file, "", "").without(why));
          }
        });
    RunSet set = of(StoredResults.label(source), all);
    if (set.runs.isEmpty()) {
      throw StoredResults.nothing(source, set.leftOut);
    }
    return set;
  }

  private static RunSet of(String label, List<ReportedRun> all) {
    return new RunSet(
        label,
        all.stream().filter(run -> run.unusable().isEmpty()).toList(),
        all.stream()
            .flatMap(
                run ->
                    run
                        .unusable()
                        .or(() -> run.damage().map(what -> "not used: " + what))
                        .map(why -> run.source() + ": " + why)
                        .stream())
            .toList());
  }

  /**
   * One side for each source; with a single source one for each of its drivers.
   *
   * @throws ResultsException if a source cannot be read, or the sources are no sides of a
   *     comparison
   */
  public static List<RunSet> sides(List<Path> sources) throws ResultsException {
    List<RunSet> sets = new ArrayList<>();
    for (Path source : sources) {
      sets.add(RunSet.read(source));
    }
    if (sets.size() == 1) {
      return drivers(sets.get(0), sources.get(0));
    }
    for (int i = 0; i < sets.size(); i++) {
      requireOneDriver(sets.get(i), sources.get(i));
    }
    return distinct(sets, sources);
  }

  private static List<RunSet> drivers(RunSet all, Path source) throws ResultsException {
    List<RunSet> drivers = all.byDriver();
    if (drivers.size() < 2) {
      throw new ResultsException(
          source, source + " has runs of one driver only; give another folder to compare it with");
    }
    return drivers;
  }

  private static void requireOneDriver(RunSet set, Path source) throws ResultsException {
    List<RunSet> drivers = set.byDriver();
    if (drivers.size() > 1) {
      throw new ResultsException(
          source,
          "%s has runs of several drivers: %s; give a folder for each"
              .formatted(source, String.join(", ", drivers.stream().map(RunSet::label).toList())));
    }
  }

  /** Folders of one name are labelled with their paths. */
  private static List<RunSet> distinct(List<RunSet> sets, List<Path> sources) {
    long names = sets.stream().map(RunSet::label).distinct().count();
    if (names == sets.size()) {
      return sets;
    }
    List<RunSet> named = new ArrayList<>();
    for (int i = 0; i < sets.size(); i++) {
      named.add(sets.get(i).named(sources.get(i).toString()));
    }
    return named;
  }

  /** One set of usable runs for each environment, in the order of the runs. */
  public static List<RunSet> byEnvironment(List<ReportedRun> all) {
    Map<String, List<ReportedRun>> sets = new LinkedHashMap<>();
    for (ReportedRun run : all) {
      if (run.unusable().isEmpty()) {
        sets.computeIfAbsent(run.environment(), name -> new ArrayList<>()).add(run);
      }
    }
    return sets.entrySet().stream()
        .map(set -> new RunSet(set.getKey(), set.getValue(), List.of()))
        .toList();
  }

  /** One set for each driver, in the order of their names. */
  public List<RunSet> byDriver() {
    Map<String, List<ReportedRun>> sets = new LinkedHashMap<>();
    for (ReportedRun run : runs) {
      sets.computeIfAbsent(run.driver(), driver -> new ArrayList<>()).add(run);
    }
    return sets.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(set -> new RunSet(set.getKey(), set.getValue(), List.of()))
        .toList();
  }

  /** The runs by another name. */
  public RunSet named(String other) {
    return new RunSet(other, runs, leftOut);
  }

  public List<ReportedRun> of(String workload) {
    return runs.stream().filter(run -> run.workload().equals(workload)).toList();
  }

  /** Names of workloads, in order of the runs. */
  public List<String> workloads() {
    return runs.stream().map(ReportedRun::workload).distinct().toList();
  }
}
