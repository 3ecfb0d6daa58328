package io.tidemark.driver.rabbitmq.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.DriverEvent.Kind;
import io.tidemark.driver.rabbitmq.Bench;
import io.tidemark.driver.rabbitmq.Benches;
import io.tidemark.driver.rabbitmq.LoopbackProxy;
import io.tidemark.driver.rabbitmq.ManagementApi;
import io.tidemark.driver.rabbitmq.TestCluster;
import io.tidemark.driver.rabbitmq.Traffic;
import io.tidemark.driver.rabbitmq.TrafficInbox;
import io.tidemark.driver.telemetry.TelemetryReading;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What each option does to the broker; one node is enough to see it. */
@Timeout(180)
abstract class StreamOptionsContract {
  static final Duration SETTLED = Duration.ofSeconds(60);

  private final TestCluster cluster;
  private final Benches<RabbitMqStreamBenchmarkDriver> benches;

  StreamOptionsContract(TestCluster cluster) {
    this.cluster = cluster;
    this.benches =
        new Benches<>(cluster, RabbitMqStreamBenchmarkDriver::new, "streamUris", "rabbitmq-stream");
  }

  Bench<RabbitMqStreamBenchmarkDriver> bench(String yaml) throws Exception {
    return benches.with(yaml);
  }

  /** What brokers advertise leads past the proxy. */
  private Bench<RabbitMqStreamBenchmarkDriver> benchBehind(LoopbackProxy proxy, String yaml)
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
}
