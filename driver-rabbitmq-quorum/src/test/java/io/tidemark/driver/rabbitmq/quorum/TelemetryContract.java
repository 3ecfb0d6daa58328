package io.tidemark.driver.rabbitmq.quorum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.rabbitmq.Bench;
import io.tidemark.driver.rabbitmq.TelemetryPage;
import io.tidemark.driver.rabbitmq.Traffic;
import io.tidemark.driver.rabbitmq.TrafficInbox;
import io.tidemark.driver.telemetry.TelemetryReading;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.Test;

/** Telemetry of the driver, with the names of the reference page. */
interface TelemetryContract extends OnThreeNodes {
  List<String> NODES = List.of("rabbit1@localhost", "rabbit2@localhost", "rabbit3@localhost");

  @Test
  default void readsWhatTheBrokerKnowsOfItselfAndOfTheRunsQueues() throws Exception {
    brokers().management().put("queues/%2F/somebodys", Map.of("durable", true));
    try (Traffic traffic = new Traffic();
        Bench<RabbitMqQuorumBenchmarkDriver> bench =
            benches()
                .with(
                    """
                    prometheusUris: ["${brokers.prometheusUris}"]
                    prefetch: 500
                    ackEvery: 100
                    ackIdle: 1h
                    """)) {
      String topic = bench.topic(1);
      bench.driver().createSubscription(topic, "nobody").join();
      assertThat(bench.driver().brokerFacts())
          .containsEntry("nodes", "3")
          .containsEntry("replication", "3")
          .containsEntry("acknowledgement", "majority of copies")
          .containsEntry("persistence", "flushed to disk");
      bench.consumer(topic, "sub", new TrafficInbox());
      BenchmarkProducer producer = bench.producer(topic);
      Reported reported = new Reported(bench);
      traffic.start(producer, 200);
      reported.until(() -> assertFlow(reported, topic));
      traffic.stop();
      traffic.send(producer, (int) Math.floorMod(42 - traffic.sent(), 100L));
      traffic.awaitSettled();
      reported.until(() -> assertRest(reported, topic, traffic.sent()));
      reported.until(() -> assertNodes(reported));
      assertThat(reported.subjects).contains(topic + ".sub").doesNotContain("somebodys");
    } finally {
      brokers().management().delete("queues/%2F/somebodys");
    }
  }

  /** While messages flow. */
  private static void assertFlow(Reported reported, String topic) {
    assertThat(reported.positive)
        .contains(
            "queuePublishRatePerSecond " + topic + ".nobody",
            "queuePublishRatePerSecond " + topic + ".sub",
            "queueDeliverRatePerSecond " + topic + ".sub",
            "queueAckRatePerSecond " + topic + ".sub",
            "queueReductionsPerSecond " + topic + ".sub",
            "brokerPublishRatePerSecond cluster",
            "brokerConfirmRatePerSecond cluster",
            "brokerDeliverRatePerSecond cluster",
            "brokerAckRatePerSecond cluster",
            "connections cluster");
  }

  /** When they have ceased to: one queue has kept all, one waits for acknowledgements. */
  private static void assertRest(Reported reported, String topic, long sent) {
    String kept = topic + ".nobody";
    String read = topic + ".sub";
    assertThat(reported.latest)
        .containsEntry("queueMessages " + kept, 1.0 * sent)
        .containsEntry("queueMessagesReady " + kept, 1.0 * sent)
        .containsEntry("queueMessagesUnacknowledged " + kept, 0.0)
        .containsEntry("queueMessagesReady " + read, 0.0)
        .containsEntry("queueMessagesUnacknowledged " + read, 42.0)
        .containsEntry("queueConsumers " + read, 1.0)
        .containsEntry("queueMembers " + read, 3.0)
        .containsEntry("queueMembersOnline " + read, 3.0)
        .containsEntry("runPublishedMessages " + topic, 1.0 * sent)
        .containsEntry("runDeliveredMessages " + read, 1.0 * sent)
        .containsEntry("runAcknowledgedMessages " + read, sent - 42.0);
    assertThat(reported.latest.get("queueLeaderNode " + read)).isBetween(1.0, 3.0);
  }

  private static void assertNodes(Reported reported) throws IOException {
    assertThat(reported.names).isEqualTo(TelemetryPage.names());
    for (String node : NODES) {
      assertThat(reported.positive)
          .contains("nodeCpuCores " + node, "nodeReductionsPerSecond " + node);
      assertThat(reported.latest)
          .containsEntry("nodeRunning " + node, 1.0)
          .containsEntry("nodeMemoryAlarm " + node, 0.0)
          .containsEntry("nodeDiskAlarm " + node, 0.0)
          .containsKey("nodeRunQueue " + node);
      assertThat(reported.latest.get("nodeMemoryBytes " + node))
          .isPositive()
          .isLessThan(reported.latest.get("nodeMemoryWatermarkBytes " + node));
      assertThat(reported.latest.get("nodeDiskFreeLimitBytes " + node))
          .isPositive()
          .isLessThan(reported.latest.get("nodeDiskFreeBytes " + node));
      assertThat(reported.latest.get("nodeSockets " + node)).isNotNegative();
      assertThat(reported.latest.get("nodeErlangProcesses " + node)).isPositive();
    }
  }

  /** All readings so far, by name and subject. */
  final class Reported {
    private final Bench<RabbitMqQuorumBenchmarkDriver> bench;
    private final Map<String, Double> latest = new TreeMap<>();
    private final Set<String> positive = new TreeSet<>();
    private final Set<String> names = new TreeSet<>();
    private final Set<String> subjects = new TreeSet<>();

    private Reported(Bench<RabbitMqQuorumBenchmarkDriver> bench) {
      this.bench = bench;
    }

    /** Reads once a second, as a worker does. */
    private void until(ThrowingRunnable assertion) {
      await()
          .atMost(Duration.ofSeconds(90))
          .pollInterval(Duration.ofSeconds(1))
          .untilAsserted(
              () -> {
                bench.driver().readTelemetry().forEach(this::add);
                assertion.run();
              });
    }

    private void add(TelemetryReading reading) {
      String figure = reading.name() + " " + reading.subject();
      names.add(reading.name());
      subjects.add(reading.subject());
      latest.put(figure, reading.value());
      if (reading.value() > 0) {
        positive.add(figure);
      }
    }
  }
}
