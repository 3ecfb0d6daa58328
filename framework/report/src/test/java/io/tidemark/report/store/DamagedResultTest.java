package io.tidemark.report.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.report.SampleRuns;
import io.tidemark.report.document.TerminalRenderer;
import io.tidemark.report.file.ResultsException;
import io.tidemark.report.section.RunDocument;
import io.tidemark.report.text.TerminalStyle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A {@code result.json} whose fields are null, missing or of another form. */
class DamagedResultTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final JsonNodeFactory NEW = JsonNodeFactory.instance;

  @TempDir Path folder;
  private Path file;
  private JsonNode whole;

  @BeforeEach
  void aRun() throws IOException {
    file = RunDirectory.write(folder, SampleRuns.sample(), Map.of()).resolve("result.json");
    whole = JSON.readTree(file.toFile());
  }

  private void write(JsonNode root) throws IOException {
    Files.write(file, JSON.writeValueAsBytes(root));
  }

  @ParameterizedTest
  @CsvSource({
    "workload, workload is null",
    "driver, driver is null",
    "brokerFacts, brokerFacts is null",
    "phases, phases is null",
    "verdict, verdict is null",
    "run, run is null",
  })
  void aFieldThatIsNullIsNamed(String field, String message) throws IOException {
    write(((ObjectNode) whole.deepCopy()).putNull(field));
    assertThatThrownBy(() -> RunDirectory.read(file))
        .isInstanceOf(ResultsException.class)
        .hasMessageContainingAll(file.toString(), message);
    write(((ObjectNode) whole.deepCopy()).without(field));
    assertThatThrownBy(() -> RunDirectory.read(file))
        .isInstanceOf(ResultsException.class)
        .hasMessageContaining("missing");
  }

  @Test
  void anElementOfAListIsNamedByItsPlace() throws IOException {
    JsonNode root = whole.deepCopy();
    ((ArrayNode) root.path("phases")).removeAll().addNull();
    write(root);
    assertThatThrownBy(() -> RunDirectory.read(file)).hasMessageContaining("phases[0] is null");
    root = whole.deepCopy();
    ((ObjectNode) root.path("phases").path(0)).putNull("name");
    write(root);
    assertThatThrownBy(() -> RunDirectory.read(file))
        .hasMessageContaining("phases[0].name is null");
    root = whole.deepCopy();
    ((ObjectNode) root).put("phases", 5);
    write(root);
    assertThatThrownBy(() -> RunDirectory.read(file))
        .hasMessageContaining("phases: got 5; allowed: a list");
  }

  /** Every field, with everything that it may not be: a result that can be shown, or one line. */
  @Test
  void noFieldEndsAReaderWithAnythingButOneLine() throws IOException {
    tryAll(whole.deepCopy(), "");
  }

  private void tryAll(JsonNode root, String pointer) throws IOException {
    JsonNode here = root.at(pointer);
    if (here instanceof ObjectNode object) {
      List<Map.Entry<String, JsonNode>> fields = List.copyOf(object.properties());
      for (Map.Entry<String, JsonNode> field : fields) {
        for (JsonNode other : others(field.getValue())) {
          object.set(field.getKey(), other);
          tryOne(root, pointer + "/" + field.getKey() + " " + other);
        }
        object.remove(field.getKey());
        tryOne(root, pointer + "/" + field.getKey() + " missing");
        object.set(field.getKey(), field.getValue());
        tryAll(root, pointer + "/" + field.getKey().replace("~", "~0").replace("/", "~1"));
      }
    } else if (here instanceof ArrayNode list && !list.isEmpty()) {
      JsonNode first = list.get(0);
      for (JsonNode other : others(first)) {
        list.set(0, other);
        tryOne(root, pointer + "/0 " + other);
      }
      list.set(0, first);
      tryAll(root, pointer + "/0");
    }
  }

  private static List<JsonNode> others(JsonNode value) {
    return List.of(
        NEW.nullNode(),
        value.isTextual() ? NEW.numberNode(5) : NEW.textNode("x"),
        value.isObject() ? NEW.arrayNode() : NEW.objectNode(),
        NEW.arrayNode().addNull());
  }

  private void tryOne(JsonNode root, String what) throws IOException {
    write(root);
    try {
      new TerminalRenderer(TerminalStyle.PLAIN)
          .render(RunDocument.of(RunDirectory.read(file), List.of()));
    } catch (ResultsException e) {
      assertThat(e).as(what).hasMessageContaining(file.toString());
      assertThat(Optional.ofNullable(e.getMessage()).orElse(""))
          .as(what)
          .hasLineCount(1)
          .doesNotContain("Exception", "io.tidemark.", "`");
    } catch (RuntimeException e) {
      fail(what, e);
    }
  }
}
