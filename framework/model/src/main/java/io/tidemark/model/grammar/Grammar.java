package io.tidemark.model.grammar;

import io.tidemark.driver.settings.Setting;
import io.tidemark.driver.settings.SettingValues;
import io.tidemark.driver.settings.Settings;
import io.tidemark.model.yaml.Problems;
import io.tidemark.model.yaml.YamlNode.YamlMap;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;

/**
 * The keys that a file may have, from the record that declares them ({@link
 * io.tidemark.driver.settings.Key}). Everything about a key comes from its declaration: the check
 * of files with the places of problems, the values, the file that is written, the JSON Schema and
 * the reference page.
 *
 * @param keys in the order of the reference page
 * @param tree the keys by their paths
 * @param deadKeys obsolete keys with what to use instead; they only warn
 */
public record Grammar(List<Setting> keys, KeyTree tree, Map<String, String> deadKeys) {
  public Grammar {
    keys = List.copyOf(keys);
    deadKeys = Map.copyOf(deadKeys);
  }

  /**
   * Words that the declaration of a key names and another part has: {@code words = "<metrics>"}.
   * Found as a service.
   */
  public interface Words {
    /** {@code <metrics>}. */
    String name();

    List<String> words();
  }

  /** The keys of a record. */
  public static Grammar of(Class<? extends Record> file) {
    return of(Settings.of(file).stream().map(Grammar::withWords).toList());
  }

  private static Setting withWords(Setting key) {
    if (key.allowedValues().size() != 1 || !key.allowedValues().get(0).startsWith("<")) {
      return key;
    }
    for (Words each : ServiceLoader.load(Words.class, Grammar.class.getClassLoader())) {
      if (key.allowedValues().contains(each.name())) {
        return new Setting(
            key.path(),
            key.types(),
            each.words(),
            key.required(),
            key.defaultValue(),
            key.minimum(),
            key.maximum(),
            key.secret(),
            key.description(),
            key.olderNames());
      }
    }
    throw new IllegalArgumentException("no words " + key.allowedValues());
  }

  public static Grammar of(List<Setting> keys) {
    return new Grammar(keys, KeyTree.of(keys), Map.of());
  }

  /** What an empty file says: defaults, and otherwise nothing. */
  public static <R extends Record> R defaults(Class<R> file) {
    return new SettingValues("", Map.of()).read(file);
  }

  /** These keys, and then others. */
  public Grammar with(List<Setting> others) {
    List<Setting> all = new ArrayList<>(keys);
    all.addAll(others);
    return new Grammar(all, KeyTree.of(all), deadKeys);
  }

  /** These keys, and obsolete ones with what to use instead. */
  public Grammar withDead(Map<String, String> obsolete) {
    Map<String, String> all = new LinkedHashMap<>(deadKeys);
    all.putAll(obsolete);
    return new Grammar(keys, tree, all);
  }

  /**
   * Reports what is wrong with each key of a file by itself.
   *
   * @param lenient whether unknown keys only warn
   * @return the file, to read values and to check what keys must be to each other
   */
  public Fields check(YamlMap file, boolean lenient, Problems problems) {
    new KeyCheck(problems, lenient, deadKeys).check(file, tree);
    return fields(file, problems);
  }

  /** A file that has been checked. */
  public Fields fields(YamlMap file, Problems problems) {
    return new Fields(file, "", tree, problems);
  }

  /** The JSON Schema of the file, as maps and lists. */
  public Map<String, Object> schema(String title, boolean open) {
    return JsonSchema.of(title, keys, open, deadKeys);
  }
}
