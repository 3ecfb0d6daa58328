package io.tidemark.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.tidemark.documentation.DocumentPage.Block;
import io.tidemark.driver.settings.KeyTree;
import io.tidemark.features.study.StudyReader;
import io.tidemark.model.driverfile.DriverFileReader;
import io.tidemark.model.driverfile.DriverKeys;
import io.tidemark.model.recorded.TraceHeader;
import io.tidemark.model.recorded.TraceMessage;
import io.tidemark.model.recorded.TraceTime;
import io.tidemark.model.recorded.TraceWriter;
import io.tidemark.model.workloadfile.WorkloadReader;
import io.tidemark.model.yaml.Problems;
import io.tidemark.model.yaml.ReadOptions;
import io.tidemark.model.yaml.SourceFile;
import io.tidemark.report.runs.ReferenceReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Workloads and driver files in the documentation are read by the product's own readers. */
class ExamplesTest {
  private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

  private static final Pattern VARIABLE = Pattern.compile("\\$\\{env:(\\w+)}");

  /** What a workload needs and an example leaves out. */
  private static final Map<String, String> WORKLOAD =
      Map.of(
          "topics", "1",
          "messageSize", "100",
          "subscriptionsPerTopic", "1",
          "producersPerTopic", "1",
          "consumerPerSubscription", "1",
          "producerRate", "1000",
          "testDuration", "30s");

  @TempDir Path folder;

  @TestFactory
  Stream<DynamicTest> examples() {
    List<Block> blocks =
        Checkout.pages().stream()
            .flatMap(page -> page.blocks().stream())
            .filter(block -> block.language().matches("ya?ml|json"))
            .toList();
    assertThat(blocks).hasSizeGreaterThan(5);
    return blocks.stream()
        .map(
            block ->
                DynamicTest.dynamicTest(
                    block.file() + ":" + block.line(), () -> assertRead(block)));
  }

  private void assertRead(Block block) throws IOException {
    JsonNode node = YAML.readTree(block.text());
    Set<String> keys = new TreeSet<>();
    node.fieldNames().forEachRemaining(keys::add);
    if (keys.equals(Set.of("workers")) || block.language().equals("json")) {
      assertThat(node.isContainerNode()).isTrue();
    } else if (keys.equals(Set.of("references"))) {
      Problems problems = new Problems();
      assertThat(ReferenceReader.file(new SourceFile("example", block.text()), problems))
          .isNotEmpty();
      assertThat(problems.errors()).isEmpty();
    } else if (keys.contains("environments")) {
      assertStudy(block);
    } else if (keys.contains("image") || keys.contains("coordinator")) {
      assertValues(node);
    } else if (isDriverFile(keys)) {
      assertDriverFile(block, keys);
    } else {
      assertWorkload(block, keys);
    }
  }

  /** Values of the Helm chart. */
  private static void assertValues(JsonNode values) {
    Path schema = Path.of("deploy/helm/tidemark/values.schema.json");
    assertThat(
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_7)
                .getSchema(Checkout.text(schema))
                .validate(values.toString(), InputFormat.JSON))
        .isEmpty();
  }

  private void assertStudy(Block block) throws IOException {
    Problems problems = new Problems();
    Path file = Files.writeString(folder.resolve("study.yaml"), block.text());
    assertThat(StudyReader.read(file, false, problems)).isPresent();
    assertThat(problems.all()).isEmpty();
  }

  private static boolean isDriverFile(Set<String> keys) {
    return keysOfDriverFiles().containsAll(keys);
  }

  private void assertDriverFile(Block block, Set<String> keys) throws IOException {
    Map<String, String> missing = new HashMap<>(Map.of("name", "example", "driverClass", "a.B"));
    Problems problems = new Problems();
    if (keys.contains("standby")) {
      String second = YAML.readTree(block.text()).at("/standby/driver").asText();
      Files.writeString(folder.resolve(second), "name: second\ndriverClass: a.B\n");
    }
    new DriverFileReader(options(block), problems, DriverFileReader.Settings.UNKNOWN)
        .read(write(block, keys, missing));
    assertThat(problems.errors()).isEmpty();
    assertThat(keysOfDriverFiles()).containsAll(keys);
  }

  private static Set<String> keysOfDriverFiles() {
    Set<String> keys = new HashSet<>(KeyTree.of(DriverKeys.common()).keys());
    DriverPagesTest.paths().forEach(path -> keys.add(path.split("\\.")[0]));
    return keys;
  }

  /** Bodies that have their sizes. */
  private static final Pattern OWN_SIZES = Pattern.compile("\\b(contentType|avro|file):");

  private void assertWorkload(Block block, Set<String> keys) throws IOException {
    Map<String, String> missing = new HashMap<>(WORKLOAD);
    if (keys.contains("testDurationMinutes") || keys.contains("phases")) {
      missing.remove("testDuration");
    }
    if (keys.contains("rateCurve")) {
      missing.remove("producerRate");
      Files.writeString(folder.resolve("day.csv"), "0,100\n86400,200\n");
    }
    if (keys.contains("replay")) {
      missing.keySet().removeAll(Set.of("producerRate", "messageSize", "testDuration"));
      writeTrace();
    }
    if (keys.contains("requesters")) {
      missing.keySet().retainAll(Set.of("messageSize", "testDuration"));
    }
    if (OWN_SIZES.matcher(block.text()).find() && !keys.contains("rateCurve")) {
      missing.remove("messageSize");
    }
    assertThat(WorkloadReader.read(write(block, keys, missing), options(block))).isNotNull();
  }

  private void writeTrace() throws IOException {
    TraceHeader header = new TraceHeader("example", TraceTime.FILE, 0);
    try (TraceWriter writer =
        new TraceWriter(Files.newOutputStream(folder.resolve("trace.gz")), header)) {
      for (long second = 0; second < 100; second++) {
        writer.add(TraceMessage.of(second * 1_000_000_000, 100, 0, 0));
      }
    }
  }

  private Path write(Block block, Set<String> keys, Map<String, String> missing)
      throws IOException {
    StringBuilder text = new StringBuilder();
    missing.forEach(
        (key, value) -> text.append(keys.contains(key) ? "" : key + ": " + value + "\n"));
    return Files.writeString(folder.resolve("example.yaml"), text + block.text());
  }

  /** Variables that the example takes from the environment are set. */
  private static ReadOptions options(Block block) {
    Map<String, String> environment = new HashMap<>();
    VARIABLE.matcher(block.text()).results().forEach(v -> environment.put(v.group(1), "value"));
    return new ReadOptions(false, environment, Checkout.ROOT);
  }
}
