package io.tidemark.driver.rabbitmq.stream;

import static io.tidemark.driver.rabbitmq.Bench.assertCloses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.rabbitmq.Bench;
import io.tidemark.driver.rabbitmq.Traffic;
import io.tidemark.driver.rabbitmq.TrafficInbox;
import java.time.Instant;
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
      cluster.whileFrozen(() -> assertCloses(consumer));
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
      // The broker activates a single active consumer later, and it begins there.
      String alone = offset.equals("next") ? "\nsingleActiveConsumer: false" : "";
      try (Bench<RabbitMqStreamBenchmarkDriver> reading = bench("offset: " + wanted + alone)) {
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
