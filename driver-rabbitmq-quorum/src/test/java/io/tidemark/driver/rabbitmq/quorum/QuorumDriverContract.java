package io.tidemark.driver.rabbitmq.quorum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.DriverEvent;
import io.tidemark.driver.DriverEvent.Kind;
import io.tidemark.driver.rabbitmq.Bench;
import io.tidemark.driver.rabbitmq.Benches;
import io.tidemark.driver.rabbitmq.Inbox;
import io.tidemark.driver.rabbitmq.ManagementApi;
import io.tidemark.driver.rabbitmq.TestCluster;
import io.tidemark.driver.rabbitmq.TokenServer;
import io.tidemark.driver.rabbitmq.Traffic;
import io.tidemark.driver.rabbitmq.UnderLoad;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the driver does on three nodes of one version, in fair weather and in foul. */
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class QuorumDriverContract implements ArgumentsContract, TelemetryContract, TlsContract {
  private static final Duration SETTLED = Duration.ofSeconds(90);

  @RegisterExtension final TestCluster cluster;
  private final Benches<RabbitMqQuorumBenchmarkDriver> benches;

  QuorumDriverContract(String version) {
    cluster = TestCluster.ofThreeNodes(version);
    benches = new Benches<>(cluster, RabbitMqQuorumBenchmarkDriver::new, "amqpUris", "amqp");
  }

  @Override
  public TestCluster brokers() {
    return cluster;
  }

  @Override
  public Benches<RabbitMqQuorumBenchmarkDriver> benches() {
    return benches;
  }

  Bench<RabbitMqQuorumBenchmarkDriver> bench(String yaml) throws Exception {
    return benches.with(yaml);
  }

  @Test
  void everySubscriptionGetsEveryMessageAndItsConsumersShareThem() throws Exception {
    Traffic traffic = new Traffic();
    Inbox alone = new Inbox();
    Inbox first = new Inbox();
    Inbox second = new Inbox();
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench = bench("")) {
      String topic = bench.topic(3);
      bench.consumer(topic, "alone", alone);
      bench.consumer(topic, "shared", first);
      bench.consumer(topic, "shared", second);
      traffic.send(bench.producer(topic), 3_000);
      alone.awaitDeliveries(3_000);
      await().atMost(SETTLED).until(() -> first.deliveries() + second.deliveries() == 3_000);
      traffic.awaitSettled();
    }
    assertThat(traffic.failures()).isEmpty();
    assertThat(traffic.acknowledged()).hasSize(3_000);
    assertThat(first.deliveries()).isPositive();
    assertThat(second.deliveries()).isPositive();
    assertThat(first.numbers()).doesNotContainAnyElementsOf(second.numbers());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "confirms: none",
        "{confirms: transaction, transactionSize: 40, queueType: classic}",
        "mandatory: true",
        "messageTimestamp: millis",
        "exchangeType: topic",
        "exchangeType: direct",
        "exchangeType: headers",
        "exchangeType: x-consistent-hash",
        "ack: auto",
        "prefetch: 0",
        "nackRatio: 0.1",
        "consumerPriority: 5",
        "queueArguments: {x-single-active-consumer: true, x-delivery-limit: 20}",
        "{queueType: classic, queueArguments: {x-max-priority: 5}, messageProperties: {priority: 3}}",
        "{queueType: classic, queues: {exclusive: true}}",
        "{queueType: classic, queues: {serverNamed: true, durable: false, autoDelete: true}}",
        "{nackRatio: 0.1, nackRequeue: false}",
        "{queueType: classic, channelPrefetch: 10}",
        "{consumerTransactionSize: 50, nackRatio: 0.1}",
        "{queueType: stream, consumerArguments: {x-stream-offset: first}}",
        "connections: {mode: shared}",
        "connections: {mode: pooled, poolSize: 2}",
        "connections: {placement: leader}",
        "connections: {io: netty, flushEvery: 20}",
        "connections: {consumerThreads: 1, heartbeat: 5s}",
      })
  void everyModeDeliversWhatItAcknowledged(String options) throws Exception {
    assertDelivers(1_010, options);
  }

  /** Fewer messages, as each is a round trip to the queue's leader. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{ackEvery: 1, prefetch: 1}",
        "consumeBy: poll",
        "{consumerTransactionSize: 50, consumeBy: poll}",
      })
  void oneMessageAtATimeIsDeliveredToo(String options) throws Exception {
    assertDelivers(210, options);
  }

  private void assertDelivers(int messages, String options) throws Exception {
    Traffic traffic = new Traffic();
    Inbox inbox = new Inbox();
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench = bench(Bench.block(options))) {
      String topic = bench.topic(1);
      bench.consumer(topic, "sub", inbox);
      traffic.send(bench.producer(topic), messages);
      await().atMost(SETTLED).until(() -> inbox.numbers().size() == messages);
      traffic.awaitSettled();
    }
    assertThat(traffic.failures()).isEmpty();
    assertThat(inbox.deliveries()).isEqualTo(messages);
  }

  @Test
  void perfTestsQueuePatternNamesTheQueues() throws Exception {
    Traffic traffic = new Traffic();
    Inbox inbox = new Inbox();
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench =
        bench("queues: {pattern: 'perf-%03d', from: 7, to: 9}")) {
      String topic = bench.topic("test-topic-0000001-abcdefg", 1);
      bench.consumer(topic, "any", inbox);
      traffic.send(bench.producer(topic), 100);
      inbox.awaitDeliveries(100);
      assertThat(cluster.management().get("queues/%2F/perf-008").path("type").asText())
          .isEqualTo("quorum");
      assertThatThrownBy(() -> bench.topic("test-topic-0000003-abcdefg", 1))
          .hasMessageContaining("queues.to is 9");
    }
    await().atMost(SETTLED).until(() -> cluster.management().find("queues/%2F/perf-008").isEmpty());
  }

  @Test
  void aMessageThatReachesNoQueueFailsWhenMandatory() throws Exception {
    Traffic traffic = new Traffic();
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench = bench("mandatory: true")) {
      BenchmarkProducer producer = bench.producer(bench.topic(1));
      assertThatThrownBy(() -> traffic.send(producer).join()).hasMessageContaining("NO_ROUTE");
    }
  }

  @Test
  void aFullQueueThatRejectsFailsTheSend() throws Exception {
    Traffic traffic = new Traffic();
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench =
        bench("queueArguments: {x-max-length: 10, x-overflow: reject-publish}")) {
      String topic = bench.topic(1);
      bench.driver().createSubscription(topic, "nobody").join();
      traffic.send(bench.producer(topic), 1_000);
      traffic.awaitSettled();
    }
    assertThat(traffic.failures()).isNotEmpty();
    assertThat(traffic.failures().get(0)).hasMessageContaining("nack");
  }

  @Test
  void tokensLogInInsteadOfPasswordsAndAreRenewedOnOpenConnections() throws Exception {
    Inbox inbox = new Inbox();
    try (TokenServer tokens = new TokenServer(3, 10);
        Traffic traffic = new Traffic();
        Bench<RabbitMqQuorumBenchmarkDriver> bench =
            benches.ofFile(benches.addressesWithoutLogin() + tokens.yaml())) {
      String topic = bench.topic(1);
      bench.consumer(topic, "sub", inbox);
      traffic.start(bench.producer(topic), 200);
      await().atMost(SETTLED).until(tokens::firstHasExpired);
      inbox.awaitMoreThan(inbox.deliveries() + 100);
      traffic.stop();
      inbox.awaitAllOf(traffic);
      assertThat(bench.driver().readTelemetry()).isNotEmpty();
      assertThat(tokens.issued()).isGreaterThan(1);
      assertThat(bench.eventsOf(Kind.CONNECTION_LOST)).isZero();
      assertThat(traffic.failures()).isEmpty();
    }
  }

  @Test
  void closingWithMessagesUnderWayLeavesNoFutureOpen() throws Exception {
    Traffic traffic = new Traffic();
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench =
        bench("confirmWindow: 5000\nconnections: {closeTimeout: 1ms}")) {
      String topic = bench.topic(1);
      bench.driver().createSubscription(topic, "nobody").join();
      BenchmarkProducer producer = bench.producer(topic);
      traffic.send(producer, 4_000);
      producer.close();
      assertThat(traffic.unsettled()).isZero();
      assertThatThrownBy(() -> traffic.send(producer).join()).hasMessageContaining("closed");
    }
  }

  @Test
  void connectionsClosedByAnOperatorComeBack() throws Exception {
    Traffic traffic = new Traffic();
    Inbox inbox = new Inbox();
    try (traffic;
        Bench<RabbitMqQuorumBenchmarkDriver> bench = bench("unconfirmedOnClose: republish")) {
      String topic = bench.topic(1);
      bench.consumer(topic, "sub", inbox);
      traffic.start(bench.producer(topic), 2_000);
      inbox.awaitMoreThan(500);
      await()
          .atMost(SETTLED)
          .pollInterval(Duration.ofMillis(500))
          .until(
              () -> {
                // The management API still lists connections of earlier tests: what was lost
                // counts.
                closeClientConnections();
                return bench.eventsOf(Kind.CONNECTION_LOST) > 1;
              });
      // One, if the same connection was closed twice before it was back.
      await().atMost(SETTLED).until(() -> bench.eventsOf(Kind.CONNECTION_RECOVERED) > 0);
      long before = inbox.deliveries();
      inbox.awaitMoreThan(before + 500);
      traffic.stop();
      inbox.awaitAllOf(traffic);
      assertThat(bench.events().toString()).doesNotContain("guest");
    }
    assertThat(traffic.failures()).isEmpty();
  }

  /** One death for both policies: a node takes its time to come back. */
  @Test
  void aNodeKilledUnderLoadLosesNothingThatWasConfirmed() throws Exception {
    try (var fails = new UnderLoad<>(bench("unconfirmedOnClose: fail"));
        var republishes = new UnderLoad<>(bench("unconfirmedOnClose: republish"))) {
      var both = List.of(fails, republishes);
      for (var each : both) {
        each.start(2, 3, 1_000);
      }
      both.forEach(each -> each.awaitMore(2_000));
      cluster.brokers().kill(2);
      both.forEach(UnderLoad::awaitRecovery);
      both.forEach(each -> each.awaitMore(2_000));
      cluster.brokers().restart(2);
      for (var each : both) {
        each.settle();
      }
      assertUnconfirmedWere(Kind.UNCONFIRMED_FAILED, fails);
      assertUnconfirmedWere(Kind.UNCONFIRMED_REPUBLISHED, republishes);
      assertThat(republishes.traffic().failures()).isEmpty();
    }
  }

  private static void assertUnconfirmedWere(
      Kind settled, UnderLoad<RabbitMqQuorumBenchmarkDriver> load) {
    assertThat(load.bench().events()).extracting(DriverEvent::kind).contains(Kind.CONNECTION_LOST);
    assertThat(load.bench().eventsOf(settled) > 0 || load.traffic().failures().isEmpty()).isTrue();
  }

  @Test
  void producersConnectToTheNodeOfTheQueuesLeaderWhenTheyAreToldTo() throws Exception {
    await().atMost(SETTLED).until(() -> nodesOfProducers().isEmpty());
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench = bench("connections: {placement: leader}")) {
      String topic = bench.topic(1);
      bench.driver().createSubscription(topic, "sub").join();
      bench.producers(topic, 6);
      String leader =
          cluster.management().get("queues/%2F/" + segment(topic + ".sub")).path("leader").asText();
      await()
          .atMost(SETTLED)
          .untilAsserted(() -> assertThat(nodesOfProducers()).hasSize(6).containsOnly(leader));
    }
  }

  private List<String> nodesOfProducers() throws Exception {
    List<String> nodes = new ArrayList<>();
    for (JsonNode connection : cluster.management().get("connections")) {
      if (connection.path("user_provided_name").asText("").startsWith("tidemark-producer")) {
        nodes.add(connection.path("node").asText());
      }
    }
    return nodes;
  }

  private void closeClientConnections() throws Exception {
    for (JsonNode connection : cluster.management().get("connections")) {
      String name = connection.path("user_provided_name").asText("");
      if (name.startsWith("tidemark-producer") || name.startsWith("tidemark-consumer")) {
        cluster.management().delete("connections/" + segment(connection.path("name").asText()));
      }
    }
  }

  private static String segment(String name) {
    return ManagementApi.segment(name);
  }
}
