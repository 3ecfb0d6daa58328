package io.tidemark.model.result.tree;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A {@code result.json} without its samples, in the shape of the newest schema.
 *
 * @param version that it was written in; 0 if it says none
 * @param root not upgraded if its version is not known
 */
public record ResultTree(int version, ObjectNode root) {
  /** Name of the file in a run's directory. */
  public static final String FILE = "result.json";

  /** Samples of versions 1 and 2, which may be many. */
  public static final String SAMPLES = "samples";

  private static final String VERSION = "schemaVersion";
  private static final JsonMapper JSON = new JsonMapper();

  /**
   * Reads a file of any version.
   *
   * @throws IOException if it is not there, or not JSON
   */
  public static ResultTree read(Path file) throws IOException {
    ObjectNode root = JSON.createObjectNode();
    try (JsonParser in = JSON.createParser(file.toFile())) {
      if (in.nextToken() != JsonToken.START_OBJECT) {
        return new ResultTree(0, root);
      }
      for (String field = in.nextFieldName(); field != null; field = in.nextFieldName()) {
        in.nextToken();
        if (field.equals(SAMPLES)) {
          in.skipChildren();
        } else {
          root.set(field, in.readValueAsTree());
        }
      }
    }
    int version = root.path(VERSION).asInt(0);
    if (version == 1) {
      SchemaVersion1.upgrade(root);
    }
    return new ResultTree(version, root);
  }
}
