package io.tidemark.driver.rabbitmq.quorum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.tidemark.driver.RefusedException;
import io.tidemark.driver.rabbitmq.Bench;
import io.tidemark.driver.rabbitmq.ManagementApi;
import io.tidemark.driver.rabbitmq.TestCluster;
import io.tidemark.driver.rabbitmq.Traffic;
import io.tidemark.driver.rabbitmq.TrafficInbox;
import java.time.Duration;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the broker refuses for good is not tried again, and ends with the broker's words. */
@Timeout(180)
class RefusalsIT {
  private static final String RIGHTS = "permissions";

  /** Less than any deadline of a step: without an end at once the test fails by it. */
  private static final Duration AT_ONCE = Duration.ofSeconds(30);

  @RegisterExtension static final TestCluster cluster = OneQuorumNode.CLUSTER_4;

  /** Of a user with separate rights in a separate virtual host. */
  private static Bench<RabbitMqQuorumBenchmarkDriver> bench(String user, String yaml)
      throws Exception {
    String uri = cluster.brokers().placeholders().get("amqpUri");
    String address = uri.substring(uri.lastIndexOf('@') + 1).replaceAll("/.*", "");
    return new Bench<>(
        new RabbitMqQuorumBenchmarkDriver(),
        cluster.file("amqpUris: ['amqp://%s:pw@%s/%s']\n%s".formatted(user, address, user, yaml)));
  }

  private static void user(String name, String configure, String write, String read)
      throws Exception {
    cluster.management().put(ManagementApi.path("vhosts", name), Map.of());
    cluster
        .management()
        .put(ManagementApi.path("users", name), Map.of("password", "pw", "tags", "management"));
    rights(name, configure, write, read);
  }

  private static void rights(String name, String configure, String write, String read)
      throws Exception {
    cluster
        .management()
        .put(
            ManagementApi.path(RIGHTS, name, name),
            Map.of("configure", configure, "write", write, "read", read));
  }

  private static void refused(String words, ThrowingCallable step) {
    long begun = System.nanoTime();
    Throwable failure = catchThrowable(step);
    assertThat(RefusedException.isIn(failure)).as("refused: %s", failure).isTrue();
    assertThat(failure).hasStackTraceContaining(words);
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(AT_ONCE);
  }

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
    user("arguments", ".*", ".*", ".*");
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench =
        bench("arguments", "protocol: " + protocol + "\n" + Bench.block(options))) {
      Throwable failure =
          catchThrowable(() -> bench.consumers(bench.topic(1), "sub", new TrafficInbox(), 2));
      assertThat(failure).hasStackTraceContaining(words);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"amqp091", "amqp10"})
  void missingRightsEndTheCreationOfConsumersAndTheFirstSend(String protocol) throws Exception {
    String user = "rights-" + protocol;
    user(user, ".*", ".*", ".*");
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench = bench(user, "protocol: " + protocol)) {
      String topic = bench.topic(1);
      rights(user, ".*", ".*", "^$");
      refused("refused", () -> bench.consumers(topic, "sub", new TrafficInbox(), 2));
      rights(user, ".*", "^$", ".*");
      refused("refused", () -> new Traffic().send(bench.producers(topic, 1).get(0)).join());
      rights(user, ".*", ".*", ".*");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"amqp091", "amqp10"})
  void aLimitOfTheVirtualHostEndsTheCreation(String protocol) throws Exception {
    String user = "limits-" + protocol;
    user(user, ".*", ".*", ".*");
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench = bench(user, "protocol: " + protocol)) {
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
    user("start", ".*", ".*", ".*");
    cluster.management().delete(ManagementApi.path("vhosts", "start"));
    refused("vhost", () -> bench("start", "").close());
    refused("ACCESS_REFUSED", () -> bench("nobody", "").close());
  }
}
