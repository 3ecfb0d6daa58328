package io.tidemark.driver.rabbitmq.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.rabbitmq.Bench;
import io.tidemark.driver.rabbitmq.Traffic;
import io.tidemark.driver.rabbitmq.TrafficInbox;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the options of consumers do; one node is enough to see it. */
class StreamConsumingIT extends OneStreamNode {
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
}
