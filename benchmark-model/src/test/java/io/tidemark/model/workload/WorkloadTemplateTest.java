package io.tidemark.model.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.model.workload.ProducerRate.ClosedLoop;
import io.tidemark.model.workload.ProducerRate.OpenLoop;
import io.tidemark.model.yaml.ConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkloadTemplateTest {
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
      testDurationMinutes: 15
      keyDistributor: NO_KEY
      """;

  @TempDir Path folder;

  @Test
  void writesAReadableWorkloadForEachCombination() throws IOException {
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
    ReadOptions options = new ReadOptions(false, Map.of(), folder);
    List<Workload> workloads =
        files.stream().map(file -> WorkloadReader.read(file, options)).toList();
    assertThat(workloads.get(0).name()).isEqualTo("1-topics-100b-max-rate");
    assertThat(workloads.get(0).rate()).isEqualTo(new ClosedLoop());
    assertThat(workloads.get(7).rate()).isEqualTo(new OpenLoop(500));
    assertThat(workloads.get(7).messageSizeBytes()).isEqualTo(1024);
    assertThat(workloads.get(7).test()).hasValueSatisfying(t -> assertThat(t).hasMinutes(15));
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
