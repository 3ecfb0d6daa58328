package io.tidemark.driver.rabbitmq.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.DriverEvent;
import io.tidemark.driver.DriverEvent.Kind;
import io.tidemark.driver.TelemetryReading;
import io.tidemark.driver.rabbitmq.Bench;
import io.tidemark.driver.rabbitmq.Benches;
import io.tidemark.driver.rabbitmq.LoopbackProxy;
import io.tidemark.driver.rabbitmq.ManagementApi;
import io.tidemark.driver.rabbitmq.TestCluster;
import io.tidemark.driver.rabbitmq.Traffic;
import io.tidemark.driver.rabbitmq.TrafficInbox;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.apache.bookkeeper.stats.NullStatsLogger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What each option does to the broker; one node is enough to see it. */
@Timeout(180)
class StreamOptionsIT {
  private static final Duration SETTLED = Duration.ofSeconds(60);
  @RegisterExtension static final TestCluster cluster = OneStreamNode.CLUSTER;
  private static final Benches<RabbitMqStreamBenchmarkDriver> benches =
      new Benches<>(cluster, RabbitMqStreamBenchmarkDriver::new, "streamUris", "rabbitmq-stream");

  private static Bench<RabbitMqStreamBenchmarkDriver> bench(String yaml) throws Exception {
    return benches.with(yaml);
  }

  /** What brokers advertise leads past the proxy. */
  private static Bench<RabbitMqStreamBenchmarkDriver> benchBehind(LoopbackProxy proxy, String yaml)
      throws Exception {
    return benches.behind(proxy, "connections: {loadBalancer: true}\n" + yaml);
  }

  /** Two producers wait for one broker that stands still: the patient one was first. */
  @Test
  void aMessageFailsThatIsNotConfirmedInTime() throws Exception {
    Traffic patient = new Traffic();
    Traffic traffic = new Traffic();
    try (Bench<RabbitMqStreamBenchmarkDriver> waiting = bench("confirmTimeout: 10m");
        Bench<RabbitMqStreamBenchmarkDriver> bench = bench("confirmTimeout: 1s")) {
      String topic = bench.topic(1);
      BenchmarkProducer longer = waiting.producer(topic);
      BenchmarkProducer shorter = bench.producer(topic);
      cluster.whileFrozen(
          () -> {
            patient.send(longer, 10);
            traffic.send(shorter, 10);
            traffic.awaitSettled();
            assertThat(patient.unsettled()).isEqualTo(10);
          });
      patient.awaitSettled();
    }
    assertThat(traffic.failures()).hasSize(10);
    assertThat(patient.failures()).isEmpty();
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
            traffic.send(producer, 10);
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
        traffic.send(producer, 10);
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

  @Test
  void closingAConsumerDoesNotWaitForABrokerThatStandsStill() throws Exception {
    // Not claimed, because the claim could not be released.
    String options =
        "singleActiveConsumer: false\nconnections: {closeTimeout: 1s, rpcTimeout: 10m}";
    try (Bench<RabbitMqStreamBenchmarkDriver> bench = bench(options)) {
      AutoCloseable consumer = bench.consumer(bench.topic(3), "sub", new TrafficInbox());
      cluster.whileFrozen(
          () -> {
            assertThat(
                    CompletableFuture.supplyAsync(
                        () -> {
                          closed(consumer);
                          return true;
                        }))
                .succeedsWithin(Duration.ofSeconds(60));
          });
    }
  }

  private static void closed(AutoCloseable client) {
    try {
      client.close();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void percentEscapesNameVirtualHostsAndPasswords() throws Exception {
    assertThat(benches.sendWithEscapes("").path("type").asText()).isEqualTo("stream");
  }

  @Test
  void anAddressMapLeadsPastWhatTheBrokerAdvertises() throws Exception {
    Traffic traffic = new Traffic();
    TrafficInbox inbox = new TrafficInbox();
    try (LoopbackProxy proxy = new LoopbackProxy(List.of(benches.port()));
        Bench<RabbitMqStreamBenchmarkDriver> bench =
            bench(
                "connections: {addressMap: {'127.0.0.1:%d': '%s'}}"
                    .formatted(benches.port(), proxy.address()))) {
      String topic = bench.topic(1);
      bench.consumer(topic, "sub", inbox);
      traffic.send(bench.producer(topic), 100);
      inbox.awaitDeliveries(100);
      assertThat(proxy.connections()).isGreaterThanOrEqualTo(2);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "snappy", "lz4", "zstd"})
  void compressionSparesTheNetwork(String compression) throws Exception {
    int messages = 4_000;
    int bytes = 500;
    Traffic traffic = new Traffic(bytes);
    TrafficInbox inbox = new TrafficInbox();
    try (LoopbackProxy proxy = new LoopbackProxy(List.of(benches.port()));
        Bench<RabbitMqStreamBenchmarkDriver> bench =
            benchBehind(proxy, "subEntrySize: 50\ncompression: " + compression)) {
      String topic = bench.topic(1);
      traffic.send(bench.producer(topic), messages);
      traffic.awaitSettled();
      assertThat(proxy.bytesToBroker()).isLessThan(messages * bytes / 2);
      bench.consumer(topic, "sub", inbox);
      inbox.awaitDeliveries(messages);
    }
    assertThat(traffic.failures()).isEmpty();
    assertThat(inbox.numbers()).hasSize(messages);
  }

  @Test
  void deduplicationDropsWhatIsSentAgainAfterALostConnection() throws Exception {
    TrafficInbox inbox = new TrafficInbox();
    try (LoopbackProxy proxy = new LoopbackProxy(List.of(benches.port()));
        Traffic traffic = new Traffic();
        Bench<RabbitMqStreamBenchmarkDriver> bench =
            benchBehind(
                proxy,
                "deduplication: true\nunconfirmedOnClose: republish\nmaxUnconfirmed: 2000\n");
        Bench<RabbitMqStreamBenchmarkDriver> reading = bench("")) {
      String topic = bench.topic(1);
      reading.consumer(topic, "sub", inbox);
      BenchmarkProducer producer = bench.producer(topic);
      for (int round = 1; round <= 3; round++) {
        long lost = bench.eventsOf(Kind.CONNECTION_LOST);
        traffic.send(producer, 3_000);
        proxy.sever();
        await().atMost(SETTLED).until(() -> bench.eventsOf(Kind.CONNECTION_LOST) > lost);
        traffic.awaitSettled();
      }
      inbox.awaitAllOf(traffic);
      assertThat(traffic.failures()).isEmpty();
      traffic.send(producer).join();
      await().atMost(SETTLED).until(() -> inbox.numbers().contains(9_000L));
    }
    assertThat(inbox.deliveries()).isEqualTo(9_001);
  }

  @Test
  void streamArgumentsReachTheBrokerAndOldSegmentsGo() throws Exception {
    int messages = 16_000;
    Traffic traffic = new Traffic(1_000);
    try (Bench<RabbitMqStreamBenchmarkDriver> bench =
        bench(
            "streams: {maxAge: 1h, maxLength: 2MB, maxSegmentSize: 1MB, initialMembers: 1,"
                + " leader: client-local}\n")) {
      String topic = bench.topic(1);
      JsonNode arguments =
          cluster.management().get("queues/%2F/" + ManagementApi.segment(topic)).path("arguments");
      assertThat(arguments.path("x-max-age").asText()).isEqualTo("3600s");
      assertThat(arguments.path("x-max-length-bytes").asLong()).isEqualTo(2 << 20);
      assertThat(arguments.path("x-stream-max-segment-size-bytes").asLong()).isEqualTo(1 << 20);
      assertThat(arguments.path("x-initial-cluster-size").asInt()).isEqualTo(1);
      assertThat(arguments.path("x-queue-leader-locator").asText()).isEqualTo("client-local");
      traffic.send(bench.producer(topic), messages);
      traffic.awaitSettled();
      // The broker deletes in the background.
      await()
          .atMost(SETTLED)
          .untilAsserted(
              () ->
                  assertThat(readToTheEnd(bench, topic, messages - 1L))
                      .doesNotContain(0L)
                      .hasSizeLessThan(messages));
    }
  }

  @Test
  void streamsThatExistAreUsedAsTheyAreAndLeftBehind() throws Exception {
    Traffic traffic = new Traffic();
    TrafficInbox inbox = new TrafficInbox();
    try (Bench<RabbitMqStreamBenchmarkDriver> making = bench("streams: {maxAge: 1h}")) {
      String topic = making.topic(2);
      try (Bench<RabbitMqStreamBenchmarkDriver> using = bench("streams: {existing: true}")) {
        using.topic(topic, 7);
        assertThat(using.driver().describeTopics(List.of(topic)).join()).containsEntry(topic, 2);
        using.consumer(topic, "sub", inbox);
        traffic.send(using.producer(topic), 100);
        inbox.awaitDeliveries(100);
        assertThatThrownBy(() -> using.topic("nobody-made-this", 1))
            .hasMessageContaining("nobody-made-this does not exist");
      }
      for (String stream : List.of(topic + "-0", topic + "-1")) {
        JsonNode left = benches.queue(stream);
        assertThat(left.path("arguments").path("x-max-age").asText()).isEqualTo("3600s");
      }
      assertThat(cluster.management().find("queues/%2F/" + topic + "-2")).isEmpty();
    }
    assertThat(traffic.failures()).isEmpty();
    assertThat(inbox.partitions()).containsExactlyInAnyOrder(0, 1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"least-leaders", "random"})
  void olderWaysToPlaceALeaderReachTheBroker(String leader) throws Exception {
    try (Bench<RabbitMqStreamBenchmarkDriver> bench = bench("streams: {leader: " + leader + "}")) {
      String stream = ManagementApi.segment(bench.topic(1));
      JsonNode arguments = cluster.management().get("queues/%2F/" + stream).path("arguments");
      assertThat(arguments.path("x-queue-leader-locator").asText()).isEqualTo(leader);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"filter: {values: [a]}", "streams: {filterSize: 32}"})
  void filteringIsRefusedWhereTheBrokerKnowsNone(String wanted) {
    assertThatThrownBy(() -> bench(wanted))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("RabbitMQ 3.13 or later; this one is 3.10");
  }

  private static Set<Long> readToTheEnd(
      Bench<RabbitMqStreamBenchmarkDriver> bench, String topic, long last) throws Exception {
    TrafficInbox inbox = new TrafficInbox();
    try (AutoCloseable consumer = bench.consumer(topic, "" + UUID.randomUUID(), inbox)) {
      assertThat(consumer).isNotNull();
      await().atMost(SETTLED).until(() -> inbox.numbers().contains(last));
    }
    return inbox.numbers();
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
  @CsvSource({"first, 0, 1500", "600, 600, 1500", "next, 1000, 1500", "time, 500, 1500"})
  void aSubscriptionBeginsWhereItsOffsetSays(String offset, long first, long end) throws Exception {
    Traffic traffic = new Traffic();
    TrafficInbox inbox = new TrafficInbox();
    try (Bench<RabbitMqStreamBenchmarkDriver> filling = bench("")) {
      String topic = filling.topic(1);
      BenchmarkProducer producer = filling.producer(topic);
      traffic.send(producer, 500);
      traffic.awaitSettled();
      long before = System.currentTimeMillis();
      await().until(() -> System.currentTimeMillis() > before);
      long between = System.currentTimeMillis();
      traffic.send(producer, 500);
      traffic.awaitSettled();
      String wanted = offset.equals("time") ? Instant.ofEpochMilli(between).toString() : offset;
      try (Bench<RabbitMqStreamBenchmarkDriver> reading = bench("offset: " + wanted)) {
        reading.consumer(topic, "sub", inbox);
        traffic.send(producer, 500);
        inbox.awaitDeliveries(end - first);
      }
    }
    assertThat(inbox.numbers()).contains(first, end - 1).doesNotContain(first - 1);
  }

  @Test
  void theLastChunkIsWhereOffsetLastBegins() throws Exception {
    Traffic traffic = new Traffic();
    TrafficInbox inbox = new TrafficInbox();
    try (Bench<RabbitMqStreamBenchmarkDriver> filling = bench("");
        Bench<RabbitMqStreamBenchmarkDriver> reading = bench("offset: last")) {
      String topic = filling.topic(1);
      BenchmarkProducer producer = filling.producer(topic);
      traffic.send(producer, 500);
      traffic.awaitSettled();
      traffic.send(producer).join();
      reading.consumer(topic, "sub", inbox);
      inbox.awaitDeliveries(1);
    }
    assertThat(inbox.numbers()).containsExactly(500L);
  }

  @Test
  void telemetryReportsOfTheRunsStreamsAndTheirRatesAndOfNoOthers() throws Exception {
    TrafficInbox inbox = new TrafficInbox();
    try (Traffic traffic = new Traffic();
        Bench<RabbitMqStreamBenchmarkDriver> others = bench("");
        Bench<RabbitMqStreamBenchmarkDriver> bench = bench("")) {
      others.topic(1);
      String topic = bench.topic(2);
      bench.consumer(topic, "sub", inbox);
      traffic.start(bench.producer(topic), 500);
      await()
          .atMost(SETTLED)
          .pollInterval(Duration.ofSeconds(1))
          .untilAsserted(
              () ->
                  assertThat(bench.driver().readTelemetry())
                      .filteredOn(reading -> reading.name().startsWith("queue"))
                      .satisfies(
                          reported ->
                              assertThat(reported)
                                  .extracting(TelemetryReading::subject)
                                  .containsOnly(topic + "-0", topic + "-1"))
                      .filteredOn(reading -> reading.value() > 0)
                      .extracting(reading -> reading.name() + " " + reading.subject())
                      .contains(
                          "queuePublishRatePerSecond " + topic + "-0",
                          "queuePublishRatePerSecond " + topic + "-1",
                          "queueDeliverRatePerSecond " + topic + "-0",
                          "queueDeliverRatePerSecond " + topic + "-1"));
      traffic.stop();
    }
  }

  @Test
  void aSecondWorkerIsRefusedWhereTheBrokerCannotShare() throws Exception {
    Traffic traffic = new Traffic();
    TrafficInbox inbox = new TrafficInbox();
    try (Bench<RabbitMqStreamBenchmarkDriver> first = bench("");
        Bench<RabbitMqStreamBenchmarkDriver> second = bench("")) {
      String topic = first.topic(2);
      AutoCloseable consumer = first.consumer(topic, "sub", inbox);
      first.consumer(topic, "sub", inbox).close();
      assertThatThrownBy(() -> second.consumer(topic, "sub", new TrafficInbox()))
          .hasMessageContaining("read by another worker")
          .hasMessageContaining("RabbitMQ 3.11");
      second.consumer(topic, "another", new TrafficInbox());
      consumer.close();
      second.consumer(topic, "sub", inbox);
      traffic.send(first.producer(topic), 100);
      inbox.awaitDeliveries(100);
    }
    for (JsonNode exchange : cluster.management().get("exchanges/%2F")) {
      assertThat(exchange.path("name").asText()).doesNotContain("tidemark-reader");
    }
  }

  @Test
  void singleActiveConsumersAreRefusedWhereTheBrokerKnowsNone() throws Exception {
    try (Bench<RabbitMqStreamBenchmarkDriver> bench = bench("singleActiveConsumer: true")) {
      String topic = bench.topic(1);
      assertThatThrownBy(() -> bench.consumer(topic, "sub", new TrafficInbox()))
          .hasMessageContaining("needs RabbitMQ 3.11");
    }
  }

  @Test
  void everyReaderGetsEverythingWhenNothingIsShared() throws Exception {
    Traffic traffic = new Traffic();
    TrafficInbox left = new TrafficInbox();
    TrafficInbox right = new TrafficInbox();
    try (Bench<RabbitMqStreamBenchmarkDriver> first = bench("singleActiveConsumer: false");
        Bench<RabbitMqStreamBenchmarkDriver> second = bench("singleActiveConsumer: false")) {
      String topic = first.topic(1);
      first.consumer(topic, "sub", left);
      second.consumer(topic, "sub", right);
      traffic.send(first.producer(topic), 100);
      left.awaitDeliveries(100);
      right.awaitDeliveries(100);
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
            assertThat(CompletableFuture.runAsync(driver::close))
                .succeedsWithin(Duration.ofSeconds(60));
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
