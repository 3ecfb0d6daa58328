package io.tidemark.worker.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class TopicNamesTest {
  @Test
  void aDriverWithoutAPrefixHasNoTopics() {
    assertThatThrownBy(() -> new TopicNames("a").next(null, 0))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContainingAll("null", "topic name prefix");
  }

  @Test
  void namesFollowFromTheRunAndItsBegin() {
    Instant begun = Instant.parse("2026-11-26T08:00:59Z");
    String name = new TopicNames("a", begun).next("t", 7);
    assertThat(name)
        .isEqualTo(new TopicNames("a", begun).next("t", 7))
        .isNotEqualTo(new TopicNames("b", begun).next("t", 7))
        .matches("t-0000007-[A-Za-z0-9_-]{7}tm");
  }

  @Test
  void theAgeIsInTheName() {
    Instant begun = Instant.parse("2026-11-26T08:00:59Z");
    for (int i = 0; i < 1_000; i++) {
      String name = new TopicNames("run " + i, begun).next("test-topic", i);
      assertThat(TopicNames.isOfARun("test-topic", name)).isTrue();
      assertThat(TopicNames.begun("test-topic", name + ".sub-1"))
          .contains(Instant.parse("2026-11-26T08:00:00Z"));
    }
  }

  @Test
  void noTopicOfOmbHasAnAge() {
    String timeOfARun =
        new TopicNames("a", Instant.parse("2026-11-26T08:00:59Z")).next("t", 0).substring(10, 14);
    for (String random : List.of("AAAAAAA", "_______", "--tm-tm", timeOfARun + "tm-")) {
      for (String added : List.of("", ".sub-000-tm00000", "-sub-000-tm00000", "-tm", ".tm")) {
        String name = "t-0000000-" + random + added;
        assertThat(TopicNames.isOfARun("t", name)).as(name).isTrue();
        assertThat(TopicNames.begun("t", name)).as(name).isEmpty();
      }
    }
  }

  @Test
  void topicsOfOthersAreNotOfARun() {
    for (String name : List.of("t", "t-1", "t-0000000", "t-0000000-short", "t2-0000000-AAAAAAA")) {
      assertThat(TopicNames.isOfARun("t", name)).as(name).isFalse();
    }
  }
}
