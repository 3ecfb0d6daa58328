package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.driver.topics.TopicLister.ListedTopic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CleanCommandTest {
  private static final Instant EPOCH = Instant.parse("2020-01-01T00:00:00Z");

  @TempDir Path folder;

  private Path driver;
  private final String old = name(0, Duration.ofHours(30));
  private final String recent = name(1, Duration.ofMinutes(10));
  private final String used = name(2, Duration.ofHours(5));

  /** Names a topic as a run does that began this long ago. */
  private static String name(int index, Duration age) {
    int minutes = (int) Duration.between(EPOCH, Instant.now().minus(age)).toMinutes();
    byte[] bytes = {(byte) (minutes >> 16), (byte) (minutes >> 8), (byte) minutes};
    return "left-000000" + index + "-" + Base64.getUrlEncoder().encodeToString(bytes) + "abctm";
  }

  @BeforeEach
  void topics() throws IOException {
    driver =
        Files.writeString(
            folder.resolve("d.yaml"),
            "name: left\ndriverClass: " + LeftTopicsDriver.class.getName() + "\n");
    LeftTopicsDriver.LEFT.clear();
    LeftTopicsDriver.LEFT.add(new ListedTopic(old, false));
    LeftTopicsDriver.LEFT.add(new ListedTopic(recent, false));
    LeftTopicsDriver.LEFT.add(new ListedTopic(used, true));
    LeftTopicsDriver.LEFT.add(new ListedTopic("left-0000003-AAAAAAA", false));
    LeftTopicsDriver.LEFT.add(new ListedTopic("left-orders", false));
  }

  @Test
  void oldTopicsThatAreNotInUseAreListedAndRemoved() {
    CommandRun run = CommandRun.of("clean", "-d", driver.toString());
    assertThat(run.exitCode()).as(run.printed()).isZero();
    assertThat(run.printed())
        .contains(
            "remove  " + old + " (30 h old)",
            "keep    " + recent + " (10 min old)",
            "keep    " + used + " (5 h old, in use)",
            "keep    left-0000003-AAAAAAA (age not known)",
            "1 topic removed")
        .doesNotContain("left-orders");
    assertThat(LeftTopicsDriver.LEFT)
        .extracting(ListedTopic::name)
        .containsExactly(recent, used, "left-0000003-AAAAAAA", "left-orders");
  }

  @Test
  void theAgeCanBeChosenAndADryRunRemovesNothing() {
    assertThat(
            CommandRun.of("clean", "-d", driver.toString(), "--older-than", "5m", "--dry-run")
                .printed())
        .contains("remove  " + recent, "remove  " + old);
    assertThat(LeftTopicsDriver.LEFT).hasSize(5);
    CommandRun.of("clean", "-d", driver.toString(), "--older-than", "5m");
    assertThat(LeftTopicsDriver.LEFT)
        .extracting(ListedTopic::name)
        .containsExactly(used, "left-0000003-AAAAAAA", "left-orders");
  }

  @Test
  void aDriverThatCannotListSaysSo() throws IOException {
    Path other =
        Files.writeString(
            folder.resolve("o.yaml"),
            "name: kept\ndriverClass: " + KeptTopicDriver.class.getName() + "\n");
    CommandRun run = CommandRun.of("clean", "-d", other.toString());
    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.printed()).contains("ERROR", "TopicLister").doesNotContain("\tat ");
  }
}
