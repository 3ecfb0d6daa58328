package io.tidemark.model.workload;

import io.tidemark.model.yaml.KeyRule;
import io.tidemark.model.yaml.Mark;
import io.tidemark.model.yaml.Quantities;
import io.tidemark.model.yaml.RuleTree;
import io.tidemark.model.yaml.YamlNode;
import io.tidemark.model.yaml.YamlNode.YamlList;
import io.tidemark.model.yaml.YamlNode.YamlMap;
import io.tidemark.model.yaml.YamlNode.YamlScalar;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Typed values of a checked map, defaults filled in from the rules. A value that is wrong has been
 * reported by the check and reads as absent here.
 */
final class Fields {
  private final YamlMap map;
  private final RuleTree rules;

  Fields(YamlMap map, RuleTree rules) {
    this.map = map;
    this.rules = rules;
  }

  boolean has(String key) {
    return map.get(key).isPresent();
  }

  Optional<YamlNode> node(String key) {
    return map.get(key);
  }

  /** The elements of a list; none when it is absent or something else. */
  List<YamlNode> items(String key) {
    return map.get(key).orElse(null) instanceof YamlList list ? list.items() : List.of();
  }

  /** The place of a key's value; of the map when the key is absent. */
  Mark mark(String key) {
    return map.get(key).map(YamlNode::mark).orElse(map.mark());
  }

  /** A section; an empty one when it is absent. */
  Fields section(String key) {
    YamlMap section =
        map.get(key)
            .filter(YamlMap.class::isInstance)
            .map(YamlMap.class::cast)
            .orElseGet(() -> new YamlMap(map.mark(), java.util.Map.of()));
    return new Fields(section, rules.key(key).orElseThrow());
  }

  Optional<String> given(String key) {
    return map.get(key)
        .filter(YamlScalar.class::isInstance)
        .map(node -> ((YamlScalar) node).text());
  }

  Optional<String> text(String key) {
    return given(key).or(() -> rule(key).defaultValue());
  }

  /** For a key of words with a default. */
  String word(String key) {
    KeyRule rule = rule(key);
    return given(key).filter(rule.literals()::contains).orElse(rule.defaultValue().orElseThrow());
  }

  Optional<Double> number(String key) {
    return text(key).flatMap(Fields::asNumber);
  }

  /** For a key with a default, or with a value that is known to be there. */
  long integer(String key) {
    return text(key).flatMap(Fields::asInteger).orElse(0L);
  }

  int count(String key) {
    return (int) Math.max(0, Math.min(Integer.MAX_VALUE, integer(key)));
  }

  Optional<Duration> duration(String key) {
    return text(key).flatMap(Quantities::duration);
  }

  Optional<Long> bytes(String key) {
    return text(key).flatMap(Quantities::bytes);
  }

  private KeyRule rule(String key) {
    return rules.key(key).flatMap(RuleTree::rule).orElseThrow();
  }

  private static Optional<Double> asNumber(String text) {
    YamlScalar scalar = new YamlScalar(null, text, true);
    return scalar.isNumber() ? Optional.of(scalar.number()) : Optional.empty();
  }

  private static Optional<Long> asInteger(String text) {
    try {
      return Optional.of(Long.parseLong(text.replace("_", "")));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
