package io.tidemark.driver.rabbitmq.quorum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.driver.rabbitmq.Bench;
import io.tidemark.driver.rabbitmq.ManagementApi;
import io.tidemark.driver.rabbitmq.TestCluster;
import io.tidemark.driver.rabbitmq.Traffic;
import io.tidemark.driver.rabbitmq.TrafficInbox;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The version of the published studies, with what later ones do not have any more. */
@Tag("release")
class QuorumDriver310IT extends QuorumDriverContract {
  QuorumDriver310IT() {
    super(TestCluster.ofThreeNodes("3.10"));
  }

  @Test
  void refusesNoLimitOfDeliveriesWhichTheBrokerDoesNotKnow() {
    assertThatThrownBy(() -> bench("queueArguments: {x-delivery-limit: -1}"))
        .hasMessageContaining("supported by RabbitMQ 4.0 and later");
  }

  @Test
  void refusesAmqp10WhichTheBrokerSpeaksWithAPlugInOnly() {
    assertThatThrownBy(() -> bench("protocol: amqp10"))
        .hasMessageContaining("supported by RabbitMQ 4.0 and later, this is 3.10");
  }

  @Test
  void theBrokerRefusesALeaderLocatorOfClassicQueues() throws Exception {
    theBrokerRefusesWrongArgumentsByName("classic", "{x-queue-leader-locator: balanced}");
  }

  @Test
  void ourFileForMirroredQueuesMirrorsThem() throws Exception {
    Traffic traffic = new Traffic();
    TrafficInbox inbox = new TrafficInbox();
    String file = Files.readString(Path.of("mirrored.yaml"));
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench = benches().ofFile(file)) {
      String topic = bench.topic(1);
      bench.consumer(topic, "sub", inbox);
      String path = "queues/%2F/" + ManagementApi.segment(topic + ".sub");
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> cluster.management().get(path).path("synchronised_slave_nodes").size() == 1);
      JsonNode policy = cluster.management().get("policies/%2F/tidemark-mirrors-test-topic");
      assertThat(policy.path("definition").path("ha-params").asInt()).isEqualTo(2);
      traffic.send(bench.producer(topic), 1_000);
      inbox.awaitDeliveries(1_000);
    }
    assertThat(traffic.failures()).isEmpty();
    await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () -> cluster.management().find("policies/%2F/tidemark-mirrors-test-topic").isEmpty());
  }
}
