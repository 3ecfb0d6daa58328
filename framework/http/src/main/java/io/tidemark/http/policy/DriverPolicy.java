package io.tidemark.http.policy;

import io.tidemark.model.worker.RunSetup.DriverSource;
import io.tidemark.model.worker.WorkerException;
import io.tidemark.model.worker.WorkerException.Kind;
import io.tidemark.model.yaml.Problems;
import io.tidemark.model.yaml.SourceFile;
import io.tidemark.model.yaml.YamlNode;
import io.tidemark.model.yaml.YamlTree;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
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

  /** Finds settings that make a driver read files. */
  record ConfiguredFiles(List<Path> allowedFolders) {
    /** Ends of keys under which the known clients expect files, in lower case. */
    private static final List<String> FILE_KEYS =
        List.of(
            "location",
            "file",
            "path",
            "folder",
            "directory",
            "keystore",
            "truststore",
            "cacertificate");

    /** Certificates and keys themselves: no path has this form. */
    private static final Pattern PEM_CONTENT =
        Pattern.compile("(-----BEGIN [A-Z ]+-----[A-Za-z0-9+/=\\s]+-----END [A-Z ]+-----\\s*)+");

    private static final Pattern LOOKS_LIKE_FILE =
        Pattern.compile("(?s)(?i)(/|~|\\.\\.?/|file:|.*/\\.\\./).*");
    private static final Pattern SCHEME_IN_VALUE = Pattern.compile("(?i)\\bfile:");

    Optional<String> problem(ConfiguredValue value) {
      String text = value.text().strip();
      String key = value.key().toLowerCase(Locale.ROOT);
      boolean named =
          FILE_KEYS.stream().anyMatch(key::endsWith) || key.equals("ca") || key.endsWith(".ca");
      boolean looks =
          LOOKS_LIKE_FILE.matcher(text).matches() || SCHEME_IN_VALUE.matcher(text).find();
      // A lone slash is AMQP's default virtual host.
      if (text.isEmpty()
          || text.equals("/")
          || PEM_CONTENT.matcher(text).matches()
          || key.endsWith("password")
          || !named && !looks
          || isAllowed(text)) {
        return Optional.empty();
      }
      return Optional.of(
          value.path()
              + " names a file; give its content instead, or start the worker with --allow-driver-files FOLDER");
    }

    /** Also against links that lead out of the folder. */
    private boolean isAllowed(String text) {
      try {
        Path file = Path.of(text.replaceFirst("(?i)^file:(//)?", "")).toAbsolutePath().normalize();
        Path real = file.toFile().exists() ? file.toRealPath() : file;
        for (Path folder : allowedFolders) {
          Path realFolder = folder.toFile().exists() ? folder.toRealPath() : folder;
          if (file.startsWith(folder) && real.startsWith(realFolder)) {
            return true;
          }
        }
        return false;
      } catch (InvalidPathException | IOException e) {
        return false;
      }
    }
  }
}
