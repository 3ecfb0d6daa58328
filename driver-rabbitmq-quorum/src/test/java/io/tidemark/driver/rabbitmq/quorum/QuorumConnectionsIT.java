package io.tidemark.driver.rabbitmq.quorum;

import static io.tidemark.driver.rabbitmq.Bench.assertCloses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.openmessaging.benchmark.driver.BenchmarkDriver.ConsumerInfo;
import io.openmessaging.benchmark.driver.BenchmarkDriver.ProducerInfo;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.DriverEvent.Kind;
import io.tidemark.driver.rabbitmq.Bench;
import io.tidemark.driver.rabbitmq.LoopbackProxy;
import io.tidemark.driver.rabbitmq.Traffic;
import io.tidemark.driver.rabbitmq.TrafficInbox;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.apache.bookkeeper.stats.NullStatsLogger;
import org.junit.jupiter.api.Test;

/** What the options of connections do; one node is enough to see it. */
class QuorumConnectionsIT extends OneQuorumNode {
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
  void percentEscapesNameVirtualHostsAndPasswords() throws Exception {
    assertThat(benches.sendWithEscapes(".sub").path("type").asText()).isEqualTo("quorum");
  }

  @Test
  void manyConnectionsNeedAFewThreads() throws Exception {
    int clients = 40;
    Traffic traffic = new Traffic();
    TrafficInbox inbox = new TrafficInbox();
    String options =
        "connections: {io: netty, ioThreads: 2, consumerThreads: 4, heartbeat: 7s, startDelay:"
            + " 1s}\n"
            + "consumerCreationBatchSize: 40";
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
      cluster.whileFrozen(() -> assertCloses(driver));
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
