package io.tidemark.driver.settings;

import java.io.IOException;
import java.io.StringReader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * Values of a file's tree as the text, map or properties that a setting describes. What is wrong is
 * added to a list of problems.
 */
final class RawValues {
  private final List<SettingProblem> problems;

  RawValues(List<SettingProblem> problems) {
    this.problems = problems;
  }

  /** The text of a scalar; empty if it is missing or the setting does not allow it. */
  Optional<String> text(Setting setting, @Nullable Object raw) {
    if (raw instanceof Map || raw instanceof List) {
      wrong(setting.path(), raw instanceof Map ? "a map" : "a list", setting.allowed());
      return Optional.empty();
    }
    Optional<String> text = Optional.ofNullable(raw).map(Object::toString);
    if (text.filter(any -> setting.parse(any).isEmpty()).isPresent()) {
      String shown = setting.secret() ? "***" : "'" + raw + "'";
      wrong(setting.path(), shown, setting.allowed());
      return Optional.empty();
    }
    return text;
  }

  /** In the order of the file. */
  Map<String, Object> map(String path, @Nullable Object value) {
    Map<String, Object> copy = new LinkedHashMap<>();
    if (value instanceof Map<?, ?> map) {
      map.forEach((key, entry) -> copy.put(String.valueOf(key), entry));
    } else if (value != null) {
      wrong(path, value instanceof List ? "a list" : "'" + value + "'", "a map");
    }
    return copy;
  }

  Map<String, String> properties(String path, @Nullable Object value) {
    Map<String, String> properties = new LinkedHashMap<>();
    if (value instanceof String text) {
      Properties parsed = new Properties();
      try {
        parsed.load(new StringReader(text));
      } catch (IOException | IllegalArgumentException e) {
        problem(path, "not properties text: " + e.getMessage());
      }
      parsed.stringPropertyNames().forEach(key -> properties.put(key, parsed.getProperty(key)));
    } else {
      map(path, value)
          .forEach((key, entry) -> properties.put(key, scalar(path + "." + key, entry)));
    }
    return properties;
  }

  private String scalar(String path, @Nullable Object value) {
    if (value instanceof Map || value instanceof List) {
      wrong(path, value instanceof Map ? "a map" : "a list", "text, number or boolean");
    }
    return value == null ? "" : value.toString();
  }

  /** Adds a problem; {@code message} without secrets. */
  void problem(String path, String message) {
    problems.add(new SettingProblem(path, message));
  }

  private void wrong(String path, String got, String allowed) {
    problem(path, "got " + got + "; allowed " + allowed);
  }

  /**
   * The value of a key below a section.
   *
   * @param path the key, or a path from there
   * @param olderNames other names of the last key of the path
   */
  static @Nullable Object find(Map<?, ?> section, String path, List<Setting.OlderName> olderNames) {
    Object node = section;
    for (String key : path.split("\\.")) {
      node = node instanceof Map<?, ?> map ? map.get(key) : null;
    }
    if (node != null || olderNames.isEmpty()) {
      return node;
    }
    String parent = path.substring(0, path.lastIndexOf('.') + 1);
    for (Setting.OlderName older : olderNames) {
      Object value = find(section, parent + older.name(), List.of());
      if (value != null) {
        return value instanceof Map || value instanceof List
            ? value
            : older.converted(value.toString());
      }
    }
    return null;
  }
}
