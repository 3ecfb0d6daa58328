package io.tidemark.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.worker.TelemetrySample;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LeftBehindTest {
  private static final Map<String, String> FACTS = Map.of("broker.name", "IBM MQ");
  private final LeftBehind left = new LeftBehind();

  private void holds(String queue, long messages) {
    left.add(new TelemetrySample(1, TelemetrySample.QUEUE_MESSAGES, queue, messages, 0));
  }

  @Test
  void tellsNothingWhereNoQueueWasTold() {
    left.add(new TelemetrySample(1, "logWriteLatencyMicros", "QM1", 850, 10_000));
    assertThat(left.addedTo(FACTS)).isEqualTo(FACTS);
  }

  @Test
  void tellsThatQueuesAreEmpty() {
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
}
