package io.tidemark.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One run fills a topic without consumers; later runs read it and report what is missing. */
@Tag("release")
class EarlierRunOnKafkaIT {
  private static final int DELETED = 300;
  private static final TopicPartition KEPT = new TopicPartition("kept", 0);

  @TempDir Path folder;
  private final StartedKafka kafka = StartedKafka.shared();
  private Path driver;

  @BeforeEach
  void itsDriver() throws IOException {
    driver =
        kafka.driver(
            folder,
            "kept",
            """
            producerConfig: acks=all
            consumerConfig: |
              auto.offset.reset=earliest
              enable.auto.commit=false
            """);
  }

  @Test
  void aRunThatReadsWhatAnEarlierOnePublishedReportsExactlyWhatIsLost() throws Exception {
    kafka.createTopics(1, KEPT.topic());
    JsonNode filled =
        run("fill", 0, "producersPerTopic: 2\nproducerRate: 500\ntestDuration: 3s\n").result();
    long acknowledged = filled.requiredAt("/delivery/acknowledgedMessages").asLong();
    assertThat(acknowledged).isGreaterThan(DELETED);
    long probes = endOffset() - acknowledged; // All of them are before the load.

    JsonNode complete = read("complete", 11, 0).result();

    RunResults.assertNone(complete, "lost", "duplicated", "outOfOrder");
    assertThat(complete.requiredAt("/delivery/subscriptions/0/expectedMessages").asLong())
        .isEqualTo(acknowledged);
    assertThat(complete.requiredAt("/delivery/subscriptions/0/receivedMessages").asLong())
        .isEqualTo(acknowledged);

    deleteRecordsBefore(probes + DELETED);
    Read damaged = read("damaged", 12, 1);

    assertThat(damaged.result().requiredAt("/delivery/lostMessages").asLong(-1)).isEqualTo(DELETED);
    assertThat(damaged.result().requiredAt("/delivery/subscriptions/0/firstLost/0").asText())
        .isEqualTo("0:0");
    assertThat(damaged.result().requiredAt("/verdict/status").asText()).isEqualTo("FAILED");
    assertThat(damaged.output()).contains("lost 300", "acknowledged messages were not received");
  }

  private record Read(JsonNode result, String output) {}

  /**
   * @param seed decides the name of the consumer group, whose committed offsets Kafka keeps
   */
  private Read read(String name, int seed, int exitCode) throws IOException, InterruptedException {
    return run(
        name,
        exitCode,
        """
        pattern: consume-only
        fromRun: %s
        subscriptionsPerTopic: 1
        consumerPerSubscription: 1
        testDuration: 15s
        seed: %d
        objectives: {lost: 0, duplicated: 0}
        """
            .formatted(RunResults.folders(folder.resolve("fill-results")).get(0), seed));
  }

  private Read run(String name, int exitCode, String load)
      throws IOException, InterruptedException {
    Path workload =
        Files.writeString(
            folder.resolve(name + ".yaml"),
            "name: "
                + name
                + "\ntopicNames: [kept]\nmessageSize: 200\nwarmupDuration: 0s\n"
                + load
                + WorkloadFiles.WIDE_THRESHOLDS);
    Path results = folder.resolve(name + "-results");
    Command run = Command.measure(results, driver.toString(), workload);
    assertThat(run.exitCode()).as(run.output()).isEqualTo(exitCode);
    return new Read(RunResults.only(results), run.output());
  }

  private long endOffset() throws Exception {
    try (Admin admin = kafka.admin()) {
      return admin.listOffsets(Map.of(KEPT, OffsetSpec.latest())).all().get().get(KEPT).offset();
    }
  }

  private void deleteRecordsBefore(long offset) throws Exception {
    try (Admin admin = kafka.admin()) {
      admin.deleteRecords(Map.of(KEPT, RecordsToDelete.beforeOffset(offset))).all().get();
    }
  }
}
