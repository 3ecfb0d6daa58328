package io.tidemark.runs.suite;

import io.tidemark.base.UsageException;
import io.tidemark.model.driverfile.DriverFile;
import io.tidemark.model.workload.Workload;
import io.tidemark.model.workloadfile.WorkloadReader;
import io.tidemark.model.yaml.Overrides;
import io.tidemark.model.yaml.Problem;
import io.tidemark.model.yaml.Problems;
import io.tidemark.model.yaml.ReadOptions;
import io.tidemark.model.yaml.SourceFile;
import io.tidemark.model.yaml.YamlNode.Entry;
import io.tidemark.model.yaml.YamlTree;
import io.tidemark.runs.Console;
import io.tidemark.runs.Installation;
import io.tidemark.runs.PlannedRun;
import io.tidemark.worker.driver.DriverCatalog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Reads and checks all files of a command and reports all problems together. */
public final class SuiteReader {
  private static final long MOST_RUNS = 10_000;
  private static final String DRIVER = "driver.";

  private final boolean lenient;
  private final Problems problems = new Problems();
  private final DriverCatalog catalog;

  private SuiteReader(boolean lenient, DriverCatalog catalog) {
    this.lenient = lenient;
    this.catalog = catalog;
  }

  /**
   * Every workload, in the order of their file names, times every driver, in the order given, times
   * its iterations: OMB's order.
   *
   * @param set KEY=VALUE in place of keys of the workloads, or of the driver files if the key
   *     begins with {@code driver.}
   * @param iterations of the command line; empty: those of each workload
   */
  public static Suite read(
      List<Path> workloads,
      List<Path> drivers,
      List<String> set,
      Optional<Integer> iterations,
      boolean lenient,
      Console console)
      throws IOException {
    if (iterations.isPresent() && iterations.get() < 1) {
      throw new UsageException("--iterations must be at least 1, got " + iterations.get());
    }
    SuiteReader reader = new SuiteReader(lenient, Installation.catalog());
    List<Pair> pairs = reader.pairs(workloads, drivers, set);
    RunChecks checks = new RunChecks(reader.catalog, reader.problems);
    pairs.forEach(each -> checks.check(each.workload, each.driver));
    reader.problems.throwIfErrors();
    reader.problems.all().stream().map(Problem::oneLine).forEach(console::note);
    requireFew(pairs, iterations);
    return new Suite(runs(pairs, iterations), reader.catalog);
  }

  private record Pair(Workload workload, DriverFile driver) {}

  private List<Pair> pairs(List<Path> workloads, List<Path> drivers, List<String> set)
      throws IOException {
    WorkloadReader reader = new WorkloadReader(ReadOptions.ofProcess(lenient), problems);
    Overrides keys = overrides(set, false);
    List<Map.Entry<Path, Workload>> read = new ArrayList<>();
    workloads.stream()
        .sorted(Comparator.comparing(file -> String.valueOf(file.getFileName())))
        .forEach(
            file -> reader.read(file, keys).ifPresent(each -> read.add(Map.entry(file, each))));
    DriverChecks checks = new DriverChecks(catalog, problems);
    List<DriverFile> files = drivers(checks, drivers, overrides(set, true));
    List<Pair> pairs = new ArrayList<>();
    for (Map.Entry<Path, Workload> each : read) {
      for (DriverFile driver : files) {
        checks
            .with(
                driver,
                each.getValue(),
                more -> reader.read(each.getKey(), keys.and(more)),
                problems)
            .ifPresent(workload -> pairs.add(new Pair(workload, driver)));
      }
    }
    return pairs;
  }

  private static void requireFew(List<Pair> pairs, Optional<Integer> iterations) {
    long runs =
        pairs.stream()
            .mapToLong(pair -> iterations.orElse(pair.workload.time().iterations()))
            .sum();
    if (runs > MOST_RUNS) {
      throw new UsageException(
          String.format(
              Locale.ROOT,
              "%d runs (workloads x drivers x iterations); allowed %d",
              runs,
              MOST_RUNS));
    }
  }

  /**
   * Driver files alone.
   *
   * @param files in the order given
   * @param catalog where their drivers come from
   */
  public record Drivers(List<DriverFile> files, DriverCatalog catalog) {
    public Drivers {
      files = List.copyOf(files);
    }
  }

  /** Reads and checks driver files without workloads. */
  public static Drivers readDrivers(List<Path> drivers, boolean lenient, Console console)
      throws IOException {
    SuiteReader reader = new SuiteReader(lenient, Installation.catalog());
    List<DriverFile> read =
        reader.drivers(new DriverChecks(reader.catalog, reader.problems), drivers, Overrides.NONE);
    reader.problems.throwIfErrors();
    reader.problems.all().stream().map(Problem::oneLine).forEach(console::note);
    return new Drivers(read, reader.catalog);
  }

  private Overrides overrides(List<String> set, boolean ofDrivers) {
    Map<String, Entry> values = new LinkedHashMap<>();
    for (String each : set) {
      String[] halves = each.split("=", 2);
      if (halves.length < 2 || halves[0].isBlank()) {
        throw new UsageException("--set: got '" + each + "'; allowed KEY=VALUE");
      }
      if (halves[0].startsWith(DRIVER) == ofDrivers) {
        SourceFile text = new SourceFile("--set " + halves[0], "value: " + halves[1]);
        YamlTree.read(text, problems)
            .flatMap(read -> read.get("value"))
            .ifPresent(value -> values.put(key(halves[0]), new Entry(value.mark(), value)));
      }
    }
    return Overrides.of(values);
  }

  private static String key(String given) {
    return given.startsWith(DRIVER) ? given.substring(DRIVER.length()) : given;
  }

  private List<DriverFile> drivers(DriverChecks checks, List<Path> files, Overrides set)
      throws IOException {
    List<DriverFile> read = new ArrayList<>();
    for (Path file : files) {
      checks.read(file, set, ReadOptions.ofProcess(lenient)).ifPresent(read::add);
    }
    return read;
  }

  private static List<PlannedRun> runs(List<Pair> pairs, Optional<Integer> iterations) {
    List<PlannedRun> runs = new ArrayList<>();
    for (Pair pair : pairs) {
      int count = iterations.orElse(pair.workload.time().iterations());
      for (int iteration = 1; iteration <= count; iteration++) {
        runs.add(new PlannedRun(pair.workload, pair.driver, iteration, count));
      }
    }
    return runs;
  }
}
