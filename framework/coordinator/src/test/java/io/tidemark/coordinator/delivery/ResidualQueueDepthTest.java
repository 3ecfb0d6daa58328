package io.tidemark.coordinator.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.snapshot.TelemetrySample;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ResidualQueueDepthTest {
  private static final Map<String, String> FACTS = Map.of("broker.name", "IBM MQ");
  private final ResidualQueueDepth left = new ResidualQueueDepth();

  private void holds(String queue, long messages) {
    left.add(1, new TelemetrySample(1, TelemetrySample.QUEUE_MESSAGES, queue, messages, 0));
  }

  @Test
  void reportsNothingWithoutQueues() {
    left.add(1, new TelemetrySample(1, "logWriteLatencyMicros", "QM1", 850, 10_000));
    assertThat(left.addedTo(FACTS)).isEqualTo(FACTS);
  }

  @Test
  void reportsThatQueuesAreEmpty() {
    holds("REQUEST1", 0);
    holds("REPLY1", 0);
    assertThat(left.addedTo(FACTS))
        .containsEntry("broker.name", "IBM MQ")
        .containsEntry("queue.messages.left", "0 in 2 queues");
  }

  @Test
  void namesThoseThatAreNotOnceForAllWorkers() {
    holds("REQUEST1", 0);
    holds("REPLY2", 3);
    holds("REPLY1", 4);
    holds("REPLY1", 4);
    assertThat(left.addedTo(FACTS)).containsEntry("queue.messages.left", "7: REPLY1 4, REPLY2 3");
  }

  @Test
  void theLatestReadingCounts() {
    left.add(7, new TelemetrySample(7, TelemetrySample.QUEUE_MESSAGES, "REPLY1", 0, 0));
    left.add(5, new TelemetrySample(5, TelemetrySample.QUEUE_MESSAGES, "REPLY1", 4, 0));
    assertThat(left.addedTo(FACTS)).containsEntry("queue.messages.left", "0 in 1 queue");
  }

  @Test
  void figuresThatMayBeFromBeforeTheCloseAreNotReported() {
    left.add(1, new TelemetrySample(1, TelemetrySample.QUEUE_MESSAGES, "REPLY1", 4, 5_000));
    assertThat(left.addedTo(FACTS)).isEqualTo(FACTS);
  }

  @Test
  void acknowledgementsThatAreCountedWithADelayAreThoseOfTheEnd() {
    ResidualQueueDepth left = new ResidualQueueDepth();
    assertThat(left.found(List.of()).acknowledged()).isNull();
    left.acknowledgedInTheEnd(Optional.of(7L));
    assertThat(left.found(List.of()).acknowledged()).isEqualTo(7);
    left.add(1, new TelemetrySample(1, TelemetrySample.RUN_ACKNOWLEDGED, "q", 9, 0));
    assertThat(left.found(List.of()).acknowledged()).as("live").isEqualTo(9);
  }
}
