package io.tidemark.model.yaml;

import io.tidemark.model.yaml.YamlNode.Entry;
import io.tidemark.model.yaml.YamlNode.YamlList;
import io.tidemark.model.yaml.YamlNode.YamlMap;
import io.tidemark.model.yaml.YamlNode.YamlScalar;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Checks a tree against rules: unknown keys with the nearest known one, missing keys, wrong forms,
 * words and ranges. Continues after each problem.
 *
 * @param lenient unknown keys only warn
 * @param deadKeys obsolete keys with their explanation; they only warn
 */
public record KeyCheck(Problems problems, boolean lenient, Map<String, String> deadKeys) {
  public KeyCheck {
    deadKeys = Map.copyOf(deadKeys);
  }

  /** Checks a whole file. */
  public void check(YamlMap top, RuleTree rules) {
    checkKeys(top, rules, "");
  }

  private void checkKeys(YamlMap map, RuleTree rules, String path) {
    map.entries().forEach((key, entry) -> checkEntry(map, key, entry, rules, path));
    for (String key : rules.keys()) {
      KeyRule rule = rules.key(key).flatMap(RuleTree::rule).orElse(null);
      if (rule != null && rule.required() && map.get(key).isEmpty()) {
        problems.error(
            placeOf(map, key), child(path, key), "the key is missing; allowed " + rule.allowed());
      }
    }
  }

  private static SourceLocation placeOf(YamlMap map, String key) {
    Entry empty = map.entries().get(key);
    return empty == null ? map.mark() : empty.keyMark();
  }

  private void checkEntry(YamlMap map, String key, Entry entry, RuleTree rules, String path) {
    String childPath = child(path, key);
    RuleTree below = rules.key(key).orElse(null);
    if (below != null) {
      check(entry.value(), below, childPath);
    } else if (deadKeys.containsKey(childPath)) {
      problems.warn(entry.keyMark(), childPath, "has no effect: " + deadKeys.get(childPath));
    } else {
      unknown(key, entry.keyMark(), map, rules.keys(), path);
    }
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

  private void check(YamlNode node, RuleTree rules, String path) {
    if (node instanceof YamlScalar scalar && (scalar.isNull() || Placeholders.isOpen(scalar))) {
      return; // An empty value is an absent key; an open placeholder is checked when it is filled.
    }
    if (!fits(node, rules)) {
      wrong(node, rules, path);
    } else if (node instanceof YamlMap map && rules.allows(Form.SECTION)) {
      checkKeys(map, rules, path);
    } else if (node instanceof YamlList list && rules.element().isPresent()) {
      for (int i = 0; i < list.items().size(); i++) {
        element(list.items().get(i), rules.element().get(), path + "[" + i + "]");
      }
    }
  }

  private void element(YamlNode node, RuleTree rules, String path) {
    if (node instanceof YamlScalar scalar && scalar.isNull()) {
      String allowed = rules.rule().map(rule -> "; allowed " + rule.allowed()).orElse("");
      problems.wrongValue(node.mark(), path, "an empty element of the list" + allowed);
    } else {
      check(node, rules, path);
    }
  }

  private static boolean fits(YamlNode node, RuleTree rules) {
    KeyRule rule = rules.rule().orElse(null);
    if (rule == null) {
      return node instanceof YamlMap;
    }
    return rule.allows(node);
  }

  private void wrong(YamlNode node, RuleTree rules, String path) {
    KeyRule rule = rules.rule().orElse(null);
    String allowed = rule == null ? Form.SECTION.description() : rule.allowed();
    String meant =
        rule != null && node instanceof YamlScalar scalar
            ? NearestKey.suggestion(scalar.text(), rule.literals())
            : "";
    problems.wrongValue(
        node.mark(),
        path,
        "wrong value, got " + got(node, rule, path) + "; allowed " + allowed + meant);
  }

  private static String got(YamlNode node, @Nullable KeyRule rule, String path) {
    if (node instanceof YamlMap) {
      return "a map";
    }
    if (node instanceof YamlList) {
      return "a list";
    }
    boolean secret = SecretMask.looksSecret(path) || (rule != null && rule.secret());
    return secret ? SecretMask.MASK : SecretMask.maskLooks(((YamlScalar) node).text());
  }

  private static String child(String path, String key) {
    return path.isEmpty() ? key : path + "." + key;
  }
}
