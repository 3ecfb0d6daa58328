package io.tidemark.features.verify;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.features.FeatureRun;
import io.tidemark.report.file.ResultFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class ForgedStudyTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir static Path shared;
  private static Path honest;

  @TempDir Path folder;
  private Path study;

  @BeforeAll
  static void carryOut() throws IOException {
    Path file = FeatureRun.twoWays(shared, "iterations: 2\nseed: 4\n");
    FeatureRun.of("study", "--results-dir", shared, file);
    honest = shared.resolve("s");
  }

  @BeforeEach
  void copy() throws IOException {
    study = folder.resolve("s");
    FeatureRun.copy(honest, study);
  }

  private List<String> differences() throws IOException {
    return StoredChecks.of(study).get(0).differences().stream().map(Object::toString).toList();
  }

  private void change(Consumer<ObjectNode> change) throws IOException {
    Path file = study.resolve("study.json");
    ObjectNode tree = (ObjectNode) JSON.readTree(file.toFile());
    change.accept(tree);
    Files.writeString(file, tree.toString());
  }

  private static ObjectNode run(ObjectNode tree, int index) {
    return (ObjectNode) tree.path("runs").path(index);
  }

  @Test
  void doesNotAccuseTheHonestStudy() throws IOException {
    assertThat(differences()).isEmpty();
  }

  @Test
  void findsARunThatIsNotThere() throws IOException {
    Path run = study.resolve(run(tree(), 1).path("directory").asText());
    ResultFiles.delete(run);
    assertThat(differences())
        .anyMatch(each -> each.startsWith("study.json: runs[1].directory: the run is left out"));
  }

  @Test
  void findsARunThatThePlanNoLongerHas() throws IOException {
    change(tree -> ((ArrayNode) tree.get("runs")).remove(3));
    assertThat(differences())
        .anyMatch(each -> each.contains("in block 2 is there 0 times; planned once"))
        .anyMatch(
            each -> each.contains("the run is left out") && each.contains("is in the folder"));
  }

  @Test
  void findsARunThatIsCalledPendingAndAnotherStatus() throws IOException {
    change(
        tree -> {
          run(tree, 0).put("state", "PENDING").remove(List.of("directory", "status"));
          run(tree, 1).put("status", "FAILED");
        });
    assertThat(differences())
        .anyMatch(each -> each.startsWith("study.json: runs[0].state: the run is left out"))
        .anyMatch(each -> each.startsWith("study.json: runs[1].status: is FAILED, computed VALID"));
  }

  @Test
  void findsAnAnswerThatDoesNotFollow() throws IOException {
    Path summary = study.resolve("summary.md");
    Files.writeString(summary, Files.readString(summary) + "\nqueued is faster\n");
    assertThat(differences()).anyMatch(each -> each.startsWith("summary.md: line"));
  }

  @Test
  void findsARunWithAnotherDriverFile() throws IOException {
    Path directory = study.resolve(run(tree(), 0).path("directory").asText());
    Path file = directory.resolve("result.json");
    ObjectNode tree = (ObjectNode) JSON.readTree(file.toFile());
    ((ObjectNode) tree.get("driver")).put("queueCapacity", 5);
    Files.writeString(file, tree.toString());
    assertThat(differences()).anyMatch(each -> each.contains("driver.queueCapacity"));
  }

  private ObjectNode tree() throws IOException {
    return (ObjectNode) JSON.readTree(study.resolve("study.json").toFile());
  }
}
