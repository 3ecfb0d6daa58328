package io.tidemark.model.grammar;

import io.tidemark.driver.settings.KeyReader;
import io.tidemark.driver.settings.KeyReader.Place;
import io.tidemark.driver.settings.KeyTree;
import io.tidemark.driver.settings.NearestName;
import io.tidemark.driver.settings.RecordMaker;
import io.tidemark.driver.settings.Setting;
import io.tidemark.driver.settings.Settings;
import io.tidemark.model.yaml.Placeholders;
import io.tidemark.model.yaml.Problems;
import io.tidemark.model.yaml.SecretMask;
import io.tidemark.model.yaml.SecretName;
import io.tidemark.model.yaml.SourceLocation;
import io.tidemark.model.yaml.YamlNode;
import io.tidemark.model.yaml.YamlNode.Entry;
import io.tidemark.model.yaml.YamlNode.YamlList;
import io.tidemark.model.yaml.YamlNode.YamlMap;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import org.jspecify.annotations.Nullable;

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
        return key.withAllowed(each.words());
      }
    }
    throw new IllegalArgumentException("no words " + key.allowedValues());
  }

  public static Grammar of(List<Setting> keys) {
    return new Grammar(keys, KeyTree.of(keys), Map.of());
  }

  /** What an empty file says: defaults, and otherwise nothing. */
  public static <R extends Record> R defaults(Class<R> file) {
    return RecordMaker.make(Map.of(), file);
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
   * Reads a file, and reports what is wrong with each key by itself.
   *
   * @param lenient whether unknown keys only warn
   * @return its values, and the file to check what keys must be to each other
   */
  public Fields check(YamlMap file, boolean lenient, Problems problems) {
    KeyReader reader = new KeyReader(new Marked(file, lenient, deadKeys, problems));
    return new Fields(file, reader.read(file.plain(), tree), "", tree, problems);
  }

  /** The JSON Schema of the file, as maps and lists. */
  public Map<String, Object> schema(String title, boolean open) {
    return JsonSchema.of(title, keys, open, deadKeys);
  }

  /** Problems with their places in a file. */
  private record Marked(
      YamlMap file, boolean lenient, Map<String, String> deadKeys, Problems problems)
      implements KeyReader.Report {

    @Override
    public void wrongValue(Place value, String message) {
      problems.wrongValue(node(value).mark(), value.path(), message);
    }

    @Override
    public void wrongKey(Place key, String message) {
      problems.error(keyMark(key), key.path(), message);
    }

    @Override
    public void older(Place key, String message) {
      problems.warn(keyMark(key), key.path(), message);
    }

    @Override
    public void unknown(Place key, Set<String> known) {
      SourceLocation mark = keyMark(key);
      String path = key.path();
      String dead = deadKeys.get(path);
      if (dead != null) {
        problems.warn(mark, path, "has no effect: " + dead);
      } else if (!problems.isFull(mark.source(), !lenient)) {
        String allowed = known.size() <= 12 ? "; allowed " + String.join(", ", known) : "";
        String name = key.step().toString();
        Optional<String> nearest = NearestName.of(name, known);
        String question = nearest.map(NearestName::question).orElse("");
        problems.errorUnless(lenient, mark, path, "unknown key" + allowed + question);
        nearest
            .filter(meant -> !lenient && section(key).get(meant).isEmpty())
            .map(meant -> path.substring(0, path.length() - name.length()) + meant)
            .ifPresent(meant -> problems.meant(mark, meant));
      }
    }

    /** Only in driver files, which are checked once more when they are filled. */
    @Override
    public boolean isOpen(String text) {
      return file.get("driverClass").isPresent() && Placeholders.isOpen(text);
    }

    @Override
    public boolean takesSingleValues() {
      return false;
    }

    @Override
    public String shown(Place value, String text) {
      return SecretName.looksSecret(value.path()) ? SecretMask.MASK : SecretMask.maskLooks(text);
    }

    /** That of the section if the key is absent. */
    private SourceLocation keyMark(Place key) {
      YamlMap section = section(key);
      Entry entry = section.entries().get(key.step());
      return entry == null ? section.mark() : entry.keyMark();
    }

    private YamlMap section(Place key) {
      return (YamlMap) node(key.in());
    }

    private YamlNode node(@Nullable Place place) {
      if (place == null) {
        return file;
      }
      return node(place.in()) instanceof YamlList list
          ? list.items().get((Integer) place.step())
          : Objects.requireNonNull(section(place).entries().get(place.step())).value();
    }
  }
}
