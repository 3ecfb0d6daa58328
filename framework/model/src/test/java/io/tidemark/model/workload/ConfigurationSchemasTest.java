package io.tidemark.model.workload;

import static io.tidemark.model.workload.WorkloadFile.MINIMAL;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.tidemark.model.workloadfile.ConfigurationSchemas;
import io.tidemark.model.yaml.Problems;
import io.tidemark.model.yaml.SourceFile;
import io.tidemark.model.yaml.YamlTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigurationSchemasTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path folder;

  static List<Path> workloads() {
    return Repository.workloads();
  }

  @ParameterizedTest
  @MethodSource("workloads")
  void acceptsTheShippedWorkload(Path file) throws IOException {
    assertThat(violations(ConfigurationSchemas.workload(), Files.readString(file))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "producerRate: max",
        "producerRate: 0",
        "producerRate: 2.5",
        "producerRate: '100'",
        "producerRate: ${env:RATE}",
        "producerRate: 1k",
        "producerRate: 1.5 M/s",
        "producerRate: 1_000 msg/s",
        "producerRate: 1e3",
        "producerRate: 1e3k",
        "producerRate: 5%",
        "producerRate: 1m",
        "producerRate: fast",
        "producerRate: -1",
        "producerRate: [1]",
        "keyDistributor: KEY_ZIPF",
        "keyDistributor: key_zipf",
        "delivery: off",
        "delivery: none",
        "sampleInterval: 100ms",
        "sampleInterval: 5",
        "sampleInterval: 1 minute",
        "warmupDuration: 0",
        "warmupDuration: 1h30m",
        "warmupDuration: -1s",
        "warmupDurationMinutes: 2",
        "warmupDurationMinutes: 2.5",
        "useRandomizedPayloads: maybe",
        "payload: {entropy: 0.5}",
        "payload: {entropy: 1.5}",
        "payload: {entropy: 50%}",
        "payload: {entropy: half}",
        "payload: {entropi: 0.5}",
        "payload: 5",
        "payloadFile:",
        "envelope: {position: trailer, form: text}",
        "envelope: {position: middle}",
        "phases: [{duration: 5s, rate: 10}]",
        "phases: [{duration: 5s, rate: {from: 1, to: 2}}]",
        "phases: [{duration: 5s, rate: {from: 1}}]",
        "phases: [{rate: 10}]",
        "phases: [{rate: {from: 1k, to: 10k, step: 1k, every: 2s}}]",
        "phases: [{rate: {from: 1, to: 2, step: 1, every: 2s}, duration: 4s}]",
        "phases: [{rate: {from: 1, to: 2, step: 1}}]",
        "phases: [{rate: {from: 1, to: 2, every: 1s}}]",
        "phases: [{rate: {from: 1, to: 2, step: 0, every: 2s}}]",
        "phases: {duration: 5s}",
        "objectives: {lost: 0, endToEnd.p99.9: <= 1s, publishLatency: {p99: < 1s}}",
        "objectives: {los: 0}",
        "objectives: {endToEnd.p99.9.9: < 1s}",
        "objectives: ['lost <= 0']",
        "objectives: {publishRate.min(10s): '>= 99%', consumeRate.min(1500ms): '>= 5MB/s'}",
        "objectives: {publishRate.min(10x): '>= 99%'}",
        "objectives: {publishRate.min: '>= 99%'}",
        "objectives: {lost.min(10s): 0}",
        "phases: [{duration: 5s, objectives: {publishRate.min(2s): '>= 99%', errors: 0}}]",
        "phases: [{duration: 5s, objectives: {lost: 0}}]",
        "phases: [{duration: 5s, objectives: {publishRat: '>= 99%'}}]",
        "classes: [{name: a, messageSize: 2KB, objectives: {lost: 0}}]",
        "classes: [{name: a, messageSiz: 2KB}]",
        "classes: [{name: a, testDuration: 5s}]",
        "classes: [{messageSize: 2KB}]",
        "classes: [{name: a}]\nobjectives: {classes.a.lost: 0, publishRate: 99%}",
        "scale: {rate: 2, clients: 50%}",
        "scale: {rate: 0}",
        "keyZipfExponent: 1.1",
        "thresholds: {achievedRate: 95, gcPauseMax: 1s}",
        "thresholds: {achievedRates: 95}",
        "thresholds: {achievedRate: 101}",
        "thresholds: {achievedRate: 99.5%}",
        "thresholds: {achievedRate: 1k}",
        "thresholds: {lostWorkers: 1%}",
        "topicNames: a",
        "createTopics: perhaps",
        "unknown: 1",
        "acceptableBacklog: 5",
        "iterations: 0",
        "iterations: 3",
        "name: 5",
        "name: {a: b}",
        "messageSizeDistribution: '100: 1'",
        "testDurationMinutes: 5",
      })
  void agreesWithTheParser(String line) throws JsonProcessingException {
    String key = line.contains(":") ? line.substring(0, line.indexOf(':')) : "none";
    String yaml = MINIMAL.replaceAll("(?m)^" + key + ": .*\n", "") + line + "\n";
    boolean parsed = new WorkloadFile(folder).accepts(yaml);
    assertThat(violations(ConfigurationSchemas.workload(), yaml).isEmpty())
        .as(yaml)
        .isEqualTo(parsed);
  }

  @Test
  void acceptsDriverFilesWithKeysOfTheirOwn() throws JsonProcessingException {
    Map<String, Object> schema = ConfigurationSchemas.driver();
    String head = "name: a\ndriverClass: b.C\n";
    assertThat(violations(schema, head + "acks: all\nlocalBrokers: kafka")).isEmpty();
    assertThat(violations(schema, head + "localBrokers: {kind: kafka, nodes: 3}")).isEmpty();
    assertThat(violations(schema, head + "localBrokers: {nodes: 3}")).isNotEmpty();
    assertThat(violations(schema, head + "localBrokers: mosquitto")).isNotEmpty();
    assertThat(violations(schema, "name: a")).isNotEmpty();
  }

  private static List<String> violations(Map<String, Object> schema, String yaml)
      throws JsonProcessingException {
    Schema validator =
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(JSON.writeValueAsString(schema));
    Object plain = YamlTree.read(new SourceFile("f", yaml), new Problems()).orElseThrow().plain();
    return validator.validate(JSON.writeValueAsString(plain), InputFormat.JSON).stream()
        .map(Object::toString)
        .toList();
  }
}
