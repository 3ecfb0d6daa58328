package io.tidemark.http.policy;

import io.tidemark.model.worker.RunSetup.DriverSource;
import io.tidemark.model.worker.WorkerException;
import io.tidemark.model.worker.WorkerException.Kind;
import io.tidemark.model.yaml.Problems;
import io.tidemark.model.yaml.SourceFile;
import io.tidemark.model.yaml.YamlNode;
import io.tidemark.model.yaml.YamlTree;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Restricts the driver configuration on a worker: the permission to start a run must not permit
 * loading any class or reading any file of the worker's machine.
 *
 * @param allowedFolders files below them may be named
 * @param allowedClasses additional permitted classes
 * @param allowedSchemes additional permitted schemes of addresses
 */
public record DriverPolicy(
    List<Path> allowedFolders, Set<String> allowedClasses, Set<String> allowedSchemes) {
  /** No files, and only the well-known classes and addresses of the brokers' clients. */
  public static final DriverPolicy STRICT = new DriverPolicy(List.of(), Set.of(), Set.of());

  public DriverPolicy {
    allowedFolders =
        allowedFolders.stream().map(each -> each.toAbsolutePath().normalize()).toList();
    allowedClasses = Set.copyOf(allowedClasses);
    allowedSchemes =
        allowedSchemes.stream()
            .map(scheme -> scheme.toLowerCase(Locale.ROOT))
            .collect(Collectors.toUnmodifiableSet());
  }

  /**
   * @throws WorkerException (configuration) that names the key, never its value
   */
  public void check(String worker, DriverSource driver) throws WorkerException {
    List<ConfiguredValue> values = valuesOf(worker, driver);
    ConfiguredClasses classes = new ConfiguredClasses(allowedClasses);
    ConfiguredFiles files = new ConfiguredFiles(allowedFolders);
    ConfiguredAddresses addresses = new ConfiguredAddresses(allowedSchemes);
    for (ConfiguredValue value : values) {
      Optional<String> problem =
          classes.problem(value).or(() -> files.problem(value)).or(() -> addresses.problem(value));
      if (problem.isPresent()) {
        throw refused(worker, problem.get());
      }
    }
  }

  private static List<ConfiguredValue> valuesOf(String worker, DriverSource driver)
      throws WorkerException {
    SourceFile source = new SourceFile("driver file", driver.configurationYaml());
    Problems problems = new Problems();
    Optional<YamlNode.YamlMap> tree = YamlTree.read(source, problems);
    // If this tree contains one of two values, the driver may read the other.
    if (!problems.errors().isEmpty()) {
      throw refused(worker, problems.errors().get(0).oneLine());
    }
    List<ConfiguredValue> values = new ArrayList<>();
    ConfiguredValue.collect(
        "",
        tree.orElseThrow(() -> refused(worker, "the driver's file is not a YAML map")).plain(),
        values);
    return values;
  }

  private static WorkerException refused(String worker, String problem) {
    return new WorkerException(
        worker, "prepare", Kind.CONFIGURATION, "rejected by the worker: " + problem, null);
  }
}
