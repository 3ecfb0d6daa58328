package io.tidemark.driver.rabbitmq.quorum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.DriverEvent.Kind;
import io.tidemark.driver.rabbitmq.Bench;
import io.tidemark.driver.rabbitmq.Benches;
import io.tidemark.driver.rabbitmq.ManagementApi;
import io.tidemark.driver.rabbitmq.TestCluster;
import io.tidemark.driver.rabbitmq.TokenServer;
import io.tidemark.driver.rabbitmq.Traffic;
import io.tidemark.driver.rabbitmq.TrafficInbox;
import io.tidemark.driver.rabbitmq.UnderLoad;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
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

  QuorumDriverContract(TestCluster cluster) {
    this.cluster = cluster;
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

  @ParameterizedTest
  @ValueSource(
      strings = {
        "confirms: none",
        "{confirms: transaction, transactionSize: 40}",
        "{confirms: transaction, transactionSize: 40, queueType: classic}",
        "exchangeType: headers",
        "ack: auto",
        "prefetch: 0",
        "consumerTransactionSize: 50",
        "{queueType: stream, consumerArguments: {x-stream-offset: first}}",
        "connections: {io: netty, flushEvery: 20}",
      })
  void everyModeDeliversWhatItAcknowledged(String options) throws Exception {
    assertDelivers(1_010, options);
  }

  /** RabbitMQ 4.3 denies it by default. */
  @Test
  @DisabledIfSystemProperty(named = "rabbitmq.version", matches = "4\\.3")
  void aLimitForAWholeChannelDeliversToo() throws Exception {
    assertDelivers(1_010, "{queueType: classic, channelPrefetch: 10}");
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
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench = bench(Bench.block(options))) {
      bench.assertDelivers(bench.topic(1), messages);
    }
  }

  @Test
  void perfTestsQueuePatternNamesTheQueues() throws Exception {
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench =
        bench("queues: {pattern: 'perf-%03d', from: 7, to: 9}")) {
      bench.assertDelivers(bench.topic("test-topic-0000001-abcdefg", 1), 100);
      assertThat(cluster.management().get("queues/%2F/perf-008").path("type").asText())
          .isEqualTo("quorum");
      assertThatThrownBy(() -> bench.topic("test-topic-0000003-abcdefg", 1))
          .hasMessageContaining("queues.to is 9");
    }
    await().atMost(SETTLED).until(() -> cluster.management().find("queues/%2F/perf-008").isEmpty());
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
    TrafficInbox inbox = new TrafficInbox();
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
  void connectionsClosedByAnOperatorComeBack() throws Exception {
    try (var fails = new UnderLoad<>(bench("unconfirmedOnClose: fail"));
        var republishes = new UnderLoad<>(bench("unconfirmedOnClose: republish"))) {
      var both = List.of(fails, republishes);
      for (var each : both) {
        each.start(1, 1, 1_000);
      }
      both.forEach(each -> each.awaitMore(500));
      await()
          .atMost(SETTLED)
          .pollInterval(Duration.ofMillis(500))
          .until(
              () -> {
                // The management API still lists connections of earlier tests: what was lost
                // counts.
                closeClientConnections();
                return both.stream()
                    .allMatch(each -> each.bench().eventsOf(Kind.CONNECTION_LOST) > 1);
              });
      both.forEach(UnderLoad::awaitRecovery);
      both.forEach(each -> each.awaitMore(500));
      for (var each : both) {
        each.settle();
        assertThat(each.bench().events().toString()).doesNotContain("guest");
      }
      assertThat(republishes.traffic().failures()).isEmpty();
      assertThat(fails.traffic().failures())
          .hasSize(fails.bench().messagesOf(Kind.UNCONFIRMED_FAILED))
          .allMatch(failure -> failure.getMessage().contains("was lost"));
    }
  }

  /** Options of further clients that lose the node, too. */
  String others() {
    return "";
  }

  /**
   * One death for both policies: a node takes its time to come back. It led the queues, and stood
   * still before, so that what two producers connected to it sent was unconfirmed for sure.
   */
  @Test
  @Tag("release")
  void aLeaderKilledUnderLoadLosesNothingThatWasConfirmed() throws Exception {
    String byLeader = "\nconnections: {placement: leader}";
    try (var fails = new UnderLoad<>(bench("unconfirmedOnClose: fail"));
        var republishes = new UnderLoad<>(bench("unconfirmedOnClose: republish"));
        var others = new UnderLoad<>(bench(others()));
        var failing = bench("unconfirmedOnClose: fail" + byLeader);
        var republishing = bench("unconfirmedOnClose: republish" + byLeader)) {
      var all = List.of(fails, republishes, others);
      for (var each : all) {
        each.start(2, 3, 100);
      }
      all.forEach(each -> each.awaitMore(500));
      BenchmarkProducer toFail = failing.producer(fails.topic());
      BenchmarkProducer toRepublish = republishing.producer(republishes.topic());
      String leader = leader(fails.topic() + ".sub");
      assertThat(leader(republishes.topic() + ".sub")).isEqualTo(leader);
      int node = Integer.parseInt(leader.replaceAll("rabbit(\\d)@.*", "$1"));
      cluster.brokers().freeze(node);
      fails.traffic().send(toFail, 10);
      republishes.traffic().send(toRepublish, 10);
      cluster.brokers().kill(node);
      all.forEach(UnderLoad::awaitRecovery);
      all.forEach(each -> each.awaitMore(500));
      cluster.brokers().restart(node);
      for (var each : all) {
        each.settle();
        assertThat(each.bench().eventsOf(Kind.CONNECTION_LOST)).isPositive();
      }
      assertThat(failing.messagesOf(Kind.UNCONFIRMED_FAILED)).isEqualTo(10);
      // The confirms may be faster than the event.
      await()
          .atMost(SETTLED)
          .until(() -> republishing.messagesOf(Kind.UNCONFIRMED_REPUBLISHED) == 10);
      assertThat(failuresBesidesRefusals(fails))
          .hasSize(10 + fails.bench().messagesOf(Kind.UNCONFIRMED_FAILED));
      assertThat(failuresBesidesRefusals(republishes)).isEmpty();
    }
  }

  /** RabbitMQ 3.10 refuses messages for a queue without a leader, on connections that live. */
  private static List<Throwable> failuresBesidesRefusals(
      UnderLoad<RabbitMqQuorumBenchmarkDriver> load) {
    return load.traffic().failures().stream()
        .filter(failure -> !failure.getMessage().contains("(nack)"))
        .toList();
  }

  @Test
  void leadersThatMoveUnderLoadLoseNothingAndBreakNoConnection() throws Exception {
    try (var load = new UnderLoad<>(bench("unconfirmedOnClose: fail"))) {
      load.start(3, 2, 500);
      load.awaitMore(500);
      // The node that declared them leads them.
      assertThat(leadersOfThreePartitions(load.topic())).hasSize(1);
      cluster.management().post("rebalance/queues", Map.of());
      await().atMost(SETTLED).until(() -> leadersOfThreePartitions(load.topic()).size() > 1);
      load.awaitMore(1_000);
      load.settle();
      assertThat(load.traffic().failures()).isEmpty();
      assertThat(load.bench().eventsOf(Kind.CONNECTION_LOST)).isZero();
    }
  }

  private Set<String> leadersOfThreePartitions(String topic) throws Exception {
    return Set.copyOf(
        List.of(leader(topic + ".sub"), leader(topic + ".1.sub"), leader(topic + ".2.sub")));
  }

  private String leader(String queue) throws Exception {
    JsonNode reported = benches.queue(queue);
    return reported.path("leader").asText(reported.path("node").asText());
  }

  @Test
  void clientsConnectToTheNodeOfTheirQueuesLeaderIfConfigured() throws Exception {
    await().atMost(SETTLED).until(() -> nodesOfProducers().isEmpty());
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench =
        bench(
            "connections: {placement: leader}\n"
                + "queueArguments: {x-queue-leader-locator: balanced}")) {
      String topic = bench.topic(1);
      Map<String, String> leaders = new LinkedHashMap<>();
      for (int i = 0; Set.copyOf(leaders.values()).size() < 2 && i < 12; i++) {
        bench.driver().createSubscription(topic, "sub" + i).join();
        leaders.put("sub" + i, leader(topic + ".sub" + i));
      }
      assertThat(Set.copyOf(leaders.values())).hasSizeGreaterThan(1);
      for (String subscription : leaders.keySet()) {
        bench.consumer(topic, subscription, new TrafficInbox());
      }
      bench.producers(topic, 6);
      await()
          .atMost(SETTLED)
          .untilAsserted(
              () -> {
                for (Map.Entry<String, String> each : leaders.entrySet()) {
                  assertThat(nodeOfConsumer(topic + "." + each.getKey()))
                      .isEqualTo(each.getValue());
                }
                assertThat(nodesOfProducers()).hasSize(6).containsOnly(leaders.get("sub0"));
              });
    }
  }

  private String nodeOfConsumer(String queue) throws Exception {
    return benches.queue(queue).at("/consumer_details/0/channel_details/node").asText();
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
        cluster
            .management()
            .delete("connections/" + ManagementApi.segment(connection.path("name").asText()));
      }
    }
  }
}
