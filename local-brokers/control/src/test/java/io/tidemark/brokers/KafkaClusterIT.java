package io.tidemark.brokers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tidemark.brokers.cluster.LocalBrokersHome;
import io.tidemark.brokers.cluster.LocalCluster;
import io.tidemark.brokers.process.CpuLimitTest;
import io.tidemark.brokers.process.LocalNode;
import io.tidemark.brokers.process.ProcessIdentity;
import io.tidemark.brokers.spec.LocalClusterSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

@Tag("release")
class KafkaClusterIT {
  private static final Duration DEADLINE = Duration.ofSeconds(60);
  @TempDir Path state;

  @Test
  void aNodeWithOneCpuSurvivesAKillARestartAndAFreezeAndLeavesNothingBehind() throws Exception {
    LocalBrokersHome home = LocalBrokersHome.ofBuild().withStateDirectory(state);
    // Later modules' tests start their brokers faster for it.
    new KafkaArchiveWriter(home, line -> {}).make();
    LocalCluster cluster =
        LocalBrokers.start(
            LocalClusterSpec.of("kafka", 1).withOption("cpus", "1"),
            home,
            DEADLINE,
            line -> LoggerFactory.getLogger(KafkaClusterIT.class).warn(line));
    List<ProcessIdentity> processes = new ArrayList<>(processesOf(cluster));
    try (cluster) {
      assertThat(cluster.kind()).isEqualTo("kafka");
      Path node = cluster.nodes().get(0).logFile().getParent();
      assertThat(CpuLimitTest.cpusOf(processes.get(0).pid(), node)).isEqualTo(1);
      assertThatIllegalArgumentException()
          .isThrownBy(() -> cluster.kill(2))
          .withMessageContaining("1 to 1");
      createTopic(cluster, "t", 1);
      send(cluster, "t", "before");
      cluster.kill(1);
      assertThat(states(cluster)).containsExactly(LocalNode.State.DOWN);
      cluster.restart(1);
      cluster.freeze(1);
      assertThat(states(cluster)).containsExactly(LocalNode.State.FROZEN);
      cluster.resume(1);
      assertThat(states(cluster)).containsExactly(LocalNode.State.UP);
      send(cluster, "t", "after");
      assertThat(receive(cluster, "t", 2)).containsExactly("before", "after");
      processes.addAll(processesOf(cluster));
    }
    assertThat(processes).hasSize(2).noneMatch(ProcessIdentity::isAlive);
    assertThat(state).isEmptyDirectory();
  }

  private static List<LocalNode.State> states(LocalCluster cluster) {
    return cluster.nodes().stream().map(LocalNode::state).toList();
  }

  private static List<ProcessIdentity> processesOf(LocalCluster cluster) {
    return cluster.nodes().stream()
        .map(node -> ProcessIdentity.of(node.pid().getAsLong()).orElseThrow())
        .toList();
  }

  private static void createTopic(LocalCluster cluster, String topic, int replicas)
      throws Exception {
    try (Admin admin =
        Admin.create(Map.of("bootstrap.servers", cluster.placeholders().get("bootstrap")))) {
      admin
          .createTopics(List.of(new NewTopic(topic, 1, (short) replicas)))
          .all()
          .get(30, TimeUnit.SECONDS);
    }
  }

  private static void send(LocalCluster cluster, String topic, String... values) throws Exception {
    Map<String, Object> settings =
        Map.of("bootstrap.servers", cluster.placeholders().get("bootstrap"), "acks", "all");
    try (KafkaProducer<String, String> producer =
        new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
      for (String value : values) {
        producer.send(new ProducerRecord<>(topic, value)).get(30, TimeUnit.SECONDS);
      }
    }
  }

  private static List<String> receive(LocalCluster cluster, String topic, int count) {
    Map<String, Object> settings =
        Map.of(
            "bootstrap.servers",
            cluster.placeholders().get("bootstrap"),
            "group.id",
            "g",
            "auto.offset.reset",
            "earliest");
    List<String> received = new ArrayList<>();
    try (KafkaConsumer<String, String> consumer =
        new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
      consumer.subscribe(List.of(topic));
      Awaitility.await("messages of " + topic)
          .atMost(Duration.ofSeconds(30))
          .until(
              () -> {
                consumer
                    .poll(Duration.ofMillis(200))
                    .forEach(record -> received.add(record.value()));
                return received.size() >= count;
              });
    }
    return received;
  }
}
