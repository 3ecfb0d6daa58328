package io.tidemark.driver.rabbitmq.quorum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.rabbitmq.client.ShutdownSignalException;
import io.tidemark.driver.rabbitmq.Bench;
import io.tidemark.driver.rabbitmq.TestCluster;
import io.tidemark.driver.rabbitmq.TrafficInbox;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Arguments that brokers of both versions take, also where one of them ignores them. */
interface ArgumentsContract extends OnThreeNodes {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          quorum  | {x-quorum-initial-group-size: 1, x-delivery-limit: 7, x-queue-leader-locator: balanced}
          quorum  | {x-overflow: reject-publish, x-dead-letter-exchange: dlx, x-dead-letter-strategy: at-least-once}
          quorum  | {x-single-active-consumer: true, x-expires: 60000, x-max-in-memory-length: 5, x-max-length: 9}
          classic | {x-queue-version: 2, x-max-priority: 5, x-message-ttl: 60000, x-overflow: reject-publish-dlx}
          stream  | {x-max-age: 1h, x-stream-max-segment-size-bytes: 1000000, x-initial-cluster-size: 1}
          """)
  default void queueArgumentsReachTheBroker(String type, String arguments) throws Exception {
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench =
        benches().with("queueType: " + type + "\nqueueArguments: " + arguments)) {
      String topic = bench.topic(1);
      bench.driver().createSubscription(topic, "sub").join();
      JsonNode declared = benches().queue(topic + ".sub").path("arguments");
      Map<String, Object> wanted = TestCluster.yaml(arguments);
      assertThat(declared.path("x-queue-type").asText()).isEqualTo(type);
      wanted.forEach(
          (key, value) -> assertThat(declared.path(key).asText()).as(key).isEqualTo("" + value));
    }
  }

  /** Which is why the driver does not check them. The broker says it before the load begins. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          quorum  | {x-max-length: many}
          quorum  | {x-overflow: }
          quorum  | {x-max-priority: 5}
          quorum  | {x-dead-letter-routing-key: k}
          classic | {x-max-priority: 256}
          stream  | {x-max-age: 1w}
          """)
  default void theBrokerRefusesWrongArgumentsByName(String type, String arguments)
      throws Exception {
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench =
        benches().with("queueType: " + type + "\nqueueArguments: " + arguments)) {
      String topic = bench.topic(1);
      assertThatThrownBy(() -> bench.driver().createSubscription(topic, "sub").join())
          .hasRootCauseInstanceOf(ShutdownSignalException.class)
          .cause()
          .hasMessageContaining(arguments.substring(1, arguments.indexOf(':')));
    }
  }

  /** RabbitMQ 4.3 takes any mode, and refuses a place of the master by closing the connection. */
  @Test
  @DisabledIfSystemProperty(named = "rabbitmq.version", matches = "4\\.3")
  default void argumentsThatAreOldAreCheckedToo() throws Exception {
    queueArgumentsReachTheBroker("classic", "{x-queue-mode: lazy, x-queue-master-locator: random}");
    theBrokerRefusesWrongArgumentsByName("classic", "{x-queue-mode: eager}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "queues: {autoDelete: true}",
        "queueType: stream\nqueues: {serverNamed: true}",
      })
  default void theBrokerRefusesPropertiesThatOnlyClassicQueuesHave(String options)
      throws Exception {
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench = benches().with(options)) {
      String topic = bench.topic(1);
      assertThatThrownBy(() -> bench.driver().createSubscription(topic, "sub").join())
          .hasRootCauseInstanceOf(ShutdownSignalException.class);
    }
  }

  @Test
  default void theBrokerRefusesExclusiveQueuesThatAreNotClassic() throws Exception {
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench = benches().with("queues: {exclusive: true}")) {
      String topic = bench.topic(1);
      assertThatThrownBy(
              () -> bench.driver().createConsumer(topic, "sub", new TrafficInbox()).join())
          .hasRootCauseInstanceOf(ShutdownSignalException.class);
    }
  }
}
