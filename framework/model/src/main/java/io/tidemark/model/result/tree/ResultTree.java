package io.tidemark.model.result.tree;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A {@code result.json} in the shape of the newest schema.
 *
 * @param version that it was written in; 0 if it has none
 * @param root not upgraded if its version is not known
 */
public record ResultTree(int version, ObjectNode root) {
  /** Name of the file in a run's directory. */
  public static final String FILE = "result.json";

  /** The schema of the first release. */
  public static final int FIRST_VERSION = 3;

  /**
   * By the version that a step upgrades to the next one. Since no release has another schema, there
   * is none.
   */
  private static final Map<Integer, Consumer<ObjectNode>> STEPS = Map.of();

  private static final String VERSION = "schemaVersion";
  private static final JsonMapper JSON = new JsonMapper();

  /**
   * Reads a file of any version.
   *
   * @throws IOException if it is not there, or not JSON
   */
  public static ResultTree read(Path file) throws IOException {
    return read(file, STEPS);
  }

  static ResultTree read(Path file, Map<Integer, Consumer<ObjectNode>> steps) throws IOException {
    JsonNode tree = JSON.readTree(file.toFile());
    ObjectNode root = tree instanceof ObjectNode object ? object : JSON.createObjectNode();
    int version = root.path(VERSION).asInt(0);
    for (int from = version; steps.containsKey(from); from++) {
      steps.get(from).accept(root);
    }
    return new ResultTree(version, root);
  }
}
