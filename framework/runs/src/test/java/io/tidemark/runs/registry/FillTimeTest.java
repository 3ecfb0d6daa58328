package io.tidemark.runs.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.base.SystemClock;
import io.tidemark.model.load.Serialization;
import io.tidemark.model.load.Serialization.Format;
import io.tidemark.model.workload.Workload;
import io.tidemark.model.workloadfile.WorkloadReader;
import io.tidemark.model.yaml.ReadOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The time to fill bodies, of workloads whose load threads fill them. */
class FillTimeTest {
  @TempDir Path folder;

  private Optional<Serialization> measured(String keys) throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("w.yaml"),
            """
            topics: 1
            producersPerTopic: 1
            producerRate: 100
            testDuration: 10s
            envelope: {position: header}
            """
                + keys);
    Files.writeString(folder.resolve("users.csv"), "id\n1\n2\n");
    Workload workload = WorkloadReader.read(file, new ReadOptions(false, Map.of(), folder));
    return NumberedBodies.of(workload, SystemClock.get()).serialization();
  }

  @Test
  void templatesThatAreFilledForEachMessageAreMeasured() throws IOException {
    Serialization template =
        measured("payload: {template: '#{sequence} #{csv:users.csv:id}'}").orElseThrow();
    assertThat(template.format()).isEqualTo(Format.TEMPLATE);
    assertThat(template.meanMicros()).isPositive();
    assertThat(template.duringLoad()).isTrue();
  }

  @Test
  void eventsAreMeasuredWithTheirData() throws IOException {
    String events = "cloudEvents: structured\npayload: {contentType: json, template: '[";
    double alone = measured(events + "1]'}").orElseThrow().meanMicros();
    Serialization both = measured(events + "#{sequence}, \"#{text:20000}\"]'}").orElseThrow();
    assertThat(both.format()).isEqualTo(Format.CLOUD_EVENTS);
    assertThat(both.meanMicros()).as("20,000 letters more").isGreaterThan(alone);
  }

  @Test
  void bodiesThatAreMadeBeforeTheLoadAreNot() throws IOException {
    assertThat(measured("payload: {template: 'a #{random:8}'}")).isEmpty();
    assertThat(measured("messageSize: 100")).isEmpty();
  }
}
