package io.tidemark.driver.rabbitmq.quorum;

import static io.tidemark.driver.rabbitmq.Bench.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.tidemark.driver.rabbitmq.Bench;
import io.tidemark.driver.rabbitmq.ManagementApi;
import io.tidemark.driver.rabbitmq.Traffic;
import io.tidemark.driver.rabbitmq.TrafficInbox;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the broker refuses for good is not tried again, and ends with the broker's words. */
class RefusalsIT extends OneQuorumNode {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          amqp091 | queueArguments: {x-overflow: reject_publish}       | invalid arg 'x-overflow'
          amqp10  | queueArguments: {x-overflow: reject_publish}       | invalid arg 'x-overflow'
          amqp091 | consumerArguments: {x-priority: high}              | x-priority
          amqp091 | {queueType: stream, consumerArguments: {x-stream-offset: often}} | INTERNAL_ERROR
          amqp091 | exchange: {name: none-such, create: false}         | no exchange 'none-such'
          """)
  void wrongArgumentsEndTheCreation(String protocol, String options, String words)
      throws Exception {
    cluster.addUser("arguments");
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench =
        benches.as("arguments", "protocol: " + protocol + "\n" + Bench.block(options))) {
      Throwable failure =
          catchThrowable(() -> bench.consumers(bench.topic(1), "sub", new TrafficInbox(), 2));
      assertThat(failure).hasStackTraceContaining(words);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"amqp091", "amqp10"})
  void missingRightsEndTheCreationOfConsumersAndTheFirstSend(String protocol) throws Exception {
    String user = "rights-" + protocol;
    cluster.addUser(user);
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench = benches.as(user, "protocol: " + protocol)) {
      String topic = bench.topic(1);
      cluster.rights(user, ".*", ".*", "^$");
      refused("refused", () -> bench.consumers(topic, "sub", new TrafficInbox(), 2));
      cluster.rights(user, ".*", "^$", ".*");
      refused("refused", () -> new Traffic().send(bench.producers(topic, 1).get(0)).join());
      cluster.rights(user, ".*", ".*", ".*");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"amqp091", "amqp10"})
  void aLimitOfTheVirtualHostEndsTheCreation(String protocol) throws Exception {
    String user = "limits-" + protocol;
    cluster.addUser(user);
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench = benches.as(user, "protocol: " + protocol)) {
      String topic = bench.topic(1);
      limit(user, "max-queues", 0);
      refused("limit", () -> bench.consumers(topic, "sub", new TrafficInbox(), 2));
      limit(user, "max-queues", -1);
      // Over AMQP 1.0 the broker (4.2) resets the connection without a word.
      if (protocol.equals("amqp091")) {
        limit(user, "max-connections", 1);
        refused("limit", () -> bench.producers(topic, 3));
        limit(user, "max-connections", -1);
      }
    }
  }

  private static void limit(String user, String name, int value) throws Exception {
    cluster
        .management()
        .put(ManagementApi.path("vhost-limits", user, name), Map.of("value", value));
  }

  @Test
  void aMissingVirtualHostAndAWrongPasswordEndTheStart() throws Exception {
    cluster.addUser("start");
    cluster.management().delete(ManagementApi.path("vhosts", "start"));
    refused("vhost", () -> benches.as("start", "").close());
    refused("ACCESS_REFUSED", () -> benches.as("nobody", "").close());
  }
}
