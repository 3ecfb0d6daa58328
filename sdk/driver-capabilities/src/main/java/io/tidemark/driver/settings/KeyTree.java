package io.tidemark.driver.settings;

import io.tidemark.driver.settings.Setting.Type;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Keys by their path: the tree by which {@link KeyReader} reads a file. */
public final class KeyTree {
  private static final String ELEMENT = "[]";

  private final Map<String, KeyTree> children = new LinkedHashMap<>();
  private @Nullable Setting setting;

  private KeyTree() {}

  /** A path that is not declared but above one that is declared is a section. */
  public static KeyTree of(List<Setting> keys) {
    KeyTree root = new KeyTree();
    for (Setting key : keys) {
      KeyTree node = root;
      for (String step : key.path().replace(ELEMENT, "." + ELEMENT).split("\\.")) {
        node = node.children.computeIfAbsent(step, any -> new KeyTree());
      }
      node.setting = key;
    }
    return root;
  }

  /**
   * The tree with a list whose elements may have the keys of another tree, beside their own: a list
   * that holds itself. For checks only, because there is no end to it.
   */
  public KeyTree withElements(String list, KeyTree like) {
    KeyTree element = at(list).children.computeIfAbsent(ELEMENT, any -> like);
    like.children.forEach(element.children::putIfAbsent);
    return this;
  }

  /** The part at a path: {@code phases[]}. */
  public KeyTree at(String path) {
    KeyTree node = this;
    for (String step : path.replace(ELEMENT, "." + ELEMENT).split("\\.")) {
      node = Objects.requireNonNull(node.children.get(step), path);
    }
    return node;
  }

  /** The declaration of this place; empty for the root and for sections without one. */
  public Optional<Setting> setting() {
    return Optional.ofNullable(setting);
  }

  /** Keys of a section, in the order of the declarations. */
  public Set<String> keys() {
    Map<String, KeyTree> keys = new LinkedHashMap<>(children);
    keys.remove(ELEMENT);
    return keys.keySet();
  }

  /** Below a key. */
  public Optional<KeyTree> key(String key) {
    return Optional.ofNullable(children.get(key));
  }

  /** The key of which this is an older name. */
  Optional<Setting> ofOlderName(String name) {
    return children.containsKey(name)
        ? Optional.empty()
        : children.values().stream()
            .flatMap(child -> child.setting().stream())
            .filter(key -> key.olderNames().stream().anyMatch(older -> older.name().equals(name)))
            .findFirst();
  }

  /** What each element of a list must be; empty for anything. */
  public Optional<KeyTree> element() {
    return Optional.ofNullable(children.get(ELEMENT));
  }

  boolean is(Type type) {
    return setting == null ? type == Type.SECTION : setting.types().contains(type);
  }

  boolean isRequired() {
    return setting != null && setting.required();
  }

  String allowed() {
    return setting == null ? Type.SECTION.description() : setting.allowed();
  }

  /** Whether a value has a form of its key and lies within the bounds, or is one of the words. */
  boolean fits(Object value) {
    if (value instanceof Map) {
      return is(Type.SECTION) || is(Type.MAP) || is(Type.PROPERTIES) || is(Type.ANY);
    }
    if (value instanceof List) {
      return is(Type.LIST) || is(Type.ANY);
    }
    boolean text = value instanceof String || !is(Type.PROPERTIES);
    return text && setting != null && setting.parse(value.toString()).isPresent();
  }
}
