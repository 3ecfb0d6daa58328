package io.tidemark.driver.rabbitmq.quorum;

import static io.tidemark.driver.rabbitmq.quorum.OneQuorumNode.otherClient;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.GetResponse;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.rabbitmq.Bench;
import io.tidemark.driver.rabbitmq.Benches;
import io.tidemark.driver.rabbitmq.ManagementApi;
import io.tidemark.driver.rabbitmq.TestCluster;
import io.tidemark.driver.rabbitmq.Traffic;
import io.tidemark.driver.rabbitmq.TrafficInbox;
import io.tidemark.driver.rabbitmq.quorum.config.MessageProperties;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What each option does to the broker; one node is enough to see it. */
@Timeout(180)
abstract class QuorumOptionsContract {
  static final Duration SETTLED = Duration.ofSeconds(60);

  private final TestCluster cluster;
  private final Benches<RabbitMqQuorumBenchmarkDriver> benches;

  QuorumOptionsContract(TestCluster cluster) {
    this.cluster = cluster;
    this.benches = new Benches<>(cluster, RabbitMqQuorumBenchmarkDriver::new, "amqpUris", "amqp");
  }

  Bench<RabbitMqQuorumBenchmarkDriver> bench(String yaml) throws Exception {
    return benches.with(yaml);
  }

  JsonNode queue(String name) throws Exception {
    return benches.queue(name);
  }

  @Test
  void messagePropertiesReachTheConsumer() throws Exception {
    String properties =
        """
        messageProperties:
          {contentType: text/plain, contentEncoding: none, priority: 3, type: t, appId: a,
           expiration: 60000, correlationId: c, replyTo: r, messageId: m, userId: guest,
           clusterId: l, headers: {colour: red}}
        """;
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench =
        bench("queueType: classic\nmessageTimestamp: millis\n" + properties)) {
      String topic = bench.topic(1);
      bench.driver().createSubscription(topic, "sub").join();
      new Traffic().send(bench.producer(topic)).join();
      BasicProperties got = one(topic + ".sub").getProps();
      assertThat(got.getContentType()).isEqualTo("text/plain");
      assertThat(got.getContentEncoding()).isEqualTo("none");
      assertThat(got.getPriority()).isEqualTo(3);
      assertThat(got.getType()).isEqualTo("t");
      assertThat(got.getAppId()).isEqualTo("a");
      assertThat(got.getExpiration()).isEqualTo("60000");
      assertThat(got.getCorrelationId()).isEqualTo("c");
      assertThat(got.getReplyTo()).isEqualTo("r");
      assertThat(got.getMessageId()).isEqualTo("m");
      assertThat(got.getUserId()).isEqualTo("guest");
      assertThat(got.getClusterId()).isEqualTo("l");
      assertThat(got.getDeliveryMode()).isEqualTo(2);
      assertThat(got.getHeaders().get("colour")).hasToString("red");
      assertThat(got.getHeaders()).containsKey(MessageProperties.SENT_HEADER);
    }
  }

  /** A message that a client without the driver receives. */
  private GetResponse one(String queue) throws Exception {
    try (Connection connection = otherClient(cluster);
        Channel channel = connection.createChannel()) {
      return channel.basicGet(queue, true);
    }
  }

  @Test
  void theBrokerHashesKeysToPartitions() throws Exception {
    Traffic traffic = new Traffic();
    TrafficInbox inbox = new TrafficInbox();
    TrafficInbox other = new TrafficInbox();
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench = bench("exchangeType: x-consistent-hash")) {
      String topic = bench.topic(3);
      bench.consumer(topic, "sub", inbox);
      BenchmarkProducer producer = bench.producer(topic);
      traffic.send(producer, 600);
      inbox.awaitDeliveries(600);
      assertThat(inbox.partitions()).containsExactlyInAnyOrder(0, 1, 2);
      bench.consumer(topic, "other", other);
      for (int i = 0; i < 50; i++) {
        traffic.send(producer, "one key");
      }
      other.awaitDeliveries(50);
      assertThat(other.partitions()).hasSize(1);
      assertThat(bench.driver().describeTopics(List.of(topic)).join()).containsEntry(topic, 3);
    }
    await()
        .atMost(SETTLED)
        .untilAsserted(
            () ->
                assertThat(cluster.management().get("exchanges/%2F"))
                    .extracting(exchange -> exchange.path("name").asText())
                    .noneMatch(name -> name.contains("test-topic")));
  }

  @Test
  void aTopicExchangeRoutesByTheMessagesKey() throws Exception {
    Traffic traffic = new Traffic();
    TrafficInbox inbox = new TrafficInbox();
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench = bench("exchangeType: topic");
        Connection connection = otherClient(cluster);
        Channel channel = connection.createChannel()) {
      String topic = bench.topic(1);
      bench.consumer(topic, "all", inbox);
      String reds = channel.queueDeclare().getQueue();
      channel.queueBind(reds, topic, "red.*");
      BenchmarkProducer producer = bench.producer(topic);
      for (String key : List.of("red.1", "blue.1", "red.2", "green")) {
        traffic.send(producer, key).join();
      }
      traffic.send(producer).join();
      inbox.awaitDeliveries(5);
      assertThat(channel.basicGet(reds, true).getEnvelope().getRoutingKey()).isEqualTo("red.1");
      assertThat(channel.basicGet(reds, true).getEnvelope().getRoutingKey()).isEqualTo("red.2");
      assertThat(channel.basicGet(reds, true)).isNull();
    }
  }

  @Test
  void messagesGoToAnExchangeThatExistsWithARoutingKey() throws Exception {
    Traffic traffic = new Traffic();
    TrafficInbox inbox = new TrafficInbox();
    cluster.management().put("exchanges/%2F/orders", Map.of("type", "topic", "durable", true));
    String topic;
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench =
            bench("exchangeType: topic\nexchange: {name: orders, routingKey: eu.new}");
        Connection connection = otherClient(cluster);
        Channel channel = connection.createChannel()) {
      String europe = channel.queueDeclare().getQueue();
      channel.queueBind(europe, "orders", "eu.*");
      assertThatThrownBy(() -> bench.topic(2)).hasMessageContaining("has 1 partition, got 2");
      topic = bench.topic(1);
      bench.consumer(topic, "sub", inbox);
      assertThat(bench.driver().describeTopics(List.of(topic)).join()).containsEntry(topic, 1);
      channel.basicPublish("orders", "us.new", null, new byte[64]);
      traffic.send(bench.producer(topic), 100);
      traffic.send(bench.producer(topic), "a key of the workload").join();
      inbox.awaitDeliveries(101);
      traffic.awaitSettled();
      assertThat(channel.messageCount(europe)).isEqualTo(101);
      assertThat(channel.basicGet(europe, true).getEnvelope().getRoutingKey()).isEqualTo("eu.new");
      assertThatThrownBy(() -> bench.topic(1)).hasMessageContaining("use one topic");
    }
    assertThat(traffic.failures()).isEmpty();
    assertThat(cluster.management().find("exchanges/%2F/orders")).isPresent();
    assertThat(queueNames()).noneMatch(name -> name.startsWith(topic));
    cluster.management().delete("exchanges/%2F/orders");
  }

  @Test
  void topicsOfADirectExchangeHaveKeysOfTheirOwn() throws Exception {
    Traffic traffic = new Traffic();
    TrafficInbox inbox = new TrafficInbox();
    TrafficInbox other = new TrafficInbox();
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench =
        bench("exchangeType: direct\nexchange: {name: amq.direct}")) {
      String topic = bench.topic(1);
      String second = bench.topic(1);
      bench.consumer(topic, "sub", inbox);
      bench.consumer(second, "sub", other);
      traffic.send(bench.producer(topic), 100);
      traffic.send(bench.producer(second), 50);
      inbox.awaitDeliveries(100);
      other.awaitDeliveries(50);
    }
  }

  @Test
  void anExistingQueueIsReachedThroughTheExchangeItIsBoundTo() throws Exception {
    Traffic traffic = new Traffic();
    TrafficInbox inbox = new TrafficInbox();
    cluster.management().put("queues/%2F/invoices", Map.of("durable", true));
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench =
            bench("queues: {existing: true}\nexchange: {name: amq.fanout}\nmandatory: true");
        Connection connection = otherClient(cluster);
        Channel channel = connection.createChannel()) {
      String topic = bench.topic("invoices", 1);
      BenchmarkProducer producer = bench.producer(topic);
      assertThatThrownBy(() -> traffic.send(producer).join()).hasMessageContaining("NO_ROUTE");
      channel.queueBind("invoices", "amq.fanout", "");
      bench.consumer(topic, "any", inbox);
      traffic.send(producer, 10);
      inbox.awaitDeliveries(10);
    } finally {
      cluster.management().delete("queues/%2F/invoices");
    }
  }

  @Test
  void anExchangeThatIsMissingIsCreatedOnlyIfConfiguredAndStays() throws Exception {
    String missing = "queues: {pattern: 'bills-%d'}\nexchangeType: direct\nexchange: {name: bills";
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench = bench(missing + "}")) {
      assertThatThrownBy(() -> bench.topic(1))
          .hasMessageContaining("there is no exchange 'bills' in virtual host '/'");
    }
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench = bench(missing + ", create: true}")) {
      bench.assertDelivers(bench.topic(1), 10);
    }
    assertThat(cluster.management().get("exchanges/%2F/bills").path("type").asText())
        .isEqualTo("direct");
    cluster.management().delete("exchanges/%2F/bills");
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench = bench("exchange: {name: amq.topic}")) {
      assertThatThrownBy(() -> bench.topic(1))
          .hasMessageContaining("got fanout; exchange 'amq.topic' is of type topic");
    }
  }

  @Test
  void queuesThatExistAreUsedAndLeftAlone() throws Exception {
    cluster.management().put("queues/%2F/theirs", Map.of("durable", true));
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench = bench("queues: {existing: true}")) {
      bench.assertDelivers(bench.topic("theirs", 1), 100);
      assertThatThrownBy(() -> bench.topic("nobodys", 1)).hasMessageContaining("NOT_FOUND");
    }
    assertThat(cluster.management().find("queues/%2F/theirs")).isPresent();
    cluster.management().delete("queues/%2F/theirs");
  }

  @Test
  void theBrokerStopsAtThePrefetchOfEachQueue() throws Exception {
    assertHeldBack("prefetch: 7", 21);
  }

  /** From a consumer with three queues, on one channel, that processes nothing. */
  void assertHeldBack(String limit, int unacknowledged) throws Exception {
    Traffic traffic = new Traffic();
    TrafficInbox inbox = new TrafficInbox();
    inbox.hold();
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench =
        bench("queueType: classic\nackEvery: 1\n" + limit)) {
      String topic = bench.topic(3);
      List<String> queues = List.of(topic + ".sub", topic + ".1.sub", topic + ".2.sub");
      bench.driver().createSubscription(topic, "sub").join();
      traffic.send(bench.producer(topic), 300);
      traffic.awaitSettled();
      bench.consumer(topic, "sub", inbox);
      await()
          .atMost(SETTLED)
          .untilAsserted(
              () -> {
                assertThat(sum(queues, "messages_unacknowledged")).isEqualTo(unacknowledged);
                assertThat(sum(queues, "messages_ready")).isEqualTo(300 - unacknowledged);
              });
      inbox.release();
      inbox.awaitDeliveries(300);
    } finally {
      inbox.release();
    }
  }

  private long sum(List<String> queues, String field) throws Exception {
    long sum = 0;
    for (String queue : queues) {
      sum += queue(queue).path(field).asLong();
    }
    return sum;
  }

  @Test
  void consumersOfASubscriptionShareAQueueThatTheServerNamed() throws Exception {
    Traffic traffic = new Traffic();
    TrafficInbox inbox = new TrafficInbox();
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench =
        bench("queueType: classic\nqueues: {serverNamed: true}")) {
      String topic = bench.topic(1);
      bench.consumer(topic, "sub", inbox);
      bench.consumer(topic, "sub", inbox);
      traffic.send(bench.producer(topic), 200);
      inbox.awaitDeliveries(200);
      awaitQueuesNamedByTheServer(1);
    }
    awaitQueuesNamedByTheServer(0);
  }

  private void awaitQueuesNamedByTheServer(int count) {
    await()
        .atMost(SETTLED)
        .untilAsserted(
            () ->
                assertThat(queueNames())
                    .filteredOn(name -> name.startsWith("amq.gen-"))
                    .hasSize(count));
  }

  private List<String> queueNames() throws Exception {
    List<String> names = new ArrayList<>();
    cluster.management().get("queues").forEach(queue -> names.add(queue.path("name").asText()));
    return names;
  }

  @ParameterizedTest
  @CsvSource({
    "io.openmessaging.benchmark.driver.rabbitmq.RabbitMqBenchmarkDriver, classic, 1",
    "io.tidemark.driver.rabbitmq.quorum.RabbitMqQuorumBenchmarkDriver, quorum, 1",
  })
  void anOmbFileWorksWhenOnlyItsDriverClassChanges(String driverClass, String type, int mode)
      throws Exception {
    TrafficInbox inbox = new TrafficInbox();
    String omb =
        """
        name: RabbitMQ
        driverClass: %s
        amqpUris: ["${brokers.amqpUri}"]
        messagePersistence: false
        producerCreationDelay: 100
        producerCreationBatchSize: 5
        consumerCreationDelay: 100
        consumerCreationBatchSize: 5
        """
            .formatted(driverClass);
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench = benches.ofFile(omb)) {
      String topic = bench.topic(2);
      bench.driver().createSubscription(topic, "idle").join();
      bench.consumer(topic, "sub", inbox);
      Traffic traffic = new Traffic();
      traffic.send(bench.producer(topic), 500);
      inbox.awaitDeliveries(500);
      traffic.awaitSettled();
      assertThat(queue(topic + ".sub").path("type").asText()).isEqualTo(type);
      assertThat(one(topic + ".idle").getProps().getDeliveryMode()).isEqualTo(mode);
      assertThat(traffic.failures()).isEmpty();
      // OMB's file has no management address to find queues by.
      cluster.management().delete("queues/%2F/" + ManagementApi.segment(topic + ".idle"));
    }
  }
}
