package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two whole runs of the command: one fills a topic, the other reads it with {@code fromRun}. */
@Tag("slow")
class FromRunTest {
  @TempDir Path folder;
  private String printed = "";

  @BeforeEach
  void fill() throws IOException {
    KeptTopicDriver.reset();
    String fill = "producersPerTopic: 2\nproducerRate: 400\ntestDuration: 1s\n";
    assertThat(run("fill", fill)).as(printed).isZero();
    assertThat(messages()).isGreaterThan(100);
  }

  private int run(String name, String load) throws IOException {
    Path driver =
        Files.writeString(
            folder.resolve("driver.yaml"),
            "name: kept\ndriverClass: " + KeptTopicDriver.class.getName() + "\n");
    Path workload =
        Files.writeString(
            folder.resolve(name + ".yaml"),
            "name: "
                + name
                + "\ntopicNames: [kept]\nmessageSize: 100\nwarmupDuration: 0s\n"
                + load
                + CommandRun.TOLERANT);
    CommandRun done = CommandRun.of("--results-dir", folder.resolve(name), "-d", driver, workload);
    printed = done.printed();
    return done.exitCode();
  }

  private int read(String name, String time) throws IOException {
    return run(
        name,
        """
        pattern: consume-only
        fromRun: %s
        subscriptionsPerTopic: 1
        consumerPerSubscription: 1
        objectives: {lost: 0, duplicated: 0, outOfOrder: 0}
        """
                .formatted(runDirectory("fill"))
            + time);
  }

  private Path runDirectory(String name) throws IOException {
    try (Stream<Path> runs = Files.list(folder.resolve(name))) {
      return runs.filter(Files::isDirectory).findFirst().orElseThrow();
    }
  }

  private JsonNode delivery(String name) throws IOException {
    Path file = runDirectory(name).resolve("result.json");
    return new ObjectMapper().readTree(file.toFile()).required("delivery");
  }

  private long messages() throws IOException {
    return delivery("fill").required("acknowledgedMessages").asLong();
  }

  private static UnaryOperator<List<byte[]>> withDefects() {
    return kept -> {
      int end = kept.size();
      List<byte[]> late = List.copyOf(kept.subList(end - 50, end - 47));
      List<byte[]> again = List.copyOf(kept.subList(end - 40, end - 38));
      kept.subList(end - 30, end - 26).clear();
      kept.removeAll(late);
      kept.addAll(late);
      kept.addAll(again);
      return kept;
    };
  }

  /** Its test would last for an hour, and so would the wait for more messages. */
  @Test
  void aRunEndsWhenItHasReadAllThatTheEarlierRunLeft() throws IOException {
    int code = read("read", "testDuration: 1h\ndrainTimeout: 1h\n");

    assertThat(code).as(printed).isZero();
    JsonNode delivery = delivery("read");
    assertThat(delivery.requiredAt("/subscriptions/0/receivedMessages").asLong())
        .isEqualTo(messages());
    for (String figure : List.of("lostMessages", "duplicatedMessages", "outOfOrderMessages")) {
      assertThat(delivery.required(figure).asLong(-1)).as(figure).isZero();
    }
  }

  @Test
  void lossDuplicationAndDisorderBetweenTheRunsAreCountedEachForItself() throws IOException {
    KeptTopicDriver.deliver(withDefects());

    int code = read("read", "testDuration: 1m\ndrainTimeout: 1s\n");

    assertThat(code).as(printed).isEqualTo(1);
    JsonNode delivery = delivery("read");
    assertThat(delivery.required("lostMessages").asLong(-1)).isEqualTo(4);
    assertThat(delivery.required("duplicatedMessages").asLong(-1)).isEqualTo(2);
    assertThat(delivery.required("outOfOrderMessages").asLong(-1)).isEqualTo(3);
    assertThat(delivery.requiredAt("/subscriptions/0/expectedMessages").asLong())
        .isEqualTo(messages());
    assertThat(printed).contains("FAILED", "lost 4", "outOfOrder");
  }

  @Test
  void aDamagedListOfAcknowledgedMessagesIsAnErrorBeforeAnythingIsTouched() throws IOException {
    Path file = runDirectory("fill").resolve("acknowledged.bin");
    byte[] content = Files.readAllBytes(file);
    byte[] damaged = content.clone();
    damaged[content.length - 6] ^= 0x55; // Of the checksum.

    assertRefused(file, Arrays.copyOf(content, content.length - 3), "it is incomplete");
    assertRefused(file, damaged, "it is damaged");
    assertRefused(file, new byte[0], "it does not begin with the bytes of TMAK");

    assertThat(KeptTopicDriver.uses()).as("the run that filled the topic").isEqualTo(1);
    assertThat(folder.resolve("refused")).doesNotExist();
  }

  private void assertRefused(Path file, byte[] content, String why) throws IOException {
    Files.write(file, content);

    assertThat(read("refused", "testDuration: 1m\n")).as(printed).isEqualTo(2);

    assertThat(printed.lines().filter(line -> line.contains(".yaml:")))
        .singleElement()
        .asString()
        .contains("refused.yaml:6:10: fromRun: cannot use ", "acknowledged.bin: " + why)
        .endsWith("; remove it to run without a check for loss");
    assertThat(printed).doesNotContain("\tat ");
  }
}
