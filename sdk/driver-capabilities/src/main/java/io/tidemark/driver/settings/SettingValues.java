package io.tidemark.driver.settings;

import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads a driver's file into a record whose components have a {@link Key}, and collects all
 * problems, so that they are reported together. Not thread-safe.
 *
 * <pre>{@code
 * SettingValues values = SettingValues.of("my driver file", file, f -> yaml.readValue(f, Map.class));
 * MyConfiguration read = values.read(MyConfiguration.class);
 * if (read.from() > read.to()) {
 *   values.problem("to", "got " + read.to() + "; allowed from " + read.from());
 * }
 * values.requireNoProblems();
 * }</pre>
 */
public final class SettingValues {

  /**
   * Reads YAML; every driver includes its YAML library. The framework puts quotes around each text
   * that such a library would read as another number, time or boolean: {@code 0123}.
   */
  public interface Parser {
    /**
     * @return the tree of the file, of maps, lists and scalars; null for a file without values
     * @throws IOException when the file cannot be read, or is not a map in YAML
     */
    @Nullable Map<?, ?> parse(File file) throws IOException;
  }

  private final String what;
  private final Map<?, ?> root;
  private final List<SettingProblem> problems;

  /**
   * @param what begins the message of all problems, such as {@code RabbitMQ driver file}
   * @param root the file's tree, of maps, lists and scalars
   */
  public SettingValues(String what, Map<?, ?> root) {
    this(what, root, new ArrayList<>());
  }

  private SettingValues(String what, Map<?, ?> root, List<SettingProblem> problems) {
    this.what = what;
    this.root = root;
    this.problems = problems;
  }

  /**
   * The values of a file.
   *
   * @throws IOException when the file cannot be read, or is not a map in YAML
   */
  public static SettingValues of(String what, File file, Parser parser) throws IOException {
    try {
      Map<?, ?> root = Files.size(file.toPath()) == 0 ? null : parser.parse(file);
      return new SettingValues(what, root == null ? Map.of() : root);
    } catch (FileNotFoundException | NoSuchFileException e) {
      throw e;
    } catch (IOException e) {
      throw new IOException(
          what + " is not YAML: " + String.valueOf(e.getMessage()).lines().findFirst().orElse(""),
          e);
    }
  }

  /** These values and problems, with the keys of {@code defaults} that the file does not have. */
  public SettingValues orElse(Map<String, ?> defaults) {
    return new SettingValues(what, merged(root, defaults), problems);
  }

  private static Map<Object, Object> merged(Map<?, ?> file, Map<?, ?> defaults) {
    Map<Object, Object> all = new LinkedHashMap<>(defaults);
    file.forEach(
        (key, value) ->
            all.compute(
                key,
                (k, other) ->
                    value instanceof Map<?, ?> section && other instanceof Map<?, ?> others
                        ? merged(section, others)
                        : value == null ? other : value));
    return all;
  }

  /**
   * The values as a record. A wrong value is noted as a problem, and its key has the default then.
   *
   * @throws IllegalArgumentException when the record's keys are declared wrongly, see {@link
   *     Settings#of(Class)}
   */
  public <R extends Record> R read(Class<R> file) {
    KeyReader reader = new KeyReader((place, message) -> problem(place.path(), message));
    return RecordMaker.make(reader.read(root, KeyTree.of(Settings.of(file))), file);
  }

  /** Errors and warnings. */
  public List<SettingProblem> problems() {
    return List.copyOf(problems);
  }

  /** Whether there is a problem that is not a warning. */
  public boolean hasErrors() {
    return problems.stream().anyMatch(problem -> !problem.warning());
  }

  /** Throws one exception that names every error; returns if there is none. */
  public void requireNoProblems() throws IOException {
    String errors =
        problems.stream()
            .filter(problem -> !problem.warning())
            .map(problem -> "\n  " + problem.path() + ": " + problem.message())
            .collect(Collectors.joining());
    if (!errors.isEmpty()) {
      throw new IOException(what + ":" + errors);
    }
  }

  /** Adds a problem beyond the declarations of keys; {@code message} without secrets. */
  public void problem(String path, String message) {
    problems.add(new SettingProblem(path, message));
  }

  /** Adds a problem with which a run is possible; {@code message} without secrets. */
  public void warning(String path, String message) {
    problems.add(new SettingProblem(path, message, true));
  }

  /** Notes a problem if the condition holds. */
  public void problemIf(boolean wrong, String path, String message) {
    if (wrong) {
      problem(path, message);
    }
  }

  /** Whether the file has a value for that key. */
  public boolean has(String path) {
    return RecordMaker.find(root, path) != null;
  }
}
