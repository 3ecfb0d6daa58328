package io.tidemark.model.grammar;

import io.tidemark.driver.settings.KeyTree;
import io.tidemark.driver.settings.RecordMaker;
import io.tidemark.driver.settings.Setting;
import io.tidemark.model.yaml.Problems;
import io.tidemark.model.yaml.SourceLocation;
import io.tidemark.model.yaml.YamlNode;
import io.tidemark.model.yaml.YamlNode.YamlList;
import io.tidemark.model.yaml.YamlNode.YamlMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A file that has been read, or a section of it: its values, their places, and what else is wrong
 * with them. A value that is wrong by itself has been reported and reads as absent here. Names of
 * keys that are not declared are bugs.
 *
 * @param map the file, or a part of it
 * @param values of the declared keys
 * @param path of this part, for messages; empty for the file
 * @param keys declared for this part
 */
public record Fields(
    YamlMap map, Map<String, Object> values, String path, KeyTree keys, Problems problems) {

  /** The values as the record that declares them. */
  public <R extends Record> R read(Class<R> type) {
    return RecordMaker.make(values, type);
  }

  public boolean has(String key) {
    return node(key).isPresent();
  }

  public Optional<YamlNode> node(String key) {
    return map.get(nameInFile(declared(key)));
  }

  private Setting declared(String key) {
    return keys.key(key)
        .flatMap(KeyTree::setting)
        .orElseThrow(() -> new IllegalArgumentException(path(key) + " is not declared"));
  }

  /** An older name, if the file has that. */
  private String nameInFile(Setting key) {
    return key.olderNames().stream()
        .map(Setting.OlderName::name)
        .filter(older -> map.get(older).isPresent())
        .findFirst()
        .orElse(key.name().replace("[]", ""));
  }

  /** The elements of a list; none when it is absent or something else. */
  public List<YamlNode> items(String key) {
    return node(key).orElse(null) instanceof YamlList list ? list.items() : List.of();
  }

  /** The elements of a list as far as they are sections. */
  public List<Fields> elements(String key) {
    List<Fields> elements = new ArrayList<>();
    List<YamlNode> items = items(key);
    List<?> read = values.get(key) instanceof List<?> list ? list : List.of();
    for (int i = 0; i < items.size(); i++) {
      if (items.get(i) instanceof YamlMap element) {
        KeyTree each = below(key).element().orElseThrow();
        String at = path(key) + "[" + i + "]";
        elements.add(new Fields(element, map(read.get(i)), at, each, problems));
      }
    }
    return elements;
  }

  @SuppressWarnings("unchecked") // KeyReader has made it.
  private static Map<String, Object> map(@Nullable Object section) {
    return section instanceof Map ? (Map<String, Object>) section : Map.of();
  }

  /** The place of a key's value; of the section when the key is absent. */
  public SourceLocation mark(String key) {
    return node(key).map(YamlNode::mark).orElse(map.mark());
  }

  /** A section; an empty one when it is absent. */
  public Fields section(String key) {
    YamlMap section =
        node(key)
            .filter(YamlMap.class::isInstance)
            .map(YamlMap.class::cast)
            .orElseGet(() -> new YamlMap(map.mark(), Map.of()));
    return new Fields(section, map(values.get(key)), path(key), below(key), problems);
  }

  private KeyTree below(String key) {
    return keys.key(key).orElseThrow(() -> new IllegalArgumentException(path(key)));
  }

  /** A scalar as it is written. */
  public Optional<String> text(String key) {
    return node(key).flatMap(YamlNode::asText);
  }

  /** Whether this file has errors; further errors may follow from them. */
  public boolean haveErrors() {
    return problems.hasErrors();
  }

  /** Whether the value of a key is wrong by itself; further errors may follow from it. */
  public boolean isWrong(String key) {
    return problems.isWrong(mark(key), path(key));
  }

  /** Whether a section or a key in it is wrong: what follows from its values is not known. */
  public boolean isWrongIn(String section) {
    String inside = path(section) + ".";
    return isWrong(section)
        || problems.errors().stream().anyMatch(each -> each.path().startsWith(inside));
  }

  public void error(String key, String message) {
    problems.error(mark(key), path(key), message);
  }

  public void warn(String key, String message) {
    problems.warn(mark(key), path(key), message);
  }

  /** Reports a problem of this section as a whole. */
  public void error(String message) {
    problems.error(map.mark(), path, message);
  }

  /** Reports that a key is missing, which only some files must have. */
  public void require(String key) {
    if (!has(key)) {
      error(key, "the key is missing; allowed " + declared(key).allowed());
    }
  }

  public String path(String key) {
    return path.isEmpty() ? key : path + "." + key;
  }
}
