package io.tidemark.features.verify;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.tidemark.cli.CommandRun;
import io.tidemark.features.FeatureRun;
import io.tidemark.features.verify.Verification.Difference;
import io.tidemark.features.verify.Verification.NotComputed;
import io.tidemark.report.csv.Csv;
import io.tidemark.report.file.ResultFiles;
import io.tidemark.report.file.ResultsException;
import io.tidemark.report.store.FileHashes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each figure of a real run is changed, one at a time, without its hash. */
class ForgedRunTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String WORKLOAD =
      """
      name: w
      topics: 2
      partitionsPerTopic: 1
      messageSize: 100
      subscriptionsPerTopic: 1
      consumerPerSubscription: 1
      producersPerTopic: 1
      producerRate: 400
      warmupDuration: 300ms
      sampleInterval: 100ms
      phases: [{name: one, duration: 500ms}, {name: two, duration: 500ms, rate: 800}]
      objectives: {lost: 0, endToEnd.p99: "<= 10s"}
      """;

  @TempDir static Path shared;
  private static Path honest;

  @TempDir Path folder;
  private Path run;

  @BeforeAll
  static void carryOut() throws IOException {
    FeatureRun.in(shared, CommandRun.IN_MEMORY, WORKLOAD + CommandRun.TOLERANT);
    try (Stream<Path> results = Files.list(shared.resolve("results"))) {
      honest = results.filter(Files::isDirectory).findFirst().orElseThrow();
    }
  }

  @BeforeEach
  void copy() throws IOException {
    Path source = honest.resolveSibling("");
    try (Stream<Path> files = Files.walk(source)) {
      for (Path each : files.toList()) {
        Path target = folder.resolve("results").resolve(source.relativize(each).toString());
        if (Files.isDirectory(each)) {
          Files.createDirectories(target);
        } else {
          Files.copy(each, target);
        }
      }
    }
    run = folder.resolve("results").resolve(honest.getFileName().toString());
    Files.delete(run.resolve(FileHashes.FILE)); // A forger writes it again.
  }

  private Verification verified() throws ResultsException {
    return StoredChecks.of(run).get(0);
  }

  /** Reading it may already fail. */
  private boolean isFound() {
    try {
      return !verified().differences().isEmpty();
    } catch (ResultsException e) {
      return true;
    }
  }

  @Test
  void doesNotAccuseTheHonestRun() throws IOException {
    assertThat(verified().differences()).isEmpty();
    assertThat(verified().same()).isGreaterThan(1_000);
  }

  @Test
  @Tag("slow")
  void findsEachFieldOfTheResultOrSaysThatItIsNotComputed() throws IOException {
    Path file = run.resolve("result.json");
    String original = Files.readString(file);
    Set<String> notComputed = new HashSet<>();
    verified().notComputed().stream()
        .filter(each -> each.file().equals("result.json"))
        .map(NotComputed::fields)
        .forEach(notComputed::addAll);
    Set<String> seen = new HashSet<>();
    List<String> missed = new ArrayList<>();
    JsonNode tree = JSON.readTree(original);
    for (Leaf leaf : Leaf.of(tree)) {
      if (seen.add(leaf.path.replaceAll("\\[\\d+]", ""))) {
        leaf.change();
        Files.writeString(file, tree.toString());
        String field = leaf.path.replaceAll("\\[\\d+]", "[]");
        if (!isFound() && notComputed.stream().noneMatch(field::startsWith)) {
          missed.add(leaf.path);
        }
        leaf.restore();
      }
    }
    assertThat(seen).hasSizeGreaterThan(200);
    assertThat(missed).isEmpty();
  }

  @Test
  void findsEachFieldOfOmbsFile() throws IOException {
    Path file;
    try (Stream<Path> files = Files.list(run.resolveSibling(""))) {
      file = files.filter(each -> each.toString().endsWith(".json")).findFirst().orElseThrow();
    }
    JsonNode tree = JSON.readTree(file.toFile());
    Set<String> seen = new HashSet<>();
    List<String> missed = new ArrayList<>();
    for (Leaf leaf : Leaf.of(tree)) {
      if (seen.add(leaf.path.replaceAll("\\[\\d+]|Quantiles.*", ""))) {
        leaf.change();
        Files.writeString(file, tree.toString());
        if (verified().differences().stream().noneMatch(each -> each.field().equals(leaf.path))) {
          missed.add(leaf.path);
        }
        leaf.restore();
      }
    }
    assertThat(seen).hasSizeGreaterThan(50);
    assertThat(missed).isEmpty();
  }

  @Test
  void findsEachColumnOfEachTable() throws IOException {
    List<String> missed = new ArrayList<>();
    for (String table : List.of("timeline", "phases", "delivery", "efficiency")) {
      Path file = run.resolve(table + ".csv");
      List<String> lines = Files.readAllLines(file);
      List<String> columns = Csv.cells(lines.get(0));
      for (int column = 0; column < columns.size(); column++) {
        List<String> cells = new ArrayList<>(List.of(lines.get(1).split(",", -1)));
        cells.set(column, cells.get(column) + "7");
        List<String> forged = new ArrayList<>(lines);
        forged.set(1, String.join(",", cells));
        Files.write(file, forged);
        if (!isFound()) {
          missed.add(table + "." + columns.get(column));
        }
      }
      Files.write(file, lines.subList(0, lines.size() - 1));
      if (!isFound()) {
        missed.add(table + " without its last row");
      }
      Files.write(file, lines);
    }
    assertThat(missed).isEmpty();
  }

  @Test
  void findsACutHistogram() throws IOException {
    Path log = run.resolve("endToEnd.hlog");
    List<String> lines = Files.readAllLines(log);
    List<String> withoutPhase = new ArrayList<>(lines);
    withoutPhase.removeIf(line -> line.startsWith("Tag=two"));
    Files.write(log, withoutPhase);
    assertThat(verified().differences())
        .extracting(Difference::field)
        .contains("phases[2].latencies.endToEndMicros", "all measured phases");
    Files.write(log, lines.subList(0, lines.size() - 1));
    assertThat(verified().differences()).extracting(Difference::file).containsOnly("endToEnd.hlog");
    Files.writeString(log, Files.readString(log).substring(0, 500));
    assertThat(isFound()).isTrue();
    Files.delete(log);
    assertThat(isFound()).isTrue();
  }

  @Test
  void findsAnIntervalThatIsLeftOut() throws IOException {
    Path file = run.resolve("timeline.csv");
    List<String> lines = new ArrayList<>(Files.readAllLines(file));
    lines.remove(5);
    Files.write(file, lines);
    assertThat(verified().differences()).extracting(Difference::file).containsOnly("timeline.csv");
  }

  @Test
  void findsAcknowledgementsOfAnotherRun() throws IOException {
    FeatureRun.in(folder, CommandRun.IN_MEMORY, WORKLOAD + CommandRun.TOLERANT);
    Path other;
    try (Stream<Path> results = Files.list(folder.resolve("results"))) {
      other =
          results
              .filter(Files::isDirectory)
              .filter(each -> !each.equals(run))
              .findFirst()
              .orElseThrow();
    }
    ResultFiles.replace(
        run.resolve("acknowledged.bin"), out -> Files.copy(other.resolve("acknowledged.bin"), out));
    assertThat(verified().differences()).extracting(Difference::field).contains("run.runId");
  }

  @Test
  void findsAWorkloadAndADriverFileThatAreNotThoseOfTheRun() throws IOException {
    Path workload = run.resolve("workload.yaml");
    Files.writeString(
        workload, Files.readString(workload).replace("messageSize: 100", "messageSize: 200"));
    Path driver = run.resolve("driver.yaml");
    Files.writeString(driver, Files.readString(driver) + "queueCapacity: 3\n");
    assertThat(verified().differences())
        .extracting(Difference::toString)
        .containsExactly(
            "workload.yaml: messageSize: is 200, computed 100",
            "driver.yaml: queueCapacity: is 3, computed absent");
  }

  @Test
  void findsAChangedFileWithoutFieldsByItsHash() throws IOException {
    Files.copy(honest.resolve(FileHashes.FILE), run.resolve(FileHashes.FILE));
    Files.writeString(run.resolve("run.log"), "a line\n");
    assertThat(verified().differences())
        .extracting(Difference::toString)
        .containsExactly("run.log: was changed: its SHA-256 is not that of SHA256SUMS");
  }

  @Test
  void exitsWithTheWorstCode() throws IOException {
    assertThat(FeatureRun.of("verify", run).exitCode()).isZero();
    Files.delete(run.resolve("phases.csv"));
    CommandRun differs = FeatureRun.of("verify", "--json", run);
    assertThat(differs.exitCode()).isEqualTo(1);
    assertThat(JSON.readTree(differs.output()).at("/0/differences/0/file").asText())
        .isEqualTo("phases.csv");
    Files.writeString(run.resolve("result.json"), "{");
    assertThat(FeatureRun.of("verify", run).exitCode()).isEqualTo(2);
    assertThat(FeatureRun.of("verify", folder.resolve("none")).exitCode()).isEqualTo(2);
  }

  /** A value of a JSON file. */
  private record Leaf(String path, JsonNode value, Consumer<JsonNode> set) {
    static List<Leaf> of(JsonNode tree) {
      List<Leaf> leaves = new ArrayList<>();
      add("", tree, leaves);
      return leaves;
    }

    private static void add(String path, JsonNode node, List<Leaf> leaves) {
      if (node instanceof ObjectNode object) {
        for (Iterator<Map.Entry<String, JsonNode>> all = object.fields(); all.hasNext(); ) {
          Map.Entry<String, JsonNode> each = all.next();
          String name = path.isEmpty() ? each.getKey() : path + "." + each.getKey();
          if (each.getValue().isContainerNode()) {
            add(name, each.getValue(), leaves);
          } else {
            leaves.add(new Leaf(name, each.getValue(), value -> object.set(each.getKey(), value)));
          }
        }
      } else if (node instanceof ArrayNode array) {
        for (int i = 0; i < array.size(); i++) {
          int index = i;
          String name = path + "[" + i + "]";
          if (array.get(i).isContainerNode()) {
            add(name, array.get(i), leaves);
          } else {
            leaves.add(new Leaf(name, array.get(i), value -> array.set(index, value)));
          }
        }
      }
    }

    void change() {
      if (value.isBoolean()) {
        set.accept(BooleanNode.valueOf(!value.asBoolean()));
      } else if (value.isIntegralNumber()) {
        set.accept(LongNode.valueOf(value.asLong() + 1));
      } else if (value.isNumber()) {
        set.accept(DoubleNode.valueOf(value.asDouble() * 1.001 + 0.001));
      } else if (value.isNull()) {
        set.accept(LongNode.valueOf(1));
      } else {
        set.accept(TextNode.valueOf(value.asText() + "x"));
      }
    }

    void restore() {
      set.accept(value);
    }
  }
}
