package io.tidemark.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * A Kafka of one node that {@code bin/brokers up kafka} has started, outside of all runs.
 *
 * @param bootstrap address of the node
 */
record StartedKafka(String bootstrap) {

  /** Starts it; the state of the command is in the folder. */
  static StartedKafka in(Path folder) throws IOException, InterruptedException {
    try (TidemarkProcess up = TidemarkProcess.run(folder, "brokers", "up", "kafka")) {
      assertThat(up.waitFor()).as(up.output()).isZero();
      Matcher address = Pattern.compile("127\\.0\\.0\\.1:\\d+").matcher(up.output());
      assertThat(address.find()).as(up.output()).isTrue();
      return new StartedKafka(address.group());
    }
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

  /** Stops it, also if it did not start as a whole. */
  static void stop(Path folder) throws IOException, InterruptedException {
    TidemarkProcess.run(folder, "brokers", "down").close();
  }
}
