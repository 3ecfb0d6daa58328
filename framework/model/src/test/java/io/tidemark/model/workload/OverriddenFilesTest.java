package io.tidemark.model.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.driver.settings.Setting;
import io.tidemark.driver.settings.Setting.Type;
import io.tidemark.model.driverfile.DriverFile;
import io.tidemark.model.driverfile.DriverFileReader;
import io.tidemark.model.workloadfile.WorkloadReader;
import io.tidemark.model.yaml.Overrides;
import io.tidemark.model.yaml.Overrides.Value;
import io.tidemark.model.yaml.Problem;
import io.tidemark.model.yaml.Problems;
import io.tidemark.model.yaml.ReadOptions;
import io.tidemark.model.yaml.SourceFile;
import io.tidemark.model.yaml.YamlNode.YamlMap;
import io.tidemark.model.yaml.YamlTree;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Driver files and workloads of which a study changes keys. */
class OverriddenFilesTest {
  private static final String DRIVER =
      """
      name: a
      driverClass: b.C
      localBrokers: {kind: kafka, nodes: 1}
      version: 1.10
      replicationFactor: 1
      common: |
        # of all
        bootstrap.servers=${brokers.bootstrap}
        acks = 1
      """;

  private static final List<Setting> SETTINGS =
      List.of(
          Setting.of("version", Type.STRING, "Version."),
          Setting.of("replicationFactor", Type.INTEGER, "Copies.")
              .within(Optional.of("1"), Optional.empty()),
          Setting.of("common", Type.PROPERTIES, "Of all clients."),
          Setting.of("producer", Type.PROPERTIES, "Of producers."));

  @TempDir Path folder;
  private final Problems problems = new Problems();

  /** Values as a study file has them, one path in each line. */
  private static Overrides overrides(String study) {
    YamlMap map = YamlTree.read(new SourceFile("study.yaml", study), new Problems()).orElseThrow();
    return new Overrides(
        map.entries().entrySet().stream()
            .map(
                each ->
                    new Value(each.getKey(), each.getValue().keyMark(), each.getValue().value()))
            .toList());
  }

  private Optional<DriverFile> driver(String study) throws IOException {
    Path file = Files.writeString(folder.resolve("d.yaml"), DRIVER);
    ReadOptions options = new ReadOptions(false, Map.of("COPIES", "5"), folder);
    return new DriverFileReader(options, problems, any -> Optional.of(SETTINGS))
        .read(file, overrides(study));
  }

  @Test
  void inAListTheNameOfAnElementIsAStepOfThePath() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("w.yaml"),
            WorkloadFile.MINIMAL + "classes: [{name: a}, {name: b, producerRate: 5}]\n");
    WorkloadReader reader = new WorkloadReader(new ReadOptions(false, Map.of(), folder), problems);

    Workload workload = reader.read(file, overrides("classes.b.producerRate: 7")).orElseThrow();
    assertThat(workload.trafficClass("b").orElseThrow().workload().load().ratePerSecond())
        .contains(7.0);
    assertThat(workload.trafficClass("a").orElseThrow().workload().load().ratePerSecond())
        .contains(1000.0);

    assertThat(reader.read(file, overrides("classes.c.producerRate: 7"))).isEmpty();
    assertThat(problems.errors())
        .extracting(Problem::message)
        .singleElement()
        .asString()
        .startsWith("cannot be set: classes in ")
        .endsWith(" has no element with the name c");
  }

  @Test
  void aPlainValueThatStandsForASectionStaysInIt() throws IOException {
    DriverFile driver =
        driver("localBrokers: kafka\nlocalBrokers.nodes: 3\nlocalBrokers.heap: 99MB").orElseThrow();
    assertThat(driver.configuration())
        .containsEntry("localBrokers", Map.of("kind", "kafka", "nodes", 3L, "heap", "99MB"));
  }

  @Test
  void keysOfAnyDepthAreReplacedOrAdded() throws IOException {
    DriverFile driver = driver("replicationFactor: 3\nlocalBrokers.heap: 99MB").orElseThrow();
    assertThat(driver.configuration())
        .containsEntry("replicationFactor", 3L)
        .containsEntry("localBrokers", Map.of("kind", "kafka", "nodes", 1L, "heap", "99MB"));
    assertThat(driver.localBrokers().orElseThrow().options()).containsEntry("heap", "99MB");
  }

  @Test
  void thePathMayEndInsideATextOfProperties() throws IOException {
    DriverFile driver = driver("common.acks: all\ncommon.linger.ms: 5").orElseThrow();
    assertThat(driver.configuration().get("common"))
        .isEqualTo("# of all\nbootstrap.servers=${brokers.bootstrap}\nacks=all\nlinger.ms=5\n");
    assertThat(driver.withBrokers(Map.of("bootstrap", "here:1")).yaml())
        .contains("bootstrap.servers=here:1");
  }

  @Test
  void aPropertyOfATextHasTheValueThatWasWritten() throws IOException {
    DriverFile driver = driver("common.rack: 010\ncommon.path: 'C:\\new'").orElseThrow();
    Properties read = new Properties();
    read.load(new StringReader(driver.configuration().get("common").toString()));
    assertThat(read).containsEntry("rack", "010").containsEntry("path", "C:\\new");
  }

  @Test
  void aNewMapOfPropertiesHasNamesWithDots() throws IOException {
    DriverFile driver = driver("producer.linger.ms: 5").orElseThrow();
    assertThat(driver.configuration()).containsEntry("producer", Map.of("linger.ms", 5L));
    assertThat(driver("producer.rack: 010").orElseThrow().yaml()).contains("rack\": \"010\"");
  }

  @Test
  void otherValuesStayAsTheyAreWritten() throws IOException {
    assertThat(driver("replicationFactor: 3").orElseThrow().yaml()).contains("1.10");
  }

  @Test
  void placeholdersOfOverridesAreFilled() throws IOException {
    assertThat(driver("replicationFactor: ${env:COPIES}").orElseThrow().configuration())
        .containsEntry("replicationFactor", 5L);
  }

  @Test
  void errorsNameThePlaceOfTheOverride() throws IOException {
    assertThat(driver("replicationFactr: 3\nversion.x: 1\ncommon.acks: [1]\nname: {a: b}"))
        .isEmpty();
    assertThat(problems.errors())
        .extracting(Problem::oneLine)
        .satisfiesExactlyInAnyOrder(
            line ->
                assertThat(line)
                    .startsWith("study.yaml:1:1: replicationFactr: unknown key")
                    .contains("did you mean replicationFactor?"),
            line ->
                assertThat(line).startsWith("study.yaml:2:1: version.x: cannot be set: version"),
            line -> assertThat(line).startsWith("study.yaml:3:14: common.acks: a property"),
            line -> assertThat(line).startsWith("study.yaml:4:7: name: wrong value, got a map"));
  }

  @Test
  void aMistakeThatSeveralReadingsShareIsReportedOnce() throws IOException {
    driver("replicationFactor: 0");
    driver("replicationFactor: 0");
    assertThat(problems.errors()).hasSize(1);
  }

  @Test
  void aWorkloadWithOtherValuesIsEffective() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("w.yaml"),
            WorkloadFile.MINIMAL + "objectives: {publishLatency.p99: 5ms}\n");
    Workload workload =
        new WorkloadReader(Repository.options(), problems)
            .read(file, overrides("messageSize: 1KB\nobjectives.publishLatency.p99: 7ms"))
            .orElseThrow();
    assertThat(workload.messages().messageSizeBytes()).isEqualTo(1024);
    assertThat(workload.objectives()).singleElement().extracting("condition").isEqualTo("<= 7ms");
    assertThat(EffectiveWorkload.of(workload)).containsEntry("messageSize", 1024);

    assertThat(
            new WorkloadReader(Repository.options(), problems)
                .read(file, overrides("topics: none\nmessageSiz: 5")))
        .isEmpty();
    assertThat(problems.errors())
        .extracting(each -> each.mark().toString())
        .contains("study.yaml:1:9", "study.yaml:2:1");
  }
}
