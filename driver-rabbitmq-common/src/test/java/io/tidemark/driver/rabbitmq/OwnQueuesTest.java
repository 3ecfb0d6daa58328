package io.tidemark.driver.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.driver.rabbitmq.ManagementTelemetry.OwnQueues;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OwnQueuesTest {
  private final OwnQueues own = new OwnQueues();

  @ParameterizedTest
  @CsvSource({
    "perf-001, true",
    "perf-0010, false",
    "perf-001.sub, false",
    "test-0.sub, true",
    "test-0.1.sub, true",
    "test-0.a.b.c, true",
    "test-0, false",
    "test-01.sub, false",
    "another.test-0.sub, false",
  })
  void knowsItsQueuesByTheirNamesAndByTheirTopics(String queue, boolean isOurs) {
    own.add(List.of("perf-001"));
    own.addBelow("test-0");
    assertThat(own.contains(queue)).isEqualTo(isOurs);
  }

  @Test
  void aTopicMayHaveDotsItself() {
    own.addBelow("a.b");
    assertThat(own.contains("a.b.sub")).isTrue();
    assertThat(own.contains("a.sub")).isFalse();
  }

  @Test
  void noQueueIsTheRunsBeforeItIsAdded() {
    assertThat(own.contains("")).isFalse();
    assertThat(own.contains("a.b")).isFalse();
  }
}
