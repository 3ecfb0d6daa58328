package io.tidemark.driver.rabbitmq.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.driver.rabbitmq.Bench;
import io.tidemark.driver.rabbitmq.ManagementApi;
import io.tidemark.driver.rabbitmq.TestCluster;
import io.tidemark.driver.rabbitmq.Traffic;
import io.tidemark.driver.rabbitmq.TrafficInbox;
import java.io.File;
import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("release")
class StreamOptions310IT extends StreamOptionsContract {
  @RegisterExtension static final TestCluster cluster = OneStreamNode.CLUSTER_310;

  StreamOptions310IT() {
    super(cluster);
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
  void saysWhichBrokersTakeCertificatesWhereThisOneDoesNot() throws Exception {
    File file = CertificateLogin.file(cluster);
    cluster.addUserOfTheCertificate();
    assertThatThrownBy(() -> new Bench<>(new RabbitMqStreamBenchmarkDriver(), file))
        .hasMessageContaining("streams support certificates from RabbitMQ 3.11.19 and 3.12.1");
  }
}
