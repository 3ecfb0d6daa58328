package io.tidemark.model.grammar;

import io.tidemark.driver.settings.Setting;
import io.tidemark.driver.settings.Setting.OlderName;
import io.tidemark.driver.settings.Setting.Type;
import io.tidemark.model.yaml.NearestKey;
import io.tidemark.model.yaml.Placeholders;
import io.tidemark.model.yaml.Problems;
import io.tidemark.model.yaml.SecretMask;
import io.tidemark.model.yaml.SecretName;
import io.tidemark.model.yaml.SourceLocation;
import io.tidemark.model.yaml.YamlNode;
import io.tidemark.model.yaml.YamlNode.Entry;
import io.tidemark.model.yaml.YamlNode.YamlList;
import io.tidemark.model.yaml.YamlNode.YamlMap;
import io.tidemark.model.yaml.YamlNode.YamlScalar;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Checks a tree against the declared keys: unknown keys with the nearest known one, older names,
 * missing keys, wrong forms, words and ranges. Continues after each problem.
 *
 * @param lenient unknown keys only warn
 * @param deadKeys obsolete keys with their explanation; they only warn
 */
public record KeyCheck(Problems problems, boolean lenient, Map<String, String> deadKeys) {
  public KeyCheck {
    deadKeys = Map.copyOf(deadKeys);
  }

  /** Checks a whole file. */
  public void check(YamlMap top, KeyTree keys) {
    checkKeys(top, keys, "");
  }

  private void checkKeys(YamlMap map, KeyTree keys, String path) {
    map.entries().forEach((key, entry) -> checkEntry(map, key, entry, keys, path));
    for (String key : keys.keys()) {
      Setting setting = keys.key(key).flatMap(KeyTree::setting).orElse(null);
      if (setting != null && setting.required() && !has(map, key, setting)) {
        problems.error(
            placeOf(map, key),
            child(path, key),
            "the key is missing; allowed " + setting.allowed());
      }
    }
  }

  private static boolean has(YamlMap map, String key, Setting setting) {
    return map.get(key).isPresent()
        || setting.olderNames().stream().anyMatch(older -> map.get(older.name()).isPresent());
  }

  private static SourceLocation placeOf(YamlMap map, String key) {
    Entry empty = map.entries().get(key);
    return empty == null ? map.mark() : empty.keyMark();
  }

  private void checkEntry(YamlMap map, String key, Entry entry, KeyTree keys, String path) {
    String childPath = child(path, key);
    KeyTree below = keys.key(key).orElse(null);
    Setting now = keys.ofOlderName(key).orElse(null);
    if (below != null) {
      check(entry.value(), below, childPath);
    } else if (now != null) {
      checkOlder(map, key, entry, now, path);
    } else if (deadKeys.containsKey(childPath)) {
      problems.warn(entry.keyMark(), childPath, "has no effect: " + deadKeys.get(childPath));
    } else {
      unknown(key, entry.keyMark(), map, keys.keys(), path);
    }
  }

  private void checkOlder(YamlMap map, String key, Entry entry, Setting now, String path) {
    String name = now.name();
    OlderName older =
        now.olderNames().stream().filter(each -> each.name().equals(key)).findFirst().orElseThrow();
    if (map.get(name).isPresent()) {
      String message = "cannot be combined with " + name + ", of which it is the older name";
      problems.error(entry.keyMark(), child(path, key), message);
      return;
    }
    YamlNode value = entry.value();
    String converted = value.asText().map(older::converted).orElse("");
    problems.warn(
        entry.keyMark(),
        child(path, key),
        "is deprecated; write " + name + (converted.isEmpty() ? "" : ": " + shown(converted, now)));
    if (value instanceof YamlScalar scalar) {
      YamlScalar meant = new YamlScalar(scalar.mark(), converted, scalar.quoted());
      check(meant, KeyTree.of(List.of(now.at(name))).key(name).orElseThrow(), child(path, key));
    }
  }

  private static String shown(String text, Setting key) {
    return key.secret() ? SecretMask.MASK : SecretMask.maskLooks(text);
  }

  private void unknown(
      String key, SourceLocation mark, YamlMap map, Set<String> known, String path) {
    if (problems.isFull(mark.source(), !lenient)) {
      return;
    }
    String allowed = known.size() <= 12 ? "; allowed " + String.join(", ", known) : "";
    Optional<String> nearest = NearestKey.of(key, known);
    problems.errorUnless(
        lenient,
        mark,
        child(path, key),
        "unknown key" + allowed + nearest.map(NearestKey::question).orElse(""));
    nearest
        .filter(meant -> !lenient && map.get(meant).isEmpty())
        .ifPresent(meant -> problems.meant(mark, child(path, meant)));
  }

  private void check(YamlNode node, KeyTree keys, String path) {
    if (node instanceof YamlScalar scalar && (scalar.isNull() || Placeholders.isOpen(scalar))) {
      return; // An empty value is an absent key; an open placeholder is checked when it is filled.
    }
    if (!fits(node, keys)) {
      wrong(node, keys, path);
    } else if (node instanceof YamlMap map && keys.isSection()) {
      checkKeys(map, keys, path);
    } else if (node instanceof YamlList list && keys.element().isPresent()) {
      for (int i = 0; i < list.items().size(); i++) {
        element(list.items().get(i), keys.element().get(), path + "[" + i + "]");
      }
    }
  }

  private void element(YamlNode node, KeyTree keys, String path) {
    if (node instanceof YamlScalar scalar && scalar.isNull()) {
      String allowed = keys.setting().map(setting -> "; allowed " + setting.allowed()).orElse("");
      problems.wrongValue(node.mark(), path, "an empty element of the list" + allowed);
    } else {
      check(node, keys, path);
    }
  }

  private static boolean fits(YamlNode node, KeyTree keys) {
    return keys.setting().map(setting -> fits(node, setting)).orElse(node instanceof YamlMap);
  }

  /** Whether a value has a form of its key and lies within the bounds, or is one of the words. */
  private static boolean fits(YamlNode node, Setting key) {
    if (node instanceof YamlScalar scalar) {
      return key.allows(scalar.text());
    }
    Set<Type> trees =
        node instanceof YamlMap
            ? EnumSet.of(Type.MAP, Type.SECTION, Type.PROPERTIES, Type.ANY)
            : EnumSet.of(Type.LIST, Type.ANY);
    return key.types().stream().anyMatch(trees::contains);
  }

  private void wrong(YamlNode node, KeyTree keys, String path) {
    Setting key = keys.setting().orElse(null);
    String allowed = key == null ? Type.SECTION.description() : key.allowed();
    String meant =
        key != null && node instanceof YamlScalar scalar
            ? NearestKey.suggestion(scalar.text(), key.allowedValues())
            : "";
    problems.wrongValue(
        node.mark(),
        path,
        "wrong value, got " + got(node, key, path) + "; allowed " + allowed + meant);
  }

  private static String got(YamlNode node, @Nullable Setting key, String path) {
    if (node instanceof YamlMap) {
      return "a map";
    }
    if (node instanceof YamlList) {
      return "a list";
    }
    boolean secret = SecretName.looksSecret(path) || (key != null && key.secret());
    return secret ? SecretMask.MASK : SecretMask.maskLooks(((YamlScalar) node).text());
  }

  private static String child(String path, String key) {
    return path.isEmpty() ? key : path + "." + key;
  }
}
