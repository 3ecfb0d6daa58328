package io.tidemark.it;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.recorded.TraceMessage;
import io.tidemark.model.recorded.TraceReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The load of a seeded run on Kafka is recorded, sent again, and recorded again. */
class RecordAndReplayIT {
  private static final int MESSAGES = 1_200;

  @TempDir Path folder;
  private Path driver;

  @BeforeEach
  void itsTopics() throws Exception {
    StartedKafka kafka = StartedKafka.shared();
    kafka.createTopics(3, topic("orders"), topic("replayed"));
    driver = kafka.driver(folder, "kafka", "producerConfig: acks=all\n");
  }

  @Test
  void theSameMessagesComeAgain() throws Exception {
    String clients =
        """
        subscriptionsPerTopic: 1
        consumerPerSubscription: 1
        producersPerTopic: 2
        warmupDuration: 0s
        """
            + WorkloadFiles.WIDE_THRESHOLDS;
    List<TraceMessage> first =
        recorded(
            "orders",
            """
            producerRate: 400
            arrivals: poisson
            messageSizeDistribution: {"100-300": 3, "1000-3000": 1}
            keyDistributor: KEY_ZIPF
            testDuration: 3s
            """
                + clients);
    List<TraceMessage> second = recorded("replayed", "replay: {trace: orders.gz}\n" + clients);

    assertThat(first).hasSizeBetween(MESSAGES * 8 / 10, MESSAGES * 12 / 10);
    List<TraceMessage> replayed = withoutProbes(second, second.size() - first.size());
    assertThat(countsBy(replayed, TraceMessage::sizeBytes))
        .isEqualTo(countsBy(first, TraceMessage::sizeBytes));
    assertThat(countsBy(replayed, TraceMessage::keyHash).values().stream().sorted().toList())
        .isEqualTo(countsBy(first, TraceMessage::keyHash).values().stream().sorted().toList());
  }

  /**
   * A replay begins with the probes of its run. The last of them and the first message that is
   * replayed can have the same millisecond, and then either comes first.
   */
  private static List<TraceMessage> withoutProbes(List<TraceMessage> messages, int probes) {
    int probeBytes = messages.get(0).sizeBytes();
    int left = probes;
    List<TraceMessage> others = new ArrayList<>();
    for (TraceMessage each : messages) {
      if (left > 0 && each.sizeBytes() == probeBytes) {
        left--;
      } else {
        others.add(each);
      }
    }
    return others;
  }

  private static <K> Map<K, Long> countsBy(
      List<TraceMessage> messages, Function<TraceMessage, K> key) {
    return messages.stream().collect(groupingBy(key, counting()));
  }

  /** A repeated test has others. */
  private String topic(String name) {
    return name + "-" + folder.getFileName();
  }

  private List<TraceMessage> recorded(String name, String workload) throws Exception {
    String topic = topic(name);
    Path file =
        Files.writeString(
            folder.resolve(name + ".yaml"),
            "name: " + name + "\ntopicNames: [" + topic + "]\n" + workload);
    Path trace = folder.resolve(name + ".gz");
    try (TidemarkProcess recording =
        TidemarkProcess.start(
            folder,
            "benchmark",
            "record",
            "-d",
            driver.toString(),
            "--topic",
            topic,
            "-o",
            trace.toString())) {
      recording.awaitOutput("Recording " + topic);
      Command run = Command.run(folder, "-d", driver.toString(), file.toString());
      assertThat(run.exitCode()).as(run.output()).isZero();
      recording.interrupt();
      recording.waitFor();
      assertThat(recording.output()).contains("Wrote " + trace);
    }
    List<TraceMessage> messages = new ArrayList<>();
    try (TraceReader reader = TraceReader.open(trace)) {
      for (Optional<TraceMessage> next = reader.next(); next.isPresent(); next = reader.next()) {
        messages.add(next.get());
      }
    }
    return messages;
  }
}
