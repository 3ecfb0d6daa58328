package io.tidemark.brokers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.brokers.cluster.LocalBrokersHome;
import io.tidemark.brokers.cluster.LocalCluster;
import io.tidemark.brokers.process.LocalBrokerException;
import io.tidemark.brokers.process.LocalNode;
import io.tidemark.brokers.spec.LocalClusterSpec;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.serialization.StringSerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Faults of the network on a real cluster of three nodes; those of one node are tried by the
 * conformance tests of the driver.
 */
@Tag("release")
class ProxiedKafkaIT {
  private static final Logger LOG = LoggerFactory.getLogger(ProxiedKafkaIT.class);
  private static final Duration DEADLINE = Duration.ofSeconds(60);
  private static final Duration LATENCY = Duration.ofMillis(60);
  private static final String TOPIC = "t";
  @TempDir static Path state;
  private static LocalCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    LocalBrokersHome home = LocalBrokersHome.ofBuild().withStateDirectory(state);
    cluster =
        LocalBrokers.start(
            LocalClusterSpec.of("kafka", 3).withOption("proxy", "true"), home, DEADLINE, LOG::warn);
    try (Admin admin = admin(cluster.placeholders().get("bootstrap"))) {
      admin
          .createTopics(List.of(new NewTopic(TOPIC, 1, (short) 3)))
          .all()
          .get(30, TimeUnit.SECONDS);
    }
  }

  @AfterAll
  static void stop() {
    cluster.close();
    assertThat(state).isEmptyDirectory();
  }

  @Test
  void aPartitionedLeaderIsReplacedAndCatchesUpAfterwards() throws Exception {
    assertThat(cluster.proxied()).isTrue();
    send("before");
    int old = partition(others(0)).leader().id();
    cluster.partition(old);
    Awaitility.await("another leader than " + old)
        .atMost(DEADLINE)
        .ignoreExceptions()
        .until(
            () -> {
              TopicPartitionInfo now = partition(others(old));
              return now.leader() != null && now.leader().id() != old && now.isr().size() == 2;
            });
    send("by the others");
    assertThatThrownBy(() -> partition(List.of(cluster.nodes().get(old - 1).address())))
        .as("the answer of the partitioned node")
        .isInstanceOf(ExecutionException.class);
    assertThatThrownBy(() -> cluster.restart(old))
        .isInstanceOf(LocalBrokerException.class)
        .hasMessageContaining("heal it first");

    cluster.heal(old);
    Awaitility.await("all replicas in sync")
        .atMost(DEADLINE)
        .ignoreExceptions()
        .until(() -> partition(others(0)).isr().size() == 3);
    send("by all");
  }

  @Test
  void latencyAndResetsReachTheClientsOfOneNode() throws Exception {
    try (KafkaProducer<String, String> producer = producer()) {
      // The leader may change between the question and the message.
      Awaitility.await("a message that is delayed on both ways")
          .atMost(DEADLINE)
          .until(() -> delayed(producer).compareTo(LATENCY.multipliedBy(2)) >= 0);
    }
    int leader = partition(others(0)).leader().id();
    String[] address = cluster.nodes().get(leader - 1).address().split(":", 2);
    try (Socket client = new Socket(address[0], Integer.parseInt(address[1]))) {
      client.setSoTimeout((int) DEADLINE.toMillis());
      cluster.resetConnections(leader);
      assertThatThrownBy(() -> client.getInputStream().read())
          .isInstanceOf(IOException.class)
          .hasMessageContaining("reset");
    }
    send("after the reset");
  }

  /** How long a message takes while the leader is delayed. */
  private Duration delayed(KafkaProducer<String, String> producer) throws Exception {
    int leader = partition(others(0)).leader().id();
    producer.send(new ProducerRecord<>(TOPIC, "warm")).get(30, TimeUnit.SECONDS);
    cluster.delay(leader, LATENCY, Duration.ofMillis(5));
    long start = System.nanoTime();
    producer.send(new ProducerRecord<>(TOPIC, "slow")).get(30, TimeUnit.SECONDS);
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    cluster.heal(leader);
    return took;
  }

  /** Addresses of all nodes but one. */
  private List<String> others(int excluded) {
    return cluster.nodes().stream()
        .filter(node -> node.number() != excluded)
        .map(LocalNode::address)
        .toList();
  }

  private static TopicPartitionInfo partition(List<String> addresses) throws Exception {
    try (Admin admin = admin(String.join(",", addresses))) {
      return admin
          .describeTopics(List.of(TOPIC))
          .allTopicNames()
          .get(30, TimeUnit.SECONDS)
          .get(TOPIC)
          .partitions()
          .get(0);
    }
  }

  private static Admin admin(String bootstrap) {
    return Admin.create(
        Map.of(
            "bootstrap.servers",
            bootstrap,
            "default.api.timeout.ms",
            "5000",
            "request.timeout.ms",
            "2000"));
  }

  private KafkaProducer<String, String> producer() {
    return new KafkaProducer<>(
        Map.of(
            "bootstrap.servers",
            cluster.placeholders().get("bootstrap"),
            "acks",
            "all",
            "request.timeout.ms",
            "3000"),
        new StringSerializer(),
        new StringSerializer());
  }

  private void send(String value) throws Exception {
    try (KafkaProducer<String, String> producer = producer()) {
      producer.send(new ProducerRecord<>(TOPIC, value)).get(60, TimeUnit.SECONDS);
    }
  }
}
