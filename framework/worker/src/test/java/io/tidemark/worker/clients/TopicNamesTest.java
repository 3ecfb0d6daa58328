package io.tidemark.worker.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class TopicNamesTest {
  @Test
  void aDriverWithoutAPrefixHasNoTopics() {
    assertThatThrownBy(() -> new TopicNames("a").next(null, 0))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContainingAll("null", "topic name prefix");
  }

  @Test
  void namesFollowFromTheRun() {
    assertThat(new TopicNames("a").next("t", 7))
        .isEqualTo(new TopicNames("a").next("t", 7))
        .isNotEqualTo(new TopicNames("b").next("t", 7))
        .startsWith("t-0000007-");
  }
}
