package io.tidemark.model.workload;

import io.tidemark.model.grammar.KeyCheck;
import io.tidemark.model.yaml.Problems;
import io.tidemark.model.yaml.SourceLocation;
import io.tidemark.model.yaml.YamlNode;
import io.tidemark.model.yaml.YamlNode.YamlList;
import io.tidemark.model.yaml.YamlNode.YamlMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Typed values of a checked map, and what is wrong with them. A value that is wrong has been
 * reported by the check and reads as absent here.
 *
 * @param map the file, or a part of it
 * @param path of this part, for messages; empty for the file
 */
record WorkloadFields(YamlMap map, String path, Problems problems) {

  boolean has(WorkloadKey<?> key) {
    return node(key).isPresent();
  }

  Optional<YamlNode> node(WorkloadKey<?> key) {
    return map.get(key.name());
  }

  /** The elements of a list; none when it is absent or something else. */
  List<YamlNode> items(WorkloadKey<?> key) {
    return node(key).orElse(null) instanceof YamlList list ? list.items() : List.of();
  }

  /** The place of a key's value; of the map when the key is absent. */
  SourceLocation mark(WorkloadKey<?> key) {
    return node(key).map(YamlNode::mark).orElse(map.mark());
  }

  /** A section; an empty one when it is absent. */
  WorkloadFields section(WorkloadKey<?> key) {
    YamlMap section =
        node(key)
            .filter(YamlMap.class::isInstance)
            .map(YamlMap.class::cast)
            .orElseGet(() -> new YamlMap(map.mark(), Map.of()));
    return new WorkloadFields(section, path(key), problems);
  }

  /** As it is written. */
  Optional<String> text(WorkloadKey<?> key) {
    return node(key).flatMap(YamlNode::asText);
  }

  /** As given, if the rule of the key allows it. */
  <T> Optional<T> given(WorkloadKey<T> key) {
    return node(key)
        .filter(node -> KeyCheck.fits(node, key.rule()))
        .flatMap(YamlNode::asText)
        .flatMap(key.parse());
  }

  /** As given or by default; for a key with a default. */
  <T> T get(WorkloadKey<T> key) {
    return given(key).or(key::defaultValue).orElseThrow();
  }

  /** Whether this file has errors; further errors may follow from them. */
  boolean haveErrors() {
    return problems.hasErrors();
  }

  void error(WorkloadKey<?> key, String message) {
    problems.error(mark(key), path(key), message);
  }

  void warn(WorkloadKey<?> key, String message) {
    problems.warn(mark(key), path(key), message);
  }

  /** Of a key that only some files must have. */
  void require(WorkloadKey<?> key) {
    if (!has(key)) {
      error(key, "the key is missing; allowed " + key.rule().allowed());
    }
  }

  /** Of two alternative keys. */
  void notBoth(WorkloadKey<?> key, WorkloadKey<?> other) {
    if (has(key) && has(other)) {
      error(other, "cannot be combined with " + key.name() + "; allowed is one of the two");
    }
  }

  String path(WorkloadKey<?> key) {
    return path.isEmpty() ? key.name() : path + "." + key.name();
  }
}
