package io.tidemark.driver.rabbitmq.quorum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.brokers.LocalClusterSpec;
import io.tidemark.driver.DriverEvent;
import io.tidemark.driver.DriverEvent.Kind;
import io.tidemark.driver.TelemetryReading;
import io.tidemark.driver.rabbitmq.BrokerUri;
import io.tidemark.driver.rabbitmq.ConfigurationTree;
import io.tidemark.driver.rabbitmq.ManagementApi;
import io.tidemark.driver.rabbitmq.TlsOptions;
import io.tidemark.driver.rabbitmq.quorum.Traffic.Inbox;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the driver does on three nodes of one version, in fair weather and in foul. */
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class QuorumDriverContract {
  private static final Duration SETTLED = Duration.ofSeconds(90);
  private static final String ADDRESSES =
      """
      amqpUris: ["${brokers.amqpUris}"]
      managementUris: ["${brokers.managementUris}"]
      """;

  private final String version;
  @TempDir static Path directory;
  private TestCluster cluster;

  QuorumDriverContract(String version) {
    this.version = version;
  }

  @BeforeAll
  void startCluster() throws Exception {
    cluster =
        TestCluster.start(
            LocalClusterSpec.of("rabbitmq", 3).withVersion(version), directory.resolve(version));
  }

  @AfterAll
  void stopCluster() {
    if (cluster != null) {
      cluster.close();
    }
  }

  private Bench bench(String yaml) throws Exception {
    return new Bench(cluster.file(ADDRESSES + yaml));
  }

  @Test
  void everySubscriptionGetsEveryMessageAndItsConsumersShareThem() throws Exception {
    Traffic traffic = new Traffic();
    Inbox alone = new Inbox();
    Inbox first = new Inbox();
    Inbox second = new Inbox();
    try (Bench bench = bench("")) {
      String topic = bench.topic(3);
      bench.consumer(topic, "alone", alone);
      bench.consumer(topic, "shared", first);
      bench.consumer(topic, "shared", second);
      traffic.send(bench.producer(topic), 3_000);
      await().atMost(SETTLED).until(() -> alone.deliveries() == 3_000);
      await().atMost(SETTLED).until(() -> first.deliveries() + second.deliveries() == 3_000);
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
        "ack: auto",
        "{ackEvery: 1, prefetch: 1}",
        "prefetch: 0",
        "consumeBy: poll",
        "nackRatio: 0.1",
        "consumerPriority: 5",
        "queueArguments: {x-single-active-consumer: true, x-delivery-limit: 20}",
        "{queueType: classic, queueArguments: {x-max-priority: 5}, messageProperties: {priority: 3}}",
        "{queueType: classic, queues: {exclusive: true}}",
        "{queueType: stream, consumerArguments: {x-stream-offset: first}}",
        "connections: {mode: shared}",
        "connections: {mode: pooled, poolSize: 2}",
        "connections: {placement: leader}",
        "connections: {io: netty, flushEvery: 20}",
        "connections: {consumerThreads: 1, startDelay: 10ms, heartbeat: 5s}",
      })
  void everyModeDeliversWhatItAcknowledged(String options) throws Exception {
    Traffic traffic = new Traffic();
    Inbox inbox = new Inbox();
    try (Bench bench = bench(options.startsWith("{") ? flat(options) : options)) {
      String topic = bench.topic(1);
      bench.consumer(topic, "sub", inbox);
      traffic.send(bench.producer(topic), 1_010);
      await().atMost(SETTLED).until(() -> inbox.numbers().size() == 1_010);
      await().atMost(SETTLED).until(() -> traffic.unsettled() == 0);
    }
    assertThat(traffic.failures()).isEmpty();
    assertThat(inbox.deliveries()).isEqualTo(1_010);
  }

  /** A flow map of several keys as lines of their own. */
  private static String flat(String flow) throws Exception {
    var yaml = new com.fasterxml.jackson.dataformat.yaml.YAMLMapper();
    return yaml.writeValueAsString(yaml.readTree(flow)).replace("---\n", "");
  }

  @Test
  void perfTestsQueuePatternNamesTheQueues() throws Exception {
    Traffic traffic = new Traffic();
    Inbox inbox = new Inbox();
    try (Bench bench = bench("queues: {pattern: 'perf-%03d', from: 7, to: 9}")) {
      String topic = bench.topic("test-topic-0000001-abcdefg", 1);
      bench.consumer(topic, "any", inbox);
      traffic.send(bench.producer(topic), 100);
      await().atMost(SETTLED).until(() -> inbox.deliveries() == 100);
      assertThat(management().get("queues/%2F/perf-008").path("type").asText()).isEqualTo("quorum");
      assertThatThrownBy(() -> bench.topic("test-topic-0000003-abcdefg", 1))
          .hasMessageContaining("queues.to is 9");
    }
    assertThat(management().find("queues/%2F/perf-008")).isEmpty();
  }

  @Test
  void anOmbFileRunsUnderOmbsClassName() throws Exception {
    Traffic traffic = new Traffic();
    Inbox inbox = new Inbox();
    String omb =
        """
        name: RabbitMQ
        driverClass: io.openmessaging.benchmark.driver.rabbitmq.RabbitMqBenchmarkDriver
        messagePersistence: false
        """;
    try (Bench bench = bench(omb)) {
      String topic = bench.topic(1);
      bench.consumer(topic, "sub", inbox);
      traffic.send(bench.producer(topic), 500);
      await().atMost(SETTLED).until(() -> inbox.deliveries() == 500);
      assertThat(queues()).anyMatch(queue -> queue.path("type").asText().equals("classic"));
    }
  }

  @Test
  void aMessageThatReachesNoQueueFailsWhenMandatory() throws Exception {
    Traffic traffic = new Traffic();
    try (Bench bench = bench("mandatory: true")) {
      BenchmarkProducer producer = bench.producer(bench.topic(1));
      assertThatThrownBy(() -> traffic.send(producer).join()).hasMessageContaining("NO_ROUTE");
    }
  }

  @Test
  void aFullQueueThatRejectsFailsTheSend() throws Exception {
    Traffic traffic = new Traffic();
    try (Bench bench = bench("queueArguments: {x-max-length: 10, x-overflow: reject-publish}")) {
      String topic = bench.topic(1);
      bench.driver.createSubscription(topic, "nobody").join();
      traffic.send(bench.producer(topic), 1_000);
      await().atMost(SETTLED).until(() -> traffic.unsettled() == 0);
    }
    assertThat(traffic.failures()).isNotEmpty();
    assertThat(traffic.failures().get(0)).hasMessageContaining("nack");
  }

  @Test
  void closingWithMessagesUnderWayLeavesNoFutureOpen() throws Exception {
    Traffic traffic = new Traffic();
    try (Bench bench = bench("confirmWindow: 5000\nconnections: {closeTimeout: 1ms}")) {
      String topic = bench.topic(1);
      bench.driver.createSubscription(topic, "nobody").join();
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
        Bench bench = bench("unconfirmedOnClose: republish")) {
      String topic = bench.topic(1);
      bench.consumer(topic, "sub", inbox);
      Thread sender = sending(traffic, bench.producer(topic));
      await().atMost(SETTLED).until(() -> inbox.deliveries() > 500);
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
      await().atMost(SETTLED).until(() -> bench.eventsOf(Kind.CONNECTION_RECOVERED) > 1);
      long before = inbox.deliveries();
      await().atMost(SETTLED).until(() -> inbox.deliveries() > before + 500);
      stop(traffic, sender);
      awaitEverythingReceived(traffic, inbox);
      assertThat(bench.events.toString()).doesNotContain("guest");
    }
    assertThat(traffic.failures()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"fail", "republish"})
  void aNodeKilledUnderLoadLosesNothingThatWasConfirmed(String policy) throws Exception {
    Traffic traffic = new Traffic();
    Inbox inbox = new Inbox();
    try (traffic;
        Bench bench = bench("unconfirmedOnClose: " + policy)) {
      String topic = bench.topic(2);
      List<Thread> senders = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        bench.consumer(topic, "sub", inbox);
        senders.add(sending(traffic, bench.producer(topic)));
      }
      await().atMost(SETTLED).until(() -> inbox.deliveries() > 2_000);
      cluster.brokers().kill(2);
      await().atMost(SETTLED).until(() -> bench.eventsOf(Kind.CONNECTION_RECOVERED) > 0);
      long before = inbox.deliveries();
      await().atMost(SETTLED).until(() -> inbox.deliveries() > before + 2_000);
      cluster.brokers().restart(2);
      stop(traffic, senders.toArray(Thread[]::new));
      awaitEverythingReceived(traffic, inbox);
      Kind settled = policy.equals("fail") ? Kind.UNCONFIRMED_FAILED : Kind.UNCONFIRMED_REPUBLISHED;
      assertThat(bench.events).extracting(DriverEvent::kind).contains(Kind.CONNECTION_LOST);
      assertThat(bench.eventsOf(settled) > 0 || traffic.failures().isEmpty()).isTrue();
    }
    if (policy.equals("republish")) {
      assertThat(traffic.failures()).isEmpty();
    }
  }

  @Test
  void readsWhatTheBrokerKnowsOfItself() throws Exception {
    Traffic traffic = new Traffic();
    try (Bench bench = bench("")) {
      String topic = bench.topic(1);
      bench.driver.createSubscription(topic, "nobody").join();
      traffic.send(bench.producer(topic), 321);
      String queue = topic + ".nobody";
      await().atMost(SETTLED).until(() -> reading(bench, "queueMessagesReady", queue) == 321);
      assertThat(reading(bench, "queueMembersOnline", queue)).isEqualTo(3);
      assertThat(reading(bench, "queueLeaderNode", queue)).isBetween(1.0, 3.0);
      assertThat(reading(bench, "nodeMemoryBytes", "rabbit1@localhost"))
          .isLessThan(reading(bench, "nodeMemoryWatermarkBytes", "rabbit1@localhost"));
      assertThat(reading(bench, "nodeMemoryAlarm", "rabbit3@localhost")).isZero();
    }
  }

  private static double reading(Bench bench, String name, String subject) throws Exception {
    for (TelemetryReading reading : bench.driver.readTelemetry()) {
      if (reading.name().equals(name) && reading.subject().equals(subject)) {
        return reading.value();
      }
    }
    return -1;
  }

  private static Thread sending(Traffic traffic, BenchmarkProducer producer) {
    Thread sender = new Thread(() -> traffic.sendUntilStopped(producer), "sender");
    sender.start();
    return sender;
  }

  private static void stop(Traffic traffic, Thread... senders) throws InterruptedException {
    traffic.stop();
    for (Thread sender : senders) {
      sender.join(SETTLED.toMillis());
      assertThat(sender.isAlive()).as("sender still waits").isFalse();
    }
    await().atMost(SETTLED).until(() -> traffic.unsettled() == 0);
  }

  private static void awaitEverythingReceived(Traffic traffic, Inbox inbox) {
    await()
        .atMost(SETTLED)
        .untilAsserted(() -> assertThat(missing(traffic, inbox)).as("confirmed but lost").isZero());
    assertThat(traffic.acknowledged()).isNotEmpty();
  }

  private static long missing(Traffic traffic, Inbox inbox) {
    return traffic.acknowledged().stream().filter(n -> !inbox.numbers().contains(n)).count();
  }

  private void closeClientConnections() throws Exception {
    for (JsonNode connection : management().get("connections")) {
      String name = connection.path("user_provided_name").asText("");
      if (name.startsWith("tidemark-producer") || name.startsWith("tidemark-consumer")) {
        management().delete("connections/" + segment(connection.path("name").asText()));
      }
    }
  }

  private static String segment(String name) {
    return ManagementApi.segment(name);
  }

  private List<JsonNode> queues() throws Exception {
    List<JsonNode> queues = new ArrayList<>();
    management().get("queues").forEach(queues::add);
    return queues;
  }

  private ManagementApi management() throws Exception {
    return new ManagementApi(
        BrokerUri.parseAll(List.of(cluster.brokers().placeholders().get("managementUris")), "http"),
        TlsOptions.from(new ConfigurationTree(Map.of())));
  }
}
