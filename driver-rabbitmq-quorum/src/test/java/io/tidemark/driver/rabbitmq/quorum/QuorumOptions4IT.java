package io.tidemark.driver.rabbitmq.quorum;

import static io.tidemark.driver.EffectiveSetting.Origin.CHANGED;
import static io.tidemark.driver.rabbitmq.quorum.OneQuorumNode.otherClient;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import io.tidemark.driver.EffectiveConfiguration;
import io.tidemark.driver.EffectiveSetting;
import io.tidemark.driver.outcome.Outcome;
import io.tidemark.driver.rabbitmq.Bench;
import io.tidemark.driver.rabbitmq.ManagementApi;
import io.tidemark.driver.rabbitmq.TestCluster;
import io.tidemark.driver.rabbitmq.Traffic;
import io.tidemark.driver.rabbitmq.TrafficInbox;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuorumOptions4IT extends QuorumOptionsContract {
  @RegisterExtension static final TestCluster cluster = OneQuorumNode.CLUSTER_4;

  QuorumOptions4IT() {
    super(cluster);
  }

  /** Where deprecated features are forbidden. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          queues: {durable: false}                     | queues.durable: RabbitMQ 4  | transient_nonexcl_queues
          queues: {durable: false, serverNamed: true}  | queues.durable: RabbitMQ 4  | transient_nonexcl_queues
          """)
  void whatTheBrokerRefusesIsAnErrorBeforeTheRun(String option, String key, String reason) {
    assertThatThrownBy(() -> bench("queueType: classic\n" + option))
        .hasMessageContaining(key)
        .hasMessageContaining(" does not permit ")
        .hasMessageContaining(reason);
  }

  /**
   * What the management API shows: arguments of queues, policies, and what differs from defaults.
   */
  @Test
  void settingsThatAreInEffectHaveTheirSource() throws Exception {
    ManagementApi management = cluster.management();
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench =
        bench("queueArguments: {x-max-length: 100000}")) {
      String topic = bench.topic(1);
      bench.driver().createSubscription(topic, "sub").join();
      management.put(
          "policies/%2F/of-the-run",
          Map.of("pattern", "^" + topic, "definition", Map.of("delivery-limit", 7), "priority", 3));
      await()
          .atMost(SETTLED)
          .untilAsserted(
              () ->
                  assertThat(queue(topic + ".sub").path("policy").asText())
                      .isEqualTo("of-the-run"));

      EffectiveConfiguration read = bench.driver().effectiveConfiguration(List.of(topic));

      assertThat(read.notes()).isEmpty();
      assertThat(read.settings())
          .contains(
              new EffectiveSetting(
                  "queue", topic + ".sub", "x-max-length", "100000", CHANGED, "queue argument"),
              new EffectiveSetting(
                  "queue", topic + ".sub", "delivery-limit", "7", CHANGED, "policy"),
              new EffectiveSetting("policy", "of-the-run", "priority", "3", CHANGED, "policy"),
              new EffectiveSetting(
                  "queue", topic + ".sub", "type", "quorum", CHANGED, "declaration"))
          .anyMatch(each -> each.name().equals("mem_limit") && each.subject().startsWith("rabbit1"))
          .anyMatch(each -> each.name().equals("enabled_plugins") && each.origin() == CHANGED)
          .anyMatch(
              each ->
                  each.name().equals("collect_statistics_interval")
                      && each.value().equals("1000")
                      && each.source().equals("rabbitmq.conf"))
          .anyMatch(each -> each.name().startsWith("feature_flag."));
    } finally {
      management.delete("policies/%2F/of-the-run");
    }
  }

  /** The broker does not refuse it; from some version between 4.0 and 4.3 on it reports that. */
  @Test
  @EnabledIfSystemProperty(named = "rabbitmq.version", matches = "4\\.3")
  void aLimitForAWholeChannelIsAnErrorBeforeTheRun() {
    assertThatThrownBy(() -> bench("queueType: classic\nchannelPrefetch: 10"))
        .hasMessageContaining("channelPrefetch: RabbitMQ 4.3")
        .hasMessageContaining("global_qos");
  }

  /** Each is refused once, and comes again after the delay. */
  @Test
  @EnabledIfSystemProperty(named = "rabbitmq.version", matches = "4\\.3")
  void refusedMessagesAreDeliveredAgainAfterTheDelayOfTheQueue() throws Exception {
    Duration delay = Duration.ofSeconds(3);
    TrafficInbox inbox = new TrafficInbox().refusing(Outcome.RELEASE, 1);
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench =
        bench(
            """
            queueArguments: {x-delayed-retry-type: all, x-delayed-retry-min: %d, x-delayed-retry-max: 60000}
            """
                .formatted(delay.toMillis()))) {
      assertThat(bench.driver().brokerFacts()).doesNotContainKey("queue.argumentsIgnored");
      String topic = bench.topic(1);
      bench.consumer(topic, "sub", inbox);
      Traffic traffic = new Traffic();
      traffic.send(bench.producer(topic), 100);
      traffic.awaitSettled();
      long sent = System.nanoTime();
      inbox.awaitDeliveries(100);
      assertThat(System.nanoTime() - sent).isGreaterThan(delay.toNanos() / 2);
    }
    assertThat(inbox.numbers()).hasSize(100);
  }

  @Test
  void exclusiveQueuesMayBeTransient() throws Exception {
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench =
        bench("queueType: classic\nqueues: {durable: false, exclusive: true}")) {
      bench.assertDelivers(bench.topic(1), 10);
    }
  }

  /**
   * Versions 4.0 to 4.2 have two levels and deliver two high messages for one normal one; 4.3
   * delivers all high ones first.
   */
  @Test
  void higherPrioritiesComeFirstAndOrderIsNotJudged() throws Exception {
    TrafficInbox inbox = new TrafficInbox();
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench = bench("priorities: [1, 9]")) {
      String topic = bench.topic(1);
      bench.driver().createSubscription(topic, "sub").join();
      Traffic traffic = new Traffic();
      traffic.send(bench.producer(topic), 60);
      traffic.awaitSettled();
      bench.consumer(topic, "sub", inbox);
      inbox.awaitDeliveries(60);
    }
    // The 30 odd numbers have priority 9: the first message, 0, has the first value.
    assertThat(inbox.arrivals().stream().limit(30).filter(number -> number % 2 == 1).count())
        .isEqualTo(TestCluster.CURRENT.equals("4") ? 20 : 30);
    assertThat(inbox.partitions()).containsOnly(-1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {nackRatio: 1, nackTimes: 20}                                           | 20
          {nackRatio: 1, nackTimes: 20, queueArguments: {x-delivery-limit: 25}}   | 25
          {nackRatio: 1, nackTimes: 20, queueArguments: {x-delivery-limit: -1}}   | none
          {nackRatio: 1, nackTimes: 9, queueArguments: {x-delivery-limit: 2, x-dead-letter-exchange: d}} | 2
          {queueArguments: {x-delivery-limit: 0}}                                 | 0
          """)
  void theLimitOfDeliveriesIsAFactOfTheResult(String options, String limit) throws Exception {
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench = bench(Bench.block(options))) {
      assertThat(bench.driver().brokerFacts()).containsEntry("queue.deliveryLimit", limit);
    }
  }

  @Test
  void refusalsBeyondTheLimitAreAnErrorBeforeTheRun() {
    assertThatThrownBy(() -> bench("nackRatio: 1\nnackTimes: 21"))
        .hasMessageContaining("drop a message refused more than 20 times");
  }

  @Test
  void asManyRefusalsAsTheLimitDropNothing() throws Exception {
    TrafficInbox inbox = new TrafficInbox().refusing(Outcome.RELEASE, 20);
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench = bench("")) {
      String topic = bench.topic(1);
      bench.consumer(topic, "sub", inbox);
      new Traffic().send(bench.producer(topic), 10);
      inbox.awaitDeliveries(10);
    }
    assertThat(inbox.numbers()).hasSize(10);
  }

  @Test
  void messagesRefusedMoreOftenThanTheLimitAreDeadLettered() throws Exception {
    TrafficInbox inbox = new TrafficInbox().refusing(Outcome.RELEASE, 9);
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench =
            bench("queueArguments: {x-delivery-limit: 2, x-dead-letter-exchange: amq.fanout}");
        Connection connection = otherClient(cluster);
        Channel channel = connection.createChannel()) {
      String dropped = channel.queueDeclare().getQueue();
      channel.queueBind(dropped, "amq.fanout", "");
      String topic = bench.topic(1);
      bench.consumer(topic, "sub", inbox);
      new Traffic().send(bench.producer(topic), 10);
      await().atMost(SETTLED).until(() -> channel.messageCount(dropped) == 10);
    }
    assertThat(inbox.numbers()).isEmpty();
  }
}
