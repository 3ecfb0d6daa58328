package io.tidemark.driver.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkDriver.ConsumerInfo;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Partitions without a group's assignment, and properties of groups. */
@Timeout(120)
class KafkaAssignedIT extends WithKafkaDriver {
  private static final Duration DEADLINE = Duration.ofSeconds(60);

  @RegisterExtension static final SharedCluster cluster = SharedCluster.PROXIED_NODE;

  private final String subscription = "sub-" + topic;

  @Test
  void consumersThatAreCreatedTogetherDivideThePartitions() throws Exception {
    start("consumer: assigned\nconsumerConfig: {enable.auto.commit: false}", 5);
    List<ReceivedRecords> received = List.of(new ReceivedRecords(), new ReceivedRecords());
    List<BenchmarkConsumer> consumers = createTogether(received);
    BenchmarkProducer producer = driver.createProducer(topic).join();

    send(producer, 0, 200);

    await().atMost(DEADLINE).until(() -> texts(received).size() >= 200);
    assertThat(texts(received)).containsExactlyInAnyOrderElementsOf(numbers(0, 200));
    assertThat(partitions(received.get(0))).isSubsetOf(0, 2, 4);
    assertThat(partitions(received.get(1))).isSubsetOf(1, 3);
    assertThat(cluster.members(subscription)).isZero();

    assertThatThrownBy(
            () -> driver.createConsumer(topic, subscription, new ReceivedRecords()).join())
        .hasMessageContaining("all partitions of topic " + topic + " are assigned");

    consumers.get(1).close();
    ReceivedRecords next = new ReceivedRecords();
    driver.createConsumer(topic, subscription, next).join();
    send(producer, 200, 300);
    List<ReceivedRecords> all = List.of(received.get(0), received.get(1), next);
    await().atMost(DEADLINE).until(() -> texts(all).size() >= 300);
    assertThat(texts(all)).containsExactlyInAnyOrderElementsOf(numbers(0, 300));
    assertThat(partitions(next)).isSubsetOf(1, 3);
  }

  @Test
  void aConsumerWithoutPartitionsIsCreatedToo() throws Exception {
    start("consumer: assigned", 1);
    List<ReceivedRecords> received = List.of(new ReceivedRecords(), new ReceivedRecords());
    createTogether(received);

    send(driver.createProducer(topic).join(), 0, 50);

    await().atMost(DEADLINE).until(() -> texts(received).size() >= 50);
    assertThat(received.get(1).texts).isEmpty();
    assertThat(received.get(1).failures).isEmpty();
  }

  @Test
  void propertiesOfAGroupAreSetInTheCluster() throws Exception {
    start(
        "groupConfig: {consumer.session.timeout.ms: 51000}\n"
            + "consumerConfig: {group.protocol: consumer}",
        1);

    driver.createConsumer(topic, subscription, new ReceivedRecords()).join();

    ConfigResource resource = new ConfigResource(ConfigResource.Type.GROUP, subscription);
    try (Admin admin = cluster.admin()) {
      assertThat(
              admin
                  .describeConfigs(List.of(resource))
                  .all()
                  .get(30, TimeUnit.SECONDS)
                  .get(resource)
                  .get("consumer.session.timeout.ms")
                  .value())
          .isEqualTo("51000");
    }
  }

  private List<BenchmarkConsumer> createTogether(List<ReceivedRecords> received) {
    List<ConsumerInfo> infos = new ArrayList<>();
    for (ReceivedRecords each : received) {
      infos.add(new ConsumerInfo(infos.size(), topic, subscription, each));
    }
    return driver.createConsumers(infos).join();
  }

  private static List<String> texts(List<ReceivedRecords> received) {
    return received.stream().flatMap(each -> each.texts.stream()).toList();
  }

  private static Set<Integer> partitions(ReceivedRecords received) {
    Set<Integer> partitions = new HashSet<>();
    received.partitionsByText.values().forEach(partitions::addAll);
    return partitions;
  }

  private void start(String yaml, int partitions) throws Exception {
    String file =
        "replicationFactor: 1\ncommonConfig: bootstrap.servers=%s\n%s\n"
            .formatted(cluster.bootstrap(), yaml);
    initialize(file);
    driver.createTopic(topic, partitions).join();
  }

  /** Each with a key, so that they are distributed over all partitions. */
  private static void send(BenchmarkProducer producer, int from, int to) throws Exception {
    for (String text : numbers(from, to)) {
      producer.sendAsync(Optional.of(text), text.getBytes(UTF_8)).get(60, TimeUnit.SECONDS);
    }
  }
}
