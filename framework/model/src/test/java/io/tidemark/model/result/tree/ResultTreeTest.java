package io.tidemark.model.result.tree;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultTreeTest {
  /** Steps of an invented history: version 4 renamed a field, version 5 changed its unit. */
  private static final Map<Integer, Consumer<ObjectNode>> STEPS =
      Map.of(
          3, root -> root.set("lengthSeconds", root.remove("seconds")),
          4, root -> root.put("lengthMillis", root.remove("lengthSeconds").asInt() * 1_000));

  @TempDir Path folder;

  private ObjectNode upgraded(String content) throws IOException {
    Path file = Files.writeString(folder.resolve(ResultTree.FILE), content);
    return ResultTree.read(file, STEPS).root();
  }

  @Test
  void eachStepUpgradesToTheNextVersion() throws IOException {
    assertThat(upgraded("{\"schemaVersion\": 3, \"seconds\": 2}").path("lengthMillis").asInt())
        .isEqualTo(2_000);
    assertThat(
            upgraded("{\"schemaVersion\": 4, \"lengthSeconds\": 2}").path("lengthMillis").asInt())
        .isEqualTo(2_000);
  }

  @Test
  void theNewestVersionStaysAsItIs() throws IOException {
    String newest = "{\"schemaVersion\":5,\"lengthMillis\":2}";

    assertThat(upgraded(newest)).hasToString(newest);
  }
}
