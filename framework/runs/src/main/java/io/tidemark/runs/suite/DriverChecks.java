package io.tidemark.runs.suite;

import io.tidemark.driver.Setting;
import io.tidemark.driver.SettingProblem;
import io.tidemark.model.driverfile.DriverFile;
import io.tidemark.model.driverfile.DriverFileReader;
import io.tidemark.model.driverfile.DriverKeys;
import io.tidemark.model.driverfile.StrimziSpec;
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

/**
 * Checks a driver's file with the driver (class, settings, validation) and with the local brokers.
 * Does not connect to a broker.
 */
public final class DriverChecks implements DriverFileReader.Settings {
  private static final String OPEN_PLACEHOLDER = "${brokers.";

  private final DriverCatalog catalog;
  private final Problems problems;

  /** To ask a driver means to load its classes. */
  private final Map<String, Optional<List<Setting>>> settings = new HashMap<>();

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
      catalog
          .describe(file.driverClass(), file.configuration())
          .problems()
          .forEach(problem -> report(tree, problem, overrides));
    } catch (DriverLoadException e) {
      problems.error(markOf(tree, "driverClass"), "driverClass", String.valueOf(e.getMessage()));
    }
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
          .or(() -> file.strimzi().map(spec -> StrimziSpec.PLACEHOLDERS))
          .ifPresent(names -> DriverFile.checkBrokers(tree, names, problems));
    } catch (IllegalArgumentException e) {
      problems.error(markOf(tree, "localBrokers"), "localBrokers", String.valueOf(e.getMessage()));
    }
  }

  /** Placeholders for addresses of local brokers cannot be checked before they run. */
  private void report(YamlMap tree, SettingProblem problem, Overrides overrides) {
    Optional<YamlNode> node = tree.get(topKey(problem.path()));
    boolean open = node.map(n -> String.valueOf(n.plain())).orElse("").contains(OPEN_PLACEHOLDER);
    if (!open) {
      SourceLocation mark =
          overrides.mark(problem.path()).orElseGet(() -> markOf(tree, topKey(problem.path())));
      problems.error(mark, problem.path(), problem.message());
    }
  }

  private static String topKey(String path) {
    return path.split("[.\\[]", 2)[0];
  }

  private static SourceLocation markOf(YamlMap tree, String key) {
    YamlNode.Entry entry = tree.entries().get(key);
    return entry == null ? tree.mark() : entry.keyMark();
  }
}
