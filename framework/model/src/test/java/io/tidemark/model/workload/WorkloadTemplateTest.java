package io.tidemark.model.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.model.workloadfile.WorkloadReader;
import io.tidemark.model.workloadfile.WorkloadTemplate;
import io.tidemark.model.workloadfile.WorkloadTemplate.Generated;
import io.tidemark.model.yaml.ConfigurationException;
import io.tidemark.model.yaml.ReadOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkloadTemplateTest {
  /** The keys and values of the template in OMB's documentation. */
  private static final String OMB_TEMPLATE =
      """
      nameFormat: "${topics}-topics-${partitionsPerTopic}-partitions-${messageSize}b-${producersPerTopic}p-${consumerPerSubscription}c-${producerRate}"
      topics: [1]
      partitionsPerTopic: [1]
      messageSize: [10000]
      payloadFile: "payload/payload-100b.data"
      subscriptionsPerTopic: [1]
      consumerPerSubscription: [1, 2, 4, 8, 16, 32, 64]
      producersPerTopic: [1, 2, 4, 8, 16, 32, 64]
      producerRate: [50000]
      consumerBacklogSizeGB: 0
      testDurationMinutes: 15
      """;

  private static final String TEMPLATE =
      """
      nameFormat: "${topics}-topics-${messageSize}b-${producerRate}"
      topics: [1, 10]
      partitionsPerTopic: [3]
      messageSize: [100, 1KB]
      subscriptionsPerTopic: [1]
      producersPerTopic: [1]
      consumerPerSubscription: [1]
      producerRate: [10000000, 500]
      testDuration: 15m
      keyDistributor: NO_KEY
      """;

  @TempDir Path folder;

  @Test
  void namesTheFilesOfOmbsTemplateAsOmbDoesAndInItsOrder() throws IOException {
    List<String> names = template(OMB_TEMPLATE).generate().stream().map(Generated::name).toList();
    assertThat(names)
        .hasSize(49)
        .startsWith(
            "1-topics-1-partitions-10kb-1p-1c-50k",
            "1-topics-1-partitions-10kb-1p-2c-50k",
            "1-topics-1-partitions-10kb-1p-4c-50k")
        .endsWith("1-topics-1-partitions-10kb-64p-64c-50k");
  }

  @Test
  void writesTheFilesOfOmbsTemplateAsOmbDoesWithItsDefaults() throws IOException {
    template(OMB_TEMPLATE).generate(folder);
    assertThat(folder.resolve("1-topics-1-partitions-10kb-64p-2c-50k.yaml"))
        .hasContent(
            """
            name: "1-topics-1-partitions-10kb-64p-2c-50k"
            topics: 1
            partitionsPerTopic: 1
            keyDistributor: "NO_KEY"
            messageSize: 10000
            useRandomizedPayloads: false
            randomBytesRatio: 0.0
            randomizedPayloadPoolSize: 0
            payloadFile: "payload/payload-100b.data"
            subscriptionsPerTopic: 1
            producersPerTopic: 64
            consumerPerSubscription: 2
            producerRate: 50000
            consumerBacklogSizeGB: 0
            backlogDrainRatio: 1.0
            testDurationMinutes: 15
            warmupDurationMinutes: 1
            """);
  }

  @Test
  void shortensCountsAsOmbDoesAndTakesItsDefaultNameAndDuration() throws IOException {
    String yaml =
        """
        topics: [1456]
        partitionsPerTopic: [2123]
        messageSize: [617890]
        subscriptionsPerTopic: [1]
        producersPerTopic: [45]
        consumerPerSubscription: [541]
        producerRate: [1000000, 9999999, 10000000]
        randomBytesRatio: 1
        """;
    List<Generated> workloads = template(yaml).generate();
    assertThat(workloads)
        .extracting(Generated::name)
        .containsExactly(
            "1k-topics-2k-partitions-617kb-45p-541c-1m",
            "1k-topics-2k-partitions-617kb-45p-541c-9m",
            "1k-topics-2k-partitions-617kb-45p-541c-max-rate");
    assertThat(workloads.get(2).yaml())
        .contains("payloadFile: null\n", "randomBytesRatio: 1.0\n", "producerRate: 10000000\n")
        .contains("testDurationMinutes: 5\n", "warmupDurationMinutes: 1\n");
  }

  @Test
  void whatItWritesWithOmbsDefaultsCanBeRead() throws IOException {
    String yaml = OMB_TEMPLATE.replaceFirst("payloadFile:.*\n", "");
    List<Path> files = template(yaml).generate(folder.resolve("out"));
    ReadOptions options = new ReadOptions(false, Map.of(), folder);
    Workload workload = WorkloadReader.read(files.get(0), options);
    assertThat(workload.load().ratePerSecond()).contains(50_000.0);
    assertThat(workload.time().test()).hasValueSatisfying(t -> assertThat(t).hasMinutes(15));
  }

  @Test
  void namesHaveEveryDigitWhereOmbWouldWriteOneFileOverAnother() throws IOException {
    String yaml =
        OMB_TEMPLATE
            .replace("[50000]", "[1000, 1500, 20000]")
            .replace(", 2, 4, 8, 16, 32, 64]", "]");
    assertThat(template(yaml).generate())
        .extracting(Generated::name)
        .containsExactly(
            "1-topics-1-partitions-10000b-1p-1c-1000",
            "1-topics-1-partitions-10000b-1p-1c-1500",
            "1-topics-1-partitions-10kb-1p-1c-20k");
  }

  @Test
  void refusesCombinationsThatWouldBeOneFile() throws IOException {
    WorkloadTemplate template = template(OMB_TEMPLATE.replace("-${producersPerTopic}p", ""));
    assertThatThrownBy(template::generate)
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(
            "nameFormat: several combinations have the name"
                + " 1-topics-1-partitions-10000b-1c-50000; add the key in which they differ");
  }

  @Test
  void writesAReadableWorkloadForEachCombinationOfATemplateWithOurKeys() throws IOException {
    Path out = folder.resolve("out");
    List<Path> files = template(TEMPLATE).generate(out);
    assertThat(files)
        .extracting(file -> file.getFileName().toString())
        .containsExactly(
            "1-topics-100b-max-rate.yaml",
            "1-topics-100b-500.yaml",
            "1-topics-1KBb-max-rate.yaml",
            "1-topics-1KBb-500.yaml",
            "10-topics-100b-max-rate.yaml",
            "10-topics-100b-500.yaml",
            "10-topics-1KBb-max-rate.yaml",
            "10-topics-1KBb-500.yaml");
    assertThat(files.get(0)).content().doesNotContain("Minutes", "null");
    ReadOptions options = new ReadOptions(false, Map.of(), folder);
    List<Workload> workloads =
        files.stream().map(file -> WorkloadReader.read(file, options)).toList();
    assertThat(workloads.get(0).name()).isEqualTo("1-topics-100b-max-rate");
    assertThat(workloads.get(0).load()).isEqualTo(new Load.ClosedLoop());
    assertThat(workloads.get(7).load().ratePerSecond()).contains(500.0);
    assertThat(workloads.get(7).messages().messageSizeBytes()).isEqualTo(1024);
    assertThat(workloads.get(7).time().test())
        .hasValueSatisfying(t -> assertThat(t).hasMinutes(15));
  }

  @Test
  void takesSingleValuesInPlaceOfLists() throws IOException {
    assertThat(template(TEMPLATE.replace("[1, 10]", "7")).generate())
        .hasSize(4)
        .allSatisfy(workload -> assertThat(workload.name()).startsWith("7-topics-"));
  }

  @Test
  void reportsWhatIsWrongInTheTemplate() {
    assertThatThrownBy(() -> template(TEMPLATE.replace("10]", "many]").replace("keyD", "kyD")))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("t.yaml:2:13: topics[1]: wrong value, got many")
        .hasMessageContaining("kyDistributor: unknown key (did you mean keyDistributor?)");
  }

  private WorkloadTemplate template(String yaml) throws IOException {
    return WorkloadTemplate.read(Files.writeString(folder.resolve("t.yaml"), yaml));
  }
}
