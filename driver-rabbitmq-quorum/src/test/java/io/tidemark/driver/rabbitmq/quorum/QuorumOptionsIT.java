package io.tidemark.driver.rabbitmq.quorum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.GetResponse;
import io.openmessaging.benchmark.driver.BenchmarkDriver.ConsumerInfo;
import io.openmessaging.benchmark.driver.BenchmarkDriver.ProducerInfo;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.DriverEvent.Kind;
import io.tidemark.driver.rabbitmq.Bench;
import io.tidemark.driver.rabbitmq.Benches;
import io.tidemark.driver.rabbitmq.LoopbackProxy;
import io.tidemark.driver.rabbitmq.ManagementApi;
import io.tidemark.driver.rabbitmq.TestCluster;
import io.tidemark.driver.rabbitmq.Traffic;
import io.tidemark.driver.rabbitmq.TrafficInbox;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.bookkeeper.stats.NullStatsLogger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What each option does to the broker; one node is enough to see it. */
@Timeout(180)
class QuorumOptionsIT {
  private static final Duration SETTLED = Duration.ofSeconds(60);

  @RegisterExtension static final TestCluster cluster = OneQuorumNode.CLUSTER;

  private static final Benches<RabbitMqQuorumBenchmarkDriver> benches =
      new Benches<>(cluster, RabbitMqQuorumBenchmarkDriver::new, "amqpUris", "amqp");

  private static Bench<RabbitMqQuorumBenchmarkDriver> bench(String yaml) throws Exception {
    return benches.with(yaml);
  }

  private static JsonNode queue(String name) throws Exception {
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

  /** As any other client reads it. */
  private static GetResponse one(String queue) throws Exception {
    ConnectionFactory factory = new ConnectionFactory();
    factory.setUri(cluster.brokers().placeholders().get("amqpUri"));
    try (var connection = factory.newConnection();
        Channel channel = connection.createChannel()) {
      return channel.basicGet(queue, true);
    }
  }

  @Test
  void aQueueFavoursTheConsumerOfHigherPriority() throws Exception {
    Traffic traffic = new Traffic();
    TrafficInbox low = new TrafficInbox();
    TrafficInbox high = new TrafficInbox();
    try (Bench<RabbitMqQuorumBenchmarkDriver> first = bench("consumerPriority: 1");
        Bench<RabbitMqQuorumBenchmarkDriver> second = bench("consumerPriority: 10")) {
      String topic = first.topic(1);
      first.consumer(topic, "sub", low);
      second.consumer(topic, "sub", high);
      // Fewer than the prefetch: the favoured one is never full.
      traffic.send(first.producer(topic), 400);
      high.awaitDeliveries(400);
    }
    assertThat(low.deliveries()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"true, false", "false, false", "false, true"})
  void refusedMessagesComeAgainOrAreDropped(boolean requeue, boolean polling) throws Exception {
    Traffic traffic = new Traffic();
    TrafficInbox inbox = new TrafficInbox();
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench =
        bench(
            // Classic queues tell their length every second, quorum queues every five.
            "queueType: classic\nnackRatio: 0.5\nnackRequeue: %s\nconsumeBy: %s\n"
                .formatted(requeue, polling ? "poll" : "push"))) {
      String topic = bench.topic(1);
      bench.consumer(topic, "sub", inbox);
      traffic.send(bench.producer(topic), 500);
      inbox.awaitDeliveries(500);
      // Lengths and counts are not reported at the same time.
      await()
          .atMost(SETTLED)
          .untilAsserted(
              () -> {
                JsonNode reported = queue(topic + ".sub");
                long delivered = reported.at("/message_stats/deliver_get").asLong();
                long again = reported.at("/message_stats/redeliver").asLong();
                assertThat(reported.path("messages").asLong(-1)).isZero();
                assertThat(delivered - again).as("delivered for the first time").isEqualTo(500);
                assertThat(again > 0).as("redelivered %d", again).isEqualTo(requeue);
              });
    }
    assertThat(inbox.numbers()).hasSize(500);
  }

  @Test
  void whatIsProcessedIsAcknowledgedWithoutAFullGroup() throws Exception {
    Traffic traffic = new Traffic();
    TrafficInbox inbox = new TrafficInbox();
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench = bench("ackEvery: 100\nackIdle: 50ms")) {
      String topic = bench.topic(1);
      bench.consumer(topic, "sub", inbox);
      traffic.send(bench.producer(topic), 130);
      inbox.awaitDeliveries(130);
      await()
          .atMost(SETTLED)
          .until(() -> queue(topic + ".sub").path("message_stats").path("ack").asLong() == 130);
    }
  }

  /** Of three partitions each consumer has three queues, on one channel. */
  @Test
  void theBrokerStopsWhenThePrefetchIsReached() throws Exception {
    TrafficInbox inbox = new TrafficInbox();
    inbox.hold();
    String options = "queueType: classic\nackEvery: 1\n";
    try (Bench<RabbitMqQuorumBenchmarkDriver> together = bench(options + "channelPrefetch: 10");
        Bench<RabbitMqQuorumBenchmarkDriver> each = bench(options + "prefetch: 7")) {
      List<String> limitedTogether = heldBackQueues(together, inbox);
      List<String> limitedEach = heldBackQueues(each, inbox);
      await()
          .atMost(SETTLED)
          .untilAsserted(
              () -> {
                assertThat(sum(limitedTogether, "messages_unacknowledged")).isEqualTo(10);
                assertThat(sum(limitedTogether, "messages_ready")).isEqualTo(290);
                assertThat(sum(limitedEach, "messages_unacknowledged")).isEqualTo(21);
                assertThat(sum(limitedEach, "messages_ready")).isEqualTo(279);
              });
      inbox.release();
      inbox.awaitDeliveries(600);
    } finally {
      inbox.release();
    }
  }

  /** Of a topic with 300 messages and one consumer. */
  private static List<String> heldBackQueues(
      Bench<RabbitMqQuorumBenchmarkDriver> bench, TrafficInbox inbox) throws Exception {
    Traffic traffic = new Traffic();
    String topic = bench.topic(3);
    bench.driver().createSubscription(topic, "sub").join();
    traffic.send(bench.producer(topic), 300);
    traffic.awaitSettled();
    bench.consumer(topic, "sub", inbox);
    return List.of(topic + ".sub", topic + ".1.sub", topic + ".2.sub");
  }

  private static long sum(List<String> queues, String field) throws Exception {
    long sum = 0;
    for (String queue : queues) {
      sum += queue(queue).path(field).asLong();
    }
    return sum;
  }

  @Test
  void acknowledgementsCountWhenTheirTransactionIsCommitted() throws Exception {
    Traffic traffic = new Traffic();
    TrafficInbox inbox = new TrafficInbox();
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench =
        bench("queueType: classic\nackEvery: 10\nconsumerTransactionSize: 50\nackIdle: 1h\n")) {
      String topic = bench.topic(1);
      AutoCloseable consumer = bench.consumer(topic, "sub", inbox);
      traffic.send(bench.producer(topic), 130);
      inbox.awaitDeliveries(130);
      awaitUnacknowledged(topic + ".sub", 30);
      consumer.close();
      awaitUnacknowledged(topic + ".sub", 0);
    }
  }

  /** And nothing else. */
  private static void awaitUnacknowledged(String queue, int messages) {
    await()
        .atMost(SETTLED)
        .untilAsserted(
            () -> {
              JsonNode reported = queue(queue);
              assertThat(reported.path("messages").asInt(-1)).isEqualTo(messages);
              assertThat(reported.path("messages_unacknowledged").asInt(-1)).isEqualTo(messages);
            });
  }

  @Test
  void aLostConnectionStaysLostIfConfigured() throws Exception {
    Traffic traffic = new Traffic();
    TrafficInbox inbox = new TrafficInbox();
    try (LoopbackProxy proxy = new LoopbackProxy(List.of(benches.port()));
        Bench<RabbitMqQuorumBenchmarkDriver> bench =
            benches.behind(proxy, "connections: {recovery: false}")) {
      String topic = bench.topic(1);
      bench.consumer(topic, "sub", inbox);
      BenchmarkProducer producer = bench.producer(topic);
      traffic.send(producer).join();
      inbox.awaitDeliveries(1);
      proxy.sever();
      await().atMost(SETTLED).until(() -> !inbox.failures().isEmpty());
      await().atMost(SETTLED).until(() -> bench.eventsOf(Kind.CONNECTION_LOST) >= 2);
      assertThatThrownBy(() -> traffic.send(producer).join())
          .hasMessageContaining("connections.recovery is false");
      assertThat(inbox.deliveries()).isEqualTo(1);
    }
  }

  @Test
  void whatIsKeptForRepublishingFailsWhenTheConnectionStaysAway() throws Exception {
    Traffic traffic = new Traffic();
    try (Bench<RabbitMqQuorumBenchmarkDriver> making = bench("");
        LoopbackProxy proxy = new LoopbackProxy(List.of(benches.port()));
        Bench<RabbitMqQuorumBenchmarkDriver> bench =
            benches.behind(
                proxy, "unconfirmedOnClose: republish\nconnections: {recoveryTimeout: 1s}")) {
      BenchmarkProducer producer = bench.producer(making.topic(1));
      cluster.whileFrozen(
          () -> {
            traffic.send(producer, 10);
            proxy.close();
            traffic.awaitSettled();
          });
    }
    assertThat(traffic.failures())
        .hasSize(10)
        .allMatch(failure -> failure.getMessage().contains("before the broker confirmed"))
        .noneMatch(failure -> failure.getMessage().contains("closed before"));
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
    ConnectionFactory factory = new ConnectionFactory();
    factory.setUri(cluster.brokers().placeholders().get("amqpUri"));
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench = bench("exchangeType: topic");
        var connection = factory.newConnection();
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
  void clientsShareTheConfiguredNumberOfConnections() throws Exception {
    try (Bench<RabbitMqQuorumBenchmarkDriver> shared = bench("connections: {mode: shared}");
        Bench<RabbitMqQuorumBenchmarkDriver> pooled =
            bench("connections: {mode: pooled, poolSize: 2}")) {
      sendByFive(shared);
      sendByFive(pooled);
      await()
          .atMost(SETTLED)
          .untilAsserted(
              () -> {
                for (String role : List.of("tidemark-producer", "tidemark-consumer")) {
                  assertThat(ours(role))
                      .as("channels of each connection, %s", role)
                      .extracting(connection -> connection.path("channels").asInt())
                      .containsExactlyInAnyOrder(5, 3, 2);
                }
              });
    }
  }

  private static void sendByFive(Bench<RabbitMqQuorumBenchmarkDriver> bench) throws Exception {
    Traffic traffic = new Traffic();
    TrafficInbox inbox = new TrafficInbox();
    String topic = bench.topic(1);
    bench.consumers(topic, "sub", inbox, 5);
    for (BenchmarkProducer producer : bench.producers(topic, 5)) {
      traffic.send(producer).join();
    }
    inbox.awaitDeliveries(5);
  }

  @Test
  void queuesThatExistAreUsedAndLeftAlone() throws Exception {
    Traffic traffic = new Traffic();
    TrafficInbox inbox = new TrafficInbox();
    cluster.management().put("queues/%2F/theirs", Map.of("durable", true));
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench = bench("queues: {existing: true}")) {
      String topic = bench.topic("theirs", 1);
      bench.consumer(topic, "any", inbox);
      traffic.send(bench.producer(topic), 100);
      inbox.awaitDeliveries(100);
      assertThatThrownBy(() -> bench.topic("nobodys", 1)).hasMessageContaining("NOT_FOUND");
    }
    assertThat(cluster.management().find("queues/%2F/theirs")).isPresent();
    cluster.management().delete("queues/%2F/theirs");
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

  private static void awaitQueuesNamedByTheServer(int count) {
    await()
        .atMost(SETTLED)
        .untilAsserted(
            () ->
                assertThat(queueNames())
                    .filteredOn(name -> name.startsWith("amq.gen-"))
                    .hasSize(count));
  }

  private static List<String> queueNames() throws Exception {
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

  @Test
  void percentEscapesNameVirtualHostsAndPasswords() throws Exception {
    assertThat(benches.sendWithEscapes(".sub").path("type").asText()).isEqualTo("quorum");
  }

  @Test
  void hundredsOfConnectionsNeedAFewThreads() throws Exception {
    int clients = 100;
    Traffic traffic = new Traffic();
    TrafficInbox inbox = new TrafficInbox();
    String options =
        "connections: {io: netty, ioThreads: 2, consumerThreads: 4, heartbeat: 7s, startDelay:"
            + " 1s}\n"
            + "consumerCreationBatchSize: 100";
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench = bench(options)) {
      String topic = bench.topic(1);
      bench.driver().createSubscription(topic, "sub").join();
      for (BenchmarkProducer producer : bench.producers(topic, clients)) {
        traffic.send(producer).join();
      }
      bench.consumers(topic, "sub", inbox, clients);
      inbox.awaitDeliveries(clients);
      await()
          .atMost(SETTLED)
          .untilAsserted(
              () -> {
                assertThat(ours("tidemark-consumer")).hasSize(clients);
                assertThat(ours("tidemark-producer"))
                    .hasSize(clients)
                    .allMatch(one -> one.path("timeout").asInt() == 7);
              });
      // Threads that connected go when they were idle for a second.
      await()
          .atMost(SETTLED)
          .untilAsserted(
              () ->
                  assertThat(threadsOfTheDriver())
                      .as("threads for %d connections", 2 * clients)
                      .hasSizeLessThan(25));
    }
  }

  @Test
  void closingManyClientsOfABrokerThatStandsStillTakesNoLongerThanOne() throws Exception {
    RabbitMqQuorumBenchmarkDriver driver = new RabbitMqQuorumBenchmarkDriver();
    try (Bench<RabbitMqQuorumBenchmarkDriver> making = bench("")) {
      String topic = making.topic(1);
      driver.initialize(
          cluster.file(
              benches.addresses()
                  + "connections: {closeTimeout: 1s}\nproducerCreationBatchSize: 100\n"
                  + "consumerCreationBatchSize: 100"),
          NullStatsLogger.INSTANCE);
      driver.createProducers(Collections.nCopies(40, new ProducerInfo(0, topic))).join();
      ConsumerInfo consumer = new ConsumerInfo(0, topic, "sub", new TrafficInbox());
      driver.createConsumers(Collections.nCopies(40, consumer)).join();
      cluster.whileFrozen(
          () -> {
            assertThat(CompletableFuture.runAsync(driver::close))
                .succeedsWithin(Duration.ofSeconds(60));
          });
    }
  }

  /**
   * Running connections of that name, as the broker sees them. The management plug-in lists some
   * that ended while the node stood still for minutes more, without a state.
   */
  private static List<JsonNode> ours(String prefix) throws Exception {
    List<JsonNode> found = new ArrayList<>();
    Iterator<JsonNode> all = cluster.management().get("connections").elements();
    all.forEachRemaining(
        one -> {
          if (one.path("user_provided_name").asText().startsWith(prefix)
              && one.path("state").asText().equals("running")) {
            found.add(one);
          }
        });
    return found;
  }

  private static List<String> threadsOfTheDriver() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.startsWith("rabbitmq") || name.startsWith("AMQP"))
        .toList();
  }
}
