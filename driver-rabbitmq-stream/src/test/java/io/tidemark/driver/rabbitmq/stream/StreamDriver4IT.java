package io.tidemark.driver.rabbitmq.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.DriverEvent.Kind;
import io.tidemark.driver.SendFuture;
import io.tidemark.driver.headers.ProbeSender;
import io.tidemark.driver.rabbitmq.Bench;
import io.tidemark.driver.rabbitmq.ManagementApi;
import io.tidemark.driver.rabbitmq.TestCluster;
import io.tidemark.driver.rabbitmq.TokenServer;
import io.tidemark.driver.rabbitmq.Traffic;
import io.tidemark.driver.rabbitmq.TrafficInbox;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The version people run today, with what 3.10 does not have. */
class StreamDriver4IT extends StreamDriverContract {
  private static final Duration SETTLED = Duration.ofSeconds(90);

  StreamDriver4IT() {
    super(TestCluster.CURRENT);
  }

  @Test
  void theBrokerSharesASuperStreamAmongSingleActiveConsumers() throws Exception {
    Traffic traffic = new Traffic();
    TrafficInbox first = new TrafficInbox();
    TrafficInbox second = new TrafficInbox();
    try (traffic;
        Bench<RabbitMqStreamBenchmarkDriver> bench = bench("singleActiveConsumer: true")) {
      String topic = bench.topic(4);
      bench.consumer(topic, "sub", first);
      bench.consumer(topic, "sub", second);
      traffic.start(bench.producer(topic), 1_000);
      // The broker takes its time to give the second its part.
      first.awaitMoreThan(500);
      second.awaitMoreThan(500);
      traffic.stop();
      await().atMost(SETTLED).until(() -> containsAll(first, second, traffic));
    }
    assertThat(traffic.failures()).isEmpty();
  }

  @Test
  void aFilteredConsumerIsSparedOtherChunks() throws Exception {
    TrafficInbox inbox = new TrafficInbox();
    Traffic traffic = new Traffic();
    try (Bench<RabbitMqStreamBenchmarkDriver> bench =
        bench("filter: {byKey: true, values: [red]}\nbatchSize: 100")) {
      String topic = bench.topic(1);
      var producer = bench.producer(topic);
      for (String key : new String[] {"blue", "red", "blue"}) {
        for (int i = 0; i < 2_000; i++) {
          traffic.send(producer, key);
        }
        await().atMost(SETTLED).until(() -> traffic.unsettled() == 0);
      }
      bench.consumer(topic, "sub", inbox);
      await().atMost(SETTLED).until(() -> inbox.numbers().contains(3_999L));
      await()
          .atMost(SETTLED)
          .untilAsserted(() -> assertThat(consumedOf(topic)).isBetween(2_000L, 3_999L));
    }
    assertThat(inbox.numbers()).contains(2_000L).hasSize(2_000);
  }

  /** Messages of the chunks that the broker has sent to consumers. */
  private long consumedOf(String stream) throws Exception {
    long consumed = 0;
    for (JsonNode consumer : cluster.management().get("stream/consumers")) {
      boolean ofStream = consumer.at("/queue/name").asText().equals(stream);
      consumed += ofStream ? consumer.path("consumed").asLong() : 0;
    }
    return consumed;
  }

  @Test
  void onlyWantedMessagesOfAMixedChunkAreDeliveredAndTheSendsSayWhich() throws Exception {
    TrafficInbox inbox = new TrafficInbox();
    Traffic traffic = new Traffic();
    int reaching = 0;
    try (Bench<RabbitMqStreamBenchmarkDriver> bench =
        bench(
            "filter: {set: [blue, red, green], values: [red, yellow]}\nbatchSize: 100\n"
                + "credits: 1")) {
      String topic = bench.topic(1);
      BenchmarkProducer producer = bench.producer(topic);
      for (int i = 0; i < 3_000; i++) {
        reaching += ((SendFuture) traffic.send(producer)).reachesConsumers() ? 1 : 0;
        if (i % 500 == 499) {
          traffic.awaitSettled(); // There are several chunks.
        }
      }
      bench.consumer(topic, "sub", inbox);
      inbox.awaitDeliveries(1_000);
    }
    assertThat(reaching).isEqualTo(1_000);
    assertThat(inbox.numbers()).hasSize(1_000).allMatch(number -> number % 3 == 1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void messagesWithoutAValuePassTheFilterWhenTheyAreWanted(boolean wanted) throws Exception {
    TrafficInbox inbox = new TrafficInbox();
    Traffic traffic = new Traffic();
    try (Bench<RabbitMqStreamBenchmarkDriver> bench =
        bench(
            "filter: {byKey: true, values: [red], matchUnfiltered: %s}\nstreams: {filterSize: 32}"
                .formatted(wanted))) {
      String topic = bench.topic(1);
      BenchmarkProducer producer = bench.producer(topic);
      for (String key : new String[] {"blue", null, "red"}) {
        for (int i = 0; i < 1_000; i++) {
          traffic.send(producer, key);
        }
        traffic.awaitSettled();
      }
      bench.consumer(topic, "sub", inbox);
      await().atMost(SETTLED).until(() -> inbox.numbers().contains(2_999L));
      JsonNode stream =
          cluster.management().get("queues/%2F/" + ManagementApi.segment(topic)).path("arguments");
      assertThat(stream.path("x-stream-filter-size-bytes").asInt()).isEqualTo(32);
    }
    assertThat(inbox.numbers().contains(1_500L)).isEqualTo(wanted);
    assertThat(inbox.numbers()).contains(2_000L).doesNotContain(500L);
  }

  @Test
  void aProbePassesTheFilterWithAnyKeyAndMessagesCarryTheSetInTurn() throws Exception {
    TrafficInbox inbox = new TrafficInbox();
    Traffic traffic = new Traffic();
    try (Bench<RabbitMqStreamBenchmarkDriver> bench =
        bench(
            "filter: {set: [blue, green], values: [red, green]}\n"
                + "batchSize: 1\ndynamicBatch: false")) {
      String topic = bench.topic(1);
      BenchmarkProducer producer = bench.producer(topic);
      bench.consumer(topic, "sub", inbox);
      for (int i = 0; i < 4; i++) {
        traffic.send(producer).join();
      }
      byte[] probe = ByteBuffer.allocate(64).putLong(99).array();
      ((ProbeSender) producer).sendProbeAsync(Optional.of("key"), probe).join();
      await().atMost(SETTLED).until(() -> inbox.numbers().contains(99L));
    }
    assertThat(inbox.numbers()).containsExactlyInAnyOrder(1L, 3L, 99L);
  }

  @Test
  void aCertificateLogsInWithoutAPassword() throws Exception {
    cluster.addUserOfTheCertificate();
    try (Bench<RabbitMqStreamBenchmarkDriver> bench =
        new Bench<>(new RabbitMqStreamBenchmarkDriver(), CertificateLogin.file(cluster))) {
      bench.assertDelivers(bench.topic(2), 100);
    }
  }

  /** RabbitMQ 3.10 ends connections that are given another token. */
  @Test
  void openConnectionsAreGivenTheNextToken() throws Exception {
    TrafficInbox inbox = new TrafficInbox();
    try (TokenServer tokens = new TokenServer(3, 10);
        Traffic traffic = new Traffic();
        Bench<RabbitMqStreamBenchmarkDriver> bench = benchWithTokens(tokens)) {
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
  void workersShareASubscriptionByDefault() throws Exception {
    Traffic settling = new Traffic();
    Traffic traffic = new Traffic();
    TrafficInbox here = new TrafficInbox();
    TrafficInbox there = new TrafficInbox();
    try (settling;
        Bench<RabbitMqStreamBenchmarkDriver> first = bench("");
        Bench<RabbitMqStreamBenchmarkDriver> second = bench("")) {
      String topic = first.topic(4);
      first.consumer(topic, "sub", here);
      first.consumer(topic, "sub", here);
      second.consumer(topic, "sub", there);
      BenchmarkProducer producer = first.producer(topic);
      settling.start(producer, 500);
      // The broker takes its time to give the second worker its part.
      await().atMost(SETTLED).until(() -> there.partitions().size() == 2);
      settling.stop();
      await().atMost(SETTLED).until(() -> containsAll(here, there, settling));
      here.forget();
      there.forget();
      traffic.send(producer, 4_000);
      await().atMost(SETTLED).until(() -> containsAll(here, there, traffic));
      traffic.awaitSettled();
    }
    assertThat(here.numbers().size() + there.numbers().size()).isEqualTo(4_000);
    assertThat(here.partitions()).hasSize(2).doesNotContainAnyElementsOf(there.partitions());
  }

  @Test
  @Tag("release")
  void producersBeyondTheThreadsOfDynamicBatchingPublishToo() throws Exception {
    Traffic traffic = new Traffic();
    TrafficInbox inbox = new TrafficInbox();
    try (Bench<RabbitMqStreamBenchmarkDriver> bench = bench("batchDelay: 10ms")) {
      String topic = bench.topic(3);
      bench.consumer(topic, "sub", inbox);
      BenchmarkProducer last = bench.producer(topic);
      for (int i = 0; i < 170; i++) {
        last = bench.producer(topic);
      }
      assertThat(bench.events())
          .filteredOn(event -> event.subject().equals("dynamicBatch"))
          .hasSize(1);
      traffic.send(last, 3_000);
      inbox.awaitDeliveries(3_000);
    }
    assertThat(traffic.failures()).isEmpty();
  }

  private static boolean containsAll(TrafficInbox here, TrafficInbox there, Traffic traffic) {
    return traffic.acknowledged().size() == traffic.sent()
        && traffic.acknowledged().stream()
            .allMatch(one -> here.numbers().contains(one) || there.numbers().contains(one));
  }

  @Test
  void aStreamOfOnePartitionIsReadByOneOfTwoWorkers() throws Exception {
    Traffic traffic = new Traffic();
    TrafficInbox here = new TrafficInbox();
    TrafficInbox there = new TrafficInbox();
    try (Bench<RabbitMqStreamBenchmarkDriver> first = bench("");
        Bench<RabbitMqStreamBenchmarkDriver> second = bench("")) {
      String topic = first.topic(1);
      AutoCloseable active = first.consumer(topic, "sub", here);
      second.consumer(topic, "sub", there);
      BenchmarkProducer producer = first.producer(topic);
      traffic.send(producer, 1_000);
      here.awaitDeliveries(1_000);
      active.close();
      traffic.send(producer, 500);
      await().atMost(SETTLED).until(() -> there.numbers().contains(1_499L));
    }
    assertThat(there.deliveries()).isBetween(500L, 1_000L);
  }
}
