package io.tidemark.it;

import io.tidemark.brokers.LocalBrokers;
import io.tidemark.brokers.cluster.LocalBrokersHome;
import io.tidemark.brokers.cluster.LocalCluster;
import io.tidemark.brokers.spec.LocalClusterSpec;
import io.tidemark.report.file.ResultFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * A Kafka of one node for all classes that hurt no broker and have topics of their own; it ends
 * with this JVM, also if that is killed.
 *
 * @param bootstrap address of the node
 * @param state folder that the command line of the node names
 */
record StartedKafka(String bootstrap, Path state) {
  private static final class Shared {
    static final StartedKafka NODE = start();
  }

  /** Started by the first who asks. */
  static StartedKafka shared() {
    return Shared.NODE;
  }

  private static StartedKafka start() {
    try {
      Path state = Files.createTempDirectory("kafka");
      LocalCluster cluster =
          LocalBrokers.start(
              LocalClusterSpec.of("kafka", 1),
              LocalBrokersHome.ofBuild().withStateDirectory(state),
              Duration.ofMinutes(3),
              line -> {});
      Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(cluster, state)));
      return new StartedKafka(cluster.placeholders().get("bootstrap"), state);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void stop(LocalCluster cluster, Path state) {
    cluster.close();
    try {
      ResultFiles.delete(state);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A driver file for it, with more lines. */
  Path driver(Path folder, String name, String more) throws IOException {
    return Files.writeString(
        folder.resolve(name + "-driver.yaml"),
        """
        name: %s
        driverClass: io.tidemark.driver.kafka.KafkaBenchmarkDriver
        replicationFactor: 1
        commonConfig: {bootstrap.servers: "%s"}
        """
                .formatted(name, bootstrap)
            + more);
  }

  Admin admin() {
    return Admin.create(Map.<String, Object>of("bootstrap.servers", bootstrap));
  }

  void createTopics(int partitions, String... names)
      throws ExecutionException, InterruptedException {
    short copies = 1;
    try (Admin admin = admin()) {
      admin
          .createTopics(
              Stream.of(names).map(name -> new NewTopic(name, partitions, copies)).toList())
          .all()
          .get();
    }
  }

  /** All messages of a topic with one partition, as another program reads them. */
  List<ConsumerRecord<byte[], byte[]>> records(String topic) {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", bootstrap),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      TopicPartition partition = new TopicPartition(topic, 0);
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      long end = consumer.endOffsets(List.of(partition)).get(partition);
      while (consumer.position(partition) < end) {
        consumer.poll(Duration.ofSeconds(1)).forEach(records::add);
      }
    }
    return records;
  }
}
