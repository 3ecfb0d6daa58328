package io.tidemark.model.yaml;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Rules by their path: the tree against which a file is checked. */
public final class RuleTree {
  private static final String ELEMENT = "[]";

  private final Map<String, RuleTree> children = new LinkedHashMap<>();
  private @Nullable KeyRule rule;

  private RuleTree() {}

  /** A path that no rule names but that is above one that does is a section. */
  public static RuleTree of(List<KeyRule> rules) {
    RuleTree root = new RuleTree();
    for (KeyRule rule : rules) {
      RuleTree node = root;
      for (String step : rule.path().replace(ELEMENT, "." + ELEMENT).split("\\.")) {
        node = node.children.computeIfAbsent(step, key -> new RuleTree());
      }
      node.rule = rule;
    }
    return root;
  }

  /**
   * The same, with a list whose elements may be what those of another list are: a list that holds
   * itself. For checks only, because there is no end to it.
   */
  public RuleTree nested(String list, String like) {
    at(list).children.put(ELEMENT, at(like).element().orElseThrow());
    return this;
  }

  private RuleTree at(String path) {
    RuleTree node = this;
    for (String step : path.replace(ELEMENT, "." + ELEMENT).split("\\.")) {
      node = Objects.requireNonNull(node.children.get(step), path);
    }
    return node;
  }

  /** The rule of this place; empty for the root and for sections without a rule. */
  public Optional<KeyRule> rule() {
    return Optional.ofNullable(rule);
  }

  /** Keys of a section, in the order of the rules. */
  public Set<String> keys() {
    Map<String, RuleTree> keys = new LinkedHashMap<>(children);
    keys.remove(ELEMENT);
    return keys.keySet();
  }

  /** Below a key. */
  public Optional<RuleTree> key(String key) {
    return Optional.ofNullable(children.get(key));
  }

  /** What each element of a list must be; empty for anything. */
  public Optional<RuleTree> element() {
    return Optional.ofNullable(children.get(ELEMENT));
  }

  boolean allows(Form form) {
    if (rule == null) {
      return form == Form.SECTION;
    }
    return rule.forms().contains(form);
  }
}
