package io.tidemark.model.yaml;

import io.tidemark.driver.settings.Setting;
import io.tidemark.driver.settings.Setting.Type;
import io.tidemark.model.yaml.YamlNode.Entry;
import io.tidemark.model.yaml.YamlNode.YamlList;
import io.tidemark.model.yaml.YamlNode.YamlMap;
import io.tidemark.model.yaml.YamlNode.YamlScalar;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Values that replace or add keys of a file. They keep the places where they are written, so that
 * errors name them.
 *
 * @param all a later one replaces an earlier one of the same path
 */
public record Overrides(List<Value> all) {
  /** The file as it is. */
  public static final Overrides NONE = new Overrides(List.of());

  /**
   * One value.
   *
   * @param path with dots, in a list with the name of an element ({@code
   *     classes.bulk.producerRate}); where it ends inside a text of properties, its rest is the
   *     name of a property: {@code producerConfig.linger.ms}
   * @param mark of the path
   */
  public record Value(String path, SourceLocation mark, YamlNode value) {}

  public Overrides {
    all = List.copyOf(all);
  }

  /** The keys of a section as paths of a file. */
  public static Overrides of(Map<String, Entry> section) {
    return new Overrides(
        section.entrySet().stream()
            .map(
                each ->
                    new Value(each.getKey(), each.getValue().keyMark(), each.getValue().value()))
            .toList());
  }

  /** These, and then others. */
  public Overrides and(Overrides others) {
    List<Value> both = new ArrayList<>(all);
    both.addAll(others.all);
    return new Overrides(both);
  }

  public boolean isEmpty() {
    return all.isEmpty();
  }

  /** Where the value of a path is written; empty if it is not one of these. */
  public Optional<SourceLocation> mark(String path) {
    return all.stream()
        .filter(each -> each.path.equals(path))
        .map(Value::mark)
        .reduce((first, last) -> last);
  }

  /**
   * The file with these values; what cannot be set goes to the problems.
   *
   * @param rules of the file, as far as they are known
   */
  public YamlMap applyTo(YamlMap file, List<Setting> rules, Problems problems) {
    Map<String, Setting> byPath =
        rules.stream().collect(Collectors.toMap(Setting::path, rule -> rule, (one, same) -> one));
    YamlMap changed = file;
    for (Value each : all) {
      changed = new Step(each, byPath, problems).set(changed, "", each.path);
    }
    return changed;
  }

  /** The way of one value into the tree. */
  private record Step(Value override, Map<String, Setting> rules, Problems problems) {

    YamlMap set(YamlMap map, String parent, String rest) {
      String key = keyOf(map, rest);
      String path = parent.isEmpty() ? key : parent + "." + key;
      Map<String, Entry> entries = new LinkedHashMap<>(map.entries());
      if (rest.equals(key)) {
        entries.put(key, new Entry(override.mark, override.value));
      } else {
        Entry before = entries.get(key);
        SourceLocation keyMark = before == null ? override.mark : before.keyMark();
        String below = rest.substring(key.length() + 1);
        entries.put(key, new Entry(keyMark, changed(map.get(key), path, below)));
      }
      return new YamlMap(map.mark(), entries);
    }

    /** Keys may have dots: the longest that is there, else up to the first dot. */
    private static String keyOf(YamlMap map, String rest) {
      return map.entries().keySet().stream()
          .filter(key -> rest.equals(key) || rest.startsWith(key + "."))
          .max(Comparator.comparingInt(String::length))
          .orElseGet(() -> rest.split("\\.", 2)[0]);
    }

    private YamlNode changed(Optional<YamlNode> before, String path, String below) {
      YamlNode node = before.orElseGet(() -> new YamlMap(override.mark, Map.of()));
      Optional<Setting> rule = Optional.ofNullable(rules.get(path));
      boolean known = rule.filter(each -> each.types().contains(Type.PROPERTIES)).isPresent();
      Optional<String> shorthand = rule.flatMap(Setting::shorthand);
      if (node instanceof YamlScalar plain && shorthand.isPresent()) {
        Entry meant = new Entry(plain.mark(), plain);
        return set(new YamlMap(plain.mark(), Map.of(shorthand.get(), meant)), path, below);
      }
      if (node instanceof YamlScalar text && (known || text.text().contains("="))) {
        return new YamlScalar(text.mark(), withProperty(text.text(), below), true);
      }
      if (node instanceof YamlMap map) {
        return known ? with(map, below) : set(map, path, below);
      }
      if (node instanceof YamlList list) {
        return with(list, path, below);
      }
      problems.error(
          override.mark,
          override.path,
          "cannot be set: %s in %s is not a map".formatted(path, node.mark()));
      return node;
    }

    /** A list of maps with names: the first step of the path is the name of one of them. */
    private YamlNode with(YamlList list, String path, String below) {
      String[] steps = below.split("\\.", 2);
      List<YamlNode> items = new ArrayList<>();
      boolean found = false;
      for (YamlNode item : list.items()) {
        boolean meant =
            steps.length == 2
                && item instanceof YamlMap map
                && map.text("name").filter(steps[0]::equals).isPresent();
        found |= meant;
        items.add(meant ? set((YamlMap) item, path + "[]", steps[1]) : item);
      }
      if (!found) {
        problems.error(
            override.mark,
            override.path,
            "cannot be set: %s in %s has no element with the name %s"
                .formatted(path, list.mark(), steps[0]));
      }
      return new YamlList(list.mark(), items);
    }

    private YamlMap with(YamlMap properties, String name) {
      Map<String, Entry> entries = new LinkedHashMap<>(properties.entries());
      entries.put(name, new Entry(override.mark, override.value));
      return new YamlMap(properties.mark(), entries);
    }

    private String withProperty(String text, String name) {
      if (!(override.value instanceof YamlScalar value)) {
        problems.error(
            override.value.mark(),
            override.path,
            "a property has a single value; got a list or map");
        return text;
      }
      List<String> lines = new ArrayList<>(text.lines().toList());
      lines.removeIf(line -> line.strip().split("\\s*[=:]", 2)[0].equals(name));
      if (!value.isNull()) {
        lines.add(name + "=" + escaped(value.text()));
      }
      return String.join("\n", lines) + "\n";
    }

    /** Escapes a value for a text of properties; its readers take the escapes away. */
    private static String escaped(String value) {
      String escaped = value.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r");
      return escaped.startsWith(" ") ? "\\" + escaped : escaped;
    }
  }
}
