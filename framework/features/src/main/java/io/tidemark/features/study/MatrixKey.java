package io.tidemark.features.study;

import io.tidemark.model.yaml.Overrides.Value;
import io.tidemark.model.yaml.SourceLocation;
import io.tidemark.model.yaml.YamlNode;
import io.tidemark.report.runs.MatrixAxis.MatrixPaths;
import java.util.List;

/**
 * A key that a study varies.
 *
 * @param path with its prefix: {@code driver.replicationFactor}, {@code workload.messageSize},
 *     {@code variable.KAFKA_VERSION}
 * @param mark where the path is written
 * @param values each is run
 */
public record MatrixKey(String path, SourceLocation mark, List<YamlNode> values) {
  public MatrixKey {
    values = List.copyOf(values);
  }

  /** A key with one of its values. */
  public record Choice(MatrixKey key, YamlNode value) {
    /** In the file of the key. */
    Value override() {
      return new Value(key.name(), key.mark, value);
    }

    String text() {
      return MatrixKey.text(value);
    }
  }

  boolean isOfDriver() {
    return path.startsWith(MatrixPaths.DRIVER);
  }

  boolean isOfWorkload() {
    return path.startsWith(MatrixPaths.WORKLOAD);
  }

  boolean isVariable() {
    return path.startsWith(MatrixPaths.VARIABLE);
  }

  /** The path without its prefix. */
  String name() {
    return path.substring(path.indexOf('.') + 1);
  }

  /** The values, as texts. */
  List<String> texts() {
    return values.stream().map(MatrixKey::text).toList();
  }

  static String text(YamlNode value) {
    return value.asText().orElseGet(() -> String.valueOf(value.plain()));
  }
}
