package io.tidemark.report.runs;

import io.tidemark.report.file.ResultsException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The sides of a comparison, each with the runs of one system, from folders and files. */
public final class RunSets {
  private RunSets() {}

  /**
   * One side for each source; with a single source one for each of its drivers.
   *
   * @throws ResultsException if a source cannot be read, or the sources are no sides of a
   *     comparison
   */
  public static List<RunSet> read(List<Path> sources) throws ResultsException {
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
}
