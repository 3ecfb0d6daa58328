package io.tidemark.driver.rabbitmq.stream;

import static io.tidemark.driver.rabbitmq.Bench.assertCloses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.DriverEvent;
import io.tidemark.driver.DriverEvent.Kind;
import io.tidemark.driver.rabbitmq.Bench;
import io.tidemark.driver.rabbitmq.LoopbackProxy;
import io.tidemark.driver.rabbitmq.Traffic;
import io.tidemark.driver.rabbitmq.TrafficInbox;
import java.util.ArrayList;
import java.util.List;
import org.apache.bookkeeper.stats.NullStatsLogger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the options of connections do; one node is enough to see it. */
class StreamConnectionsIT extends OneStreamNode {
  /** What brokers advertise leads past the proxy. */
  private static Bench<RabbitMqStreamBenchmarkDriver> benchBehind(LoopbackProxy proxy, String yaml)
      throws Exception {
    return benches.behind(proxy, "connections: {loadBalancer: true}\n" + yaml);
  }

  @Test
  void whatIsKeptForRepublishingFailsWhenTheConnectionStaysAway() throws Exception {
    Traffic traffic = new Traffic();
    try (Bench<RabbitMqStreamBenchmarkDriver> making = bench("");
        LoopbackProxy proxy = new LoopbackProxy(List.of(benches.port()));
        Bench<RabbitMqStreamBenchmarkDriver> bench =
            benches.behind(
                proxy,
                "unconfirmedOnClose: republish\nconfirmTimeout: 1s\n"
                    + "connections: {loadBalancer: true, closeTimeout: 1s}")) {
      BenchmarkProducer producer = bench.producer(making.topic(1));
      cluster.whileFrozen(
          () -> {
            sendTen(traffic, producer, proxy);
            proxy.close();
            await().atMost(SETTLED).until(() -> bench.eventsOf(Kind.CONNECTION_LOST) > 0);
            traffic.awaitSettled();
          });
      assertThat(bench.eventsOf(Kind.CONNECTION_RECOVERED)).isZero();
      producer.close();
      assertThat(bench.events())
          .filteredOn(event -> event.kind() == Kind.UNCONFIRMED_FAILED)
          .extracting(DriverEvent::detail)
          .containsExactly("10 messages");
    }
    assertThat(traffic.failures())
        .hasSize(10)
        .noneMatch(failure -> failure.getMessage().contains("producer was closed"));
  }

  @ParameterizedTest
  @CsvSource({"fail, UNCONFIRMED_FAILED", "republish, UNCONFIRMED_REPUBLISHED"})
  void whatALostConnectionLeftUnconfirmedIsCounted(String policy, Kind settled) throws Exception {
    Traffic traffic = new Traffic();
    try (Bench<RabbitMqStreamBenchmarkDriver> making = bench("");
        LoopbackProxy proxy = new LoopbackProxy(List.of(benches.port()));
        Bench<RabbitMqStreamBenchmarkDriver> bench =
            benchBehind(proxy, "unconfirmedOnClose: " + policy)) {
      String topic = making.topic(1);
      BenchmarkProducer producer = bench.producer(topic);
      traffic.send(producer).join();
      cluster.brokers().freeze(1);
      try {
        sendTen(traffic, producer, proxy);
        proxy.sever();
        await().atMost(SETTLED).until(() -> bench.eventsOf(Kind.CONNECTION_LOST) > 0);
      } finally {
        cluster.brokers().resume(1);
      }
      await().atMost(SETTLED).until(() -> bench.eventsOf(settled) > 0);
      traffic.awaitSettled();
      // The client sends on the new connection what had not left it yet.
      int failed = traffic.failures().size();
      assertThat(failed > 0).isEqualTo(settled == Kind.UNCONFIRMED_FAILED);
      assertThat(bench.events())
          .extracting(event -> event.kind() + ": " + event.detail())
          .contains(
              "CONNECTION_LOST: 10 messages unconfirmed",
              settled + ": " + (failed > 0 ? failed : 10) + " messages")
          .doesNotHaveDuplicates();
    }
    assertThat(traffic.failures())
        .allSatisfy(failure -> assertThat(failure).hasMessageContaining("connection lost"));
  }

  /** Returns when the client has written them: before, they have no confirm timeout. */
  private static void sendTen(Traffic traffic, BenchmarkProducer producer, LoopbackProxy proxy) {
    long before = proxy.bytesToBroker();
    traffic.send(producer, 10);
    await("10 messages at the proxy")
        .atMost(SETTLED)
        .until(() -> proxy.bytesToBroker() - before > 10 * 64);
  }

  @Test
  void percentEscapesNameVirtualHostsAndPasswords() throws Exception {
    assertThat(benches.sendWithEscapes("").path("type").asText()).isEqualTo("stream");
  }

  @Test
  void anAddressMapLeadsPastWhatTheBrokerAdvertises() throws Exception {
    try (LoopbackProxy proxy = new LoopbackProxy(List.of(benches.port()));
        Bench<RabbitMqStreamBenchmarkDriver> bench =
            bench(
                "connections: {addressMap: {'127.0.0.1:%d': '%s'}}"
                    .formatted(benches.port(), proxy.address()))) {
      bench.assertDelivers(bench.topic(1), 100);
      assertThat(proxy.connections()).isGreaterThanOrEqualTo(2);
    }
  }

  @Test
  void consumersThatStoreOffsetsDoItOverProducersConnectionsSharedAsAsked() throws Exception {
    try (Bench<RabbitMqStreamBenchmarkDriver> bench =
        bench("connections: {trackingConsumersPerConnection: 1}")) {
      String topic = bench.topic(1);
      bench.consumer(topic, "one", new TrafficInbox());
      bench.consumer(topic, "two", new TrafficInbox());
      await().atMost(SETTLED).untilAsserted(() -> assertThat(producerConnections()).isEqualTo(2));
    }
  }

  @ParameterizedTest
  @CsvSource({"255, 1", "20, 5"})
  void producersShareConnectionsAndThreads(int perConnection, int connections) throws Exception {
    try (Bench<RabbitMqStreamBenchmarkDriver> bench =
        bench(
            "dynamicBatch: false\nbatchDelay: 1ms\n"
                + ("connections: {producersPerConnection: %d, ioThreads: 2}")
                    .formatted(perConnection))) {
      String topic = bench.topic(1);
      for (BenchmarkProducer producer : bench.producers(topic, 100)) {
        new Traffic().send(producer).join();
      }
      await()
          .atMost(SETTLED)
          .untilAsserted(() -> assertThat(producerConnections()).isEqualTo(connections));
      // The threads that created the producers end when they have been idle.
      await()
          .atMost(SETTLED)
          .untilAsserted(
              () ->
                  assertThat(Thread.getAllStackTraces().keySet())
                      .extracting(Thread::getName)
                      .filteredOn(name -> name.contains("rabbitmq"))
                      .hasSizeLessThan(25));
    }
    await().atMost(SETTLED).untilAsserted(() -> assertThat(producerConnections()).isZero());
  }

  @Test
  void closingDoesNotWaitForABrokerThatStandsStill() throws Exception {
    RabbitMqStreamBenchmarkDriver driver = new RabbitMqStreamBenchmarkDriver();
    Traffic traffic = new Traffic();
    try (Bench<RabbitMqStreamBenchmarkDriver> making = bench("")) {
      String topic = making.topic(3);
      // Not claimed, because the claim could not be released.
      driver.initialize(
          cluster.file(
              benches.addresses() + "singleActiveConsumer: false\nconnections: {closeTimeout: 1s}"),
          NullStatsLogger.INSTANCE);
      List<BenchmarkProducer> producers = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        producers.add(driver.createProducer(topic).join());
      }
      driver.createConsumer(topic, "sub", new TrafficInbox()).join();
      cluster.whileFrozen(
          () -> {
            producers.forEach(producer -> traffic.send(producer, 10));
            assertCloses(driver);
            assertThat(traffic.unsettled()).isZero();
          });
    }
  }

  private static long producerConnections() throws Exception {
    long count = 0;
    for (JsonNode connection : cluster.management().get("connections")) {
      String name = connection.path("client_properties").path("connection_name").asText();
      count += name.startsWith("tidemark-producer") ? 1 : 0;
    }
    return count;
  }
}
