package io.tidemark.runs.suite;

import io.tidemark.driver.settings.Setting;
import io.tidemark.driver.settings.SettingProblem;
import io.tidemark.model.driverfile.DriverFile;
import io.tidemark.model.driverfile.DriverFileReader;
import io.tidemark.model.driverfile.DriverKeys;
import io.tidemark.model.grammar.AddedKeys;
import io.tidemark.model.outcome.OutcomeKeys;
import io.tidemark.model.workload.Workload;
import io.tidemark.model.yaml.InputFiles;
import io.tidemark.model.yaml.Overrides;
import io.tidemark.model.yaml.Problems;
import io.tidemark.model.yaml.ReadOptions;
import io.tidemark.model.yaml.SourceFile;
import io.tidemark.model.yaml.SourceLocation;
import io.tidemark.model.yaml.YamlNode;
import io.tidemark.model.yaml.YamlNode.YamlMap;
import io.tidemark.model.yaml.YamlTree;
import io.tidemark.runs.brokers.BrokerPool;
import io.tidemark.worker.driver.DriverCatalog;
import io.tidemark.worker.driver.DriverDescription;
import io.tidemark.worker.driver.DriverLoadException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Checks a driver's file with the driver (class, settings, validation) and with the local brokers.
 * Does not connect to a broker.
 */
public final class DriverChecks implements DriverFileReader.Settings {
  private static final String OPEN_PLACEHOLDER = "${brokers.";
  private static final String OUTCOMES = "outcomes";

  private final DriverCatalog catalog;
  private final Problems problems;

  /** To ask a driver means to load its classes. */
  private final Map<String, Optional<List<Setting>>> settings = new HashMap<>();

  /** Keys of workloads that files of drivers mean. */
  private final Map<DriverFile, Overrides> meant = new HashMap<>();

  /** Failures of drivers that did not answer in time; they are not asked again. */
  private final Map<String, DriverLoadException> hanging = new HashMap<>();

  public DriverChecks(DriverCatalog catalog, Problems problems) {
    this.catalog = catalog;
    this.problems = problems;
  }

  /** Also empty if the driver cannot be loaded, which {@link #read} reports. */
  @Override
  public Optional<List<Setting>> of(String driverClass) {
    return settings.computeIfAbsent(driverClass, this::ask);
  }

  private Optional<List<Setting>> ask(String driverClass) {
    try {
      DriverDescription description = catalog.describe(driverClass, Map.of());
      return description.described() ? Optional.of(description.settings()) : Optional.empty();
    } catch (DriverLoadException e) {
      if (e.getCause() instanceof TimeoutException) {
        hanging.put(driverClass, e);
      }
      return Optional.empty();
    }
  }

  /**
   * Reads a file and checks it; empty when it could not be read.
   *
   * @param overrides other values of some keys
   */
  public Optional<DriverFile> read(Path path, Overrides overrides, ReadOptions options)
      throws IOException {
    Optional<DriverFile> file = new DriverFileReader(options, problems, this).read(path, overrides);
    if (file.isPresent()) {
      check(path, file.get(), overrides);
      for (DriverFile second : file.get().secondFiles()) {
        check(Path.of(second.path()), second, Overrides.NONE);
      }
    }
    return file;
  }

  private void check(Path path, DriverFile file, Overrides overrides) throws IOException {
    SourceFile source = new SourceFile(path.toString(), InputFiles.text(path));
    YamlMap asWritten = YamlTree.read(source, new Problems()).orElseThrow();
    List<Setting> rules = DriverKeys.with(of(file.driverClass()).orElse(List.of()));
    YamlMap tree = overrides.applyTo(asWritten, rules, new Problems());
    checkBrokers(tree, file);
    try {
      catalog
          .notice(file.driverClass())
          .ifPresent(text -> problems.notice(markOf(tree, "driverClass"), "driverClass", text));
      DriverLoadException hangs = hanging.get(file.driverClass());
      if (hangs != null) {
        throw hangs;
      }
      DriverDescription described = catalog.describe(file.driverClass(), file.configuration());
      described.problems().forEach(problem -> report(tree, problem, overrides));
      if (!described.outcomes().isEmpty()) {
        YamlMap outcomes = YamlMap.of(described.outcomes(), tree.mark());
        meant.put(
            file, new Overrides(List.of(new Overrides.Value(OUTCOMES, tree.mark(), outcomes))));
      }
    } catch (DriverLoadException e) {
      problems.error(markOf(tree, "driverClass"), "driverClass", String.valueOf(e.getMessage()));
    }
  }

  /**
   * A workload as it is with a driver's file, which this has read.
   *
   * @param again reads the workload with further keys
   * @param conflicts where it is noted that the workload itself has such keys
   */
  public Optional<Workload> with(
      DriverFile driver,
      Workload workload,
      Function<Overrides, Optional<Workload>> again,
      Problems conflicts) {
    Overrides keys = meant.getOrDefault(driver, Overrides.NONE);
    if (keys.isEmpty()) {
      return Optional.of(workload);
    }
    Optional<Workload> changed = again.apply(keys);
    Optional<OutcomeKeys> given = workload.consumers().outcomes();
    if (given.isPresent()
        && !changed.map(each -> each.consumers().outcomes()).equals(Optional.of(given))) {
      conflicts.error(
          keys.all().get(0).mark(),
          OUTCOMES,
          "the workload " + workload.fileBase() + " has other ones; allowed in one of the files");
    }
    return changed;
  }

  /** Checks a file with the keys of a traffic class, as far as only the driver can. */
  void checkClass(YamlMap tree, DriverFile file, Overrides keys) {
    try {
      catalog
          .describe(file.driverClass(), tree.plain())
          .problems()
          .forEach(problem -> report(tree, problem, keys));
    } catch (DriverLoadException e) {
      problems.error(markOf(tree, "driverClass"), "driverClass", String.valueOf(e.getMessage()));
    }
  }

  private void checkBrokers(YamlMap tree, DriverFile file) {
    try {
      file.localBrokers()
          .<Collection<String>>map(local -> BrokerPool.specOf(local).placeholders())
          .or(
              () ->
                  AddedKeys.allAddresses().stream()
                      .filter(each -> tree.get(each.key()).isPresent())
                      .<Collection<String>>map(AddedKeys.Addresses::placeholders)
                      .findFirst())
          .ifPresent(names -> DriverFile.checkBrokers(tree, names, problems));
    } catch (IllegalArgumentException e) {
      problems.error(markOf(tree, "localBrokers"), "localBrokers", String.valueOf(e.getMessage()));
    }
  }

  /** Placeholders for addresses of local brokers cannot be checked before they run. */
  private void report(YamlMap tree, SettingProblem problem, Overrides overrides) {
    Place place = Place.of(tree, problem.path());
    if (place.text().contains(OPEN_PLACEHOLDER)) {
      return;
    }
    SourceLocation mark = overrides.mark(problem.path()).orElse(place.mark());
    if (problem.warning()) {
      problems.warn(mark, problem.path(), problem.message());
    } else {
      problems.error(mark, problem.path(), problem.message());
    }
  }

  private static SourceLocation markOf(YamlMap tree, String key) {
    return Place.of(tree, key).mark();
  }

  /** Where a key stands, or the nearest section around it, and the text of its value. */
  private record Place(SourceLocation mark, String text) {
    static Place of(YamlMap tree, String path) {
      return find(tree, path).orElse(new Place(tree.mark(), ""));
    }

    private static Optional<Place> find(YamlMap section, String path) {
      String name = path;
      // Names of properties have dots.
      while (!section.entries().containsKey(name)) {
        int end = Math.max(name.lastIndexOf('.'), name.lastIndexOf('['));
        if (end < 0) {
          return Optional.empty();
        }
        name = name.substring(0, end);
      }
      YamlNode.Entry entry = section.entries().get(name);
      String rest = path.substring(name.length()).replaceFirst("^\\.", "");
      String text = String.valueOf(entry.value().plain());
      Place whole = new Place(entry.keyMark(), text);
      if (rest.isEmpty()) {
        return Optional.of(whole);
      }
      return Optional.of(
          entry.value() instanceof YamlMap inner
              ? find(inner, rest).orElse(whole)
              : line(entry, text, rest));
    }

    /** A line of properties. */
    private static Place line(YamlNode.Entry entry, String text, String property) {
      Pattern pattern = Pattern.compile("(?m)^ *" + Pattern.quote(property) + "\\s*[=: ].*$");
      Matcher line = pattern.matcher(text);
      if (!line.find()) {
        return new Place(entry.keyMark(), text);
      }
      SourceLocation key = entry.keyMark();
      List<String> lines = key.source().text().lines().toList();
      for (int i = key.line(); i < lines.size(); i++) {
        if (pattern.matcher(lines.get(i)).matches()) {
          int column = lines.get(i).length() - lines.get(i).stripLeading().length() + 1;
          return new Place(new SourceLocation(key.source(), i + 1, column), line.group());
        }
      }
      return new Place(key, line.group());
    }
  }
}
