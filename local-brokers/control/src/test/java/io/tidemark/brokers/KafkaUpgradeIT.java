package io.tidemark.brokers;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.brokers.cluster.LocalBrokersHome;
import io.tidemark.brokers.cluster.LocalCluster;
import io.tidemark.brokers.spec.LocalClusterSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.IntegerDeserializer;
import org.apache.kafka.common.serialization.IntegerSerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** Rolling upgrades of three real nodes under load. Earlier servers are installed by Maven. */
@Tag("release")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class KafkaUpgradeIT {
  private static final String TOPIC = "t";
  private static final Duration DEADLINE = Duration.ofSeconds(60);

  @TempDir Path state;

  private LocalCluster start(String version) {
    LocalBrokersHome home = LocalBrokersHome.ofBuild().withStateDirectory(state).installing(true);
    return LocalBrokers.start(
        LocalClusterSpec.of("kafka", 3).withVersion(version),
        home,
        DEADLINE,
        line -> LoggerFactory.getLogger(KafkaUpgradeIT.class).warn(line));
  }

  @ParameterizedTest
  @ValueSource(strings = {"4.2.1", "3.9.2"})
  void upgradesUnderLoadWithoutLoss(String from) throws Exception {
    try (LocalCluster cluster = start(from)) {
      assertThat(cluster.version()).isEqualTo(from);
      assertThat(log(cluster, 1)).contains("Kafka version: " + from);
      Map<String, Object> address =
          Map.of("bootstrap.servers", cluster.placeholders().get("bootstrap"));
      short levelBefore;
      try (Admin admin = Admin.create(address)) {
        admin.createTopics(List.of(new NewTopic(TOPIC, 3, (short) 3))).all().get();
        levelBefore = metadataLevel(admin);
      }
      AtomicBoolean stop = new AtomicBoolean();
      CompletableFuture<List<Integer>> sent =
          CompletableFuture.supplyAsync(() -> sendUntil(stop, address));
      String done;
      try {
        done =
            cluster
                .upgrade(LocalClusterSpec.of("kafka", 3).upgradedTo("4.3.1", Optional.empty()))
                .get();
      } finally {
        stop.set(true);
      }
      assertThat(done)
          .contains("node 1 has 4.3.1", "node 2 has 4.3.1", "node 3 has 4.3.1", "kafka-features");
      assertThat(cluster.version()).isEqualTo("4.3.1");
      for (int node = 1; node <= 3; node++) {
        assertThat(log(cluster, node)).contains("Kafka version: 4.3.1");
      }
      try (Admin admin = Admin.create(address)) {
        assertThat(metadataLevel(admin)).as("features stay").isEqualTo(levelBefore);
      }
      List<Integer> acknowledged = sent.get(60, TimeUnit.SECONDS);
      assertThat(acknowledged).isNotEmpty();
      assertThat(received(address)).as("nothing is lost").containsAll(acknowledged);
    }
  }

  private static short metadataLevel(Admin admin) throws Exception {
    return admin
        .describeFeatures()
        .featureMetadata()
        .get()
        .finalizedFeatures()
        .get("metadata.version")
        .maxVersionLevel();
  }

  private static String log(LocalCluster cluster, int node) throws IOException {
    return Files.readString(cluster.nodes().get(node - 1).logFile());
  }

  /** One message every few milliseconds; those that were acknowledged. */
  private static List<Integer> sendUntil(AtomicBoolean stop, Map<String, Object> address) {
    Map<String, Object> settings = new HashMap<>(address);
    settings.put("acks", "all");
    List<Integer> acknowledged = Collections.synchronizedList(new ArrayList<>());
    try (KafkaProducer<Integer, Integer> producer =
        new KafkaProducer<>(settings, new IntegerSerializer(), new IntegerSerializer())) {
      for (int i = 0; !stop.get(); i++) {
        int number = i;
        producer.send(
            new ProducerRecord<>(TOPIC, number, number),
            (metadata, failure) -> {
              if (failure == null) {
                acknowledged.add(number);
              }
            });
        TimeUnit.MILLISECONDS.sleep(2);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return List.copyOf(acknowledged);
  }

  private static TreeSet<Integer> received(Map<String, Object> address) {
    TreeSet<Integer> received = new TreeSet<>();
    try (KafkaConsumer<Integer, Integer> consumer =
        new KafkaConsumer<>(address, new IntegerDeserializer(), new IntegerDeserializer())) {
      List<TopicPartition> partitions =
          List.of(
              new TopicPartition(TOPIC, 0),
              new TopicPartition(TOPIC, 1),
              new TopicPartition(TOPIC, 2));
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      while (ends.entrySet().stream()
          .anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
        consumer.poll(Duration.ofMillis(200)).forEach(record -> received.add(record.value()));
      }
    }
    return received;
  }
}
