package io.tidemark.model.yaml;

import io.tidemark.driver.settings.NearestName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * {@code ${env:NAME}} and {@code ${file:path}}, and {@code ${brokers.*}} left open where allowed.
 * Reads each file once. Not thread-safe.
 */
public final class EnvironmentSource implements PlaceholderSource {

  /**
   * What to do with {@code ${brokers.*}}.
   *
   * @param problem why a file cannot have them; empty: they are left for later
   */
  public record Brokers(Optional<String> problem) {
    /** Leave them for later. */
    public static final Brokers OPEN = new Brokers(Optional.empty());

    /** Not a driver's file. */
    public static final Brokers NOT_HERE =
        new Brokers(Optional.of("is for driver files; allowed here ${env:NAME}, ${file:path}"));

    /** A driver's file without one of these keys. */
    public static Brokers without(List<String> keys) {
      return new Brokers(
          Optional.of(
              "needs the key " + String.join(" or ", keys) + ", which this file does not have"));
    }
  }

  private static final String VARIABLE = "env:";
  private static final String FILE = "file:";

  private final Map<String, String> environment;
  private final Path folder;
  private final Brokers brokers;
  private final boolean strict;

  /** Values by the names of their placeholders. */
  private final Map<String, String> used = new LinkedHashMap<>();

  /**
   * @param environment variables by name
   * @param folder where relative files are looked for when they are not in the working directory
   * @param strict whether an unknown kind of placeholder is an error; else it stays as it is
   */
  public EnvironmentSource(
      Map<String, String> environment, Path folder, Brokers brokers, boolean strict) {
    this.environment = Map.copyOf(environment);
    this.folder = folder;
    this.brokers = brokers;
    this.strict = strict;
  }

  @Override
  public Optional<String> value(String name) {
    if (name.startsWith(VARIABLE)) {
      return Optional.of(used.computeIfAbsent(name, variable -> variable(withoutKind(variable))));
    }
    if (name.startsWith(FILE)) {
      return Optional.of(used.computeIfAbsent(name, file -> content(withoutKind(file))));
    }
    if (name.startsWith("brokers.")) {
      return openBrokers(name);
    }
    if (strict) {
      throw new UnknownPlaceholderException(
          ("unknown placeholder ${%s}; allowed ${env:NAME}, ${file:path}%s, and $${ for"
                  + " a literal ${")
              .formatted(name, brokers.problem().isEmpty() ? ", ${brokers.*}" : ""));
    }
    return Optional.empty();
  }

  /** Values read from files, secrets by their nature, and of variables with secret names. */
  public List<String> secrets() {
    return used.entrySet().stream()
        .filter(
            each ->
                each.getKey().startsWith(FILE)
                    || SecretName.looksSecret(withoutKind(each.getKey())))
        .map(Map.Entry::getValue)
        .toList();
  }

  /** Every value so far, to be kept out of messages. */
  public List<String> allValues() {
    return List.copyOf(used.values());
  }

  /** What a placeholder brought in; empty for one of another kind, or not used so far. */
  Optional<String> used(String name) {
    return Optional.ofNullable(used.get(name));
  }

  private static String withoutKind(String name) {
    return name.substring(name.indexOf(':') + 1);
  }

  private String variable(String name) {
    String value = environment.get(name);
    if (value == null) {
      throw new UnknownPlaceholderException(
          "the environment variable %s is not set%s"
              .formatted(name, NearestName.suggestion(name, environment.keySet())));
    }
    return value;
  }

  private String content(String file) {
    try {
      Path given = Path.of(file);
      String text = InputFiles.text(Files.exists(given) ? given : folder.resolve(file));
      if (text.length() > YamlTree.MAX_VALUE_LENGTH) {
        throw new IOException(
            "it has " + text.length() + " characters; allowed " + YamlTree.MAX_VALUE_LENGTH);
      }
      int end = text.length();
      while (end > 0 && "\r\n".indexOf(text.charAt(end - 1)) >= 0) {
        end--;
      }
      return text.substring(0, end);
    } catch (IOException | InvalidPathException e) {
      throw new UnknownPlaceholderException(
          "cannot read the file of ${file:" + file + "}: " + e.getMessage());
    }
  }

  private Optional<String> openBrokers(String name) {
    if (brokers.problem().isPresent()) {
      throw new UnknownPlaceholderException("${" + name + "} " + brokers.problem().get());
    }
    return Optional.empty();
  }
}
