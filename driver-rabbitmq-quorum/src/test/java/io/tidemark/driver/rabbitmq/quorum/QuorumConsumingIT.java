package io.tidemark.driver.rabbitmq.quorum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.driver.outcome.Outcome;
import io.tidemark.driver.rabbitmq.Bench;
import io.tidemark.driver.rabbitmq.Traffic;
import io.tidemark.driver.rabbitmq.TrafficInbox;
import io.tidemark.driver.testkit.observed.TapInbox;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the options of consumers do; one node is enough to see it. */
class QuorumConsumingIT extends OneQuorumNode {
  private static JsonNode queue(String name) throws Exception {
    return benches.queue(name);
  }

  @Test
  void aQueueFavoursTheConsumerOfHigherPriority() throws Exception {
    Traffic traffic = new Traffic();
    TrafficInbox low = new TrafficInbox();
    TrafficInbox high = new TrafficInbox();
    try (Bench<RabbitMqQuorumBenchmarkDriver> first = bench("consumerPriority: 1");
        Bench<RabbitMqQuorumBenchmarkDriver> second = bench("consumerPriority: 10")) {
      String topic = first.topic(1);
      first.consumer(topic, "sub", low);
      second.consumer(topic, "sub", high);
      // Fewer than the prefetch: the favoured one is never full.
      traffic.send(first.producer(topic), 400);
      high.awaitDeliveries(400);
    }
    assertThat(low.deliveries()).isZero();
  }

  @Test
  void aQueueWithoutAnExchangeIsNotTapped() throws Exception {
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench = bench("queues: {existing: true}")) {
      assertThat(bench.driver().tap("some-queue", new TapInbox()))
          .failsWithin(SETTLED)
          .withThrowableThat()
          .withMessageContaining("name the exchange from which it gets its messages");
    }
  }

  @ParameterizedTest
  @CsvSource({"true, false", "false, false", "false, true"})
  void refusedMessagesComeAgainOrAreDropped(boolean requeue, boolean polling) throws Exception {
    Traffic traffic = new Traffic();
    TrafficInbox inbox = new TrafficInbox().refusing(requeue ? Outcome.RELEASE : Outcome.REJECT, 1);
    int received = requeue ? 500 : 0;
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench =
        bench(
            // Classic queues tell their length every second, quorum queues every five.
            "queueType: classic\nconsumeBy: " + (polling ? "poll" : "push"))) {
      String topic = bench.topic(1);
      bench.consumer(topic, "sub", inbox);
      traffic.send(bench.producer(topic), 500);
      inbox.awaitDeliveries(received);
      // Lengths and counts are not reported at the same time.
      await()
          .atMost(SETTLED)
          .untilAsserted(
              () -> {
                JsonNode reported = queue(topic + ".sub");
                long delivered = reported.at("/message_stats/deliver_get").asLong();
                long again = reported.at("/message_stats/redeliver").asLong();
                assertThat(reported.path("messages").asLong(-1)).isZero();
                assertThat(delivered - again).as("delivered for the first time").isEqualTo(500);
                assertThat(again).as("redelivered").isEqualTo(received);
              });
    }
    assertThat(inbox.numbers()).hasSize(received);
  }

  @Test
  void whatIsProcessedIsAcknowledgedWithoutAFullGroup() throws Exception {
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench = bench("ackEvery: 100\nackIdle: 50ms")) {
      String topic = bench.topic(1);
      bench.assertDelivers(topic, 130);
      await()
          .atMost(SETTLED)
          .until(() -> queue(topic + ".sub").path("message_stats").path("ack").asLong() == 130);
    }
  }

  @Test
  void acknowledgementsCountWhenTheirTransactionIsCommitted() throws Exception {
    Traffic traffic = new Traffic();
    TrafficInbox inbox = new TrafficInbox();
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench =
        bench("queueType: classic\nackEvery: 10\nconsumerTransactionSize: 50\nackIdle: 1h\n")) {
      String topic = bench.topic(1);
      AutoCloseable consumer = bench.consumer(topic, "sub", inbox);
      traffic.send(bench.producer(topic), 130);
      inbox.awaitDeliveries(130);
      awaitUnacknowledged(topic + ".sub", 30);
      consumer.close();
      awaitUnacknowledged(topic + ".sub", 0);
    }
  }

  /** And nothing else. */
  private static void awaitUnacknowledged(String queue, int messages) {
    await()
        .atMost(SETTLED)
        .untilAsserted(
            () -> {
              JsonNode reported = queue(queue);
              assertThat(reported.path("messages").asInt(-1)).isEqualTo(messages);
              assertThat(reported.path("messages_unacknowledged").asInt(-1)).isEqualTo(messages);
            });
  }
}
