package io.tidemark.driver.kafka.cluster;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import io.openmessaging.benchmark.driver.BenchmarkDriver.TopicInfo;
import io.tidemark.driver.kafka.SharedCluster;
import io.tidemark.driver.kafka.config.KafkaConfiguration;
import io.tidemark.driver.settings.SettingValues;
import io.tidemark.driver.telemetry.TelemetryReading;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a reading of many topics asks of a real node. */
@Timeout(120)
class KafkaTelemetryIT {
  private static final Duration DEADLINE = Duration.ofSeconds(60);

  @RegisterExtension static final SharedCluster cluster = SharedCluster.PROXIED_NODE;

  private final List<String> asked = new ArrayList<>();

  @Test
  void threeCallsReadTheLagsOfAllTopicsAndGroups() throws Exception {
    Map<String, Object> address = Map.of("bootstrap.servers", cluster.bootstrap());
    try (Admin admin = Admin.create(address)) {
      assertReading(counted(admin), address);
    }
  }

  private void assertReading(Admin admin, Map<String, Object> address) throws Exception {
    KafkaGroups groups = new KafkaGroups(admin, DEADLINE);
    KafkaTopics topics = new KafkaTopics(admin, configuration());
    KafkaTelemetry telemetry = new KafkaTelemetry(topics, groups);
    List<String> names = IntStream.range(0, 20).mapToObj(i -> "topic-" + i).toList();
    topics.create(names.stream().map(name -> new TopicInfo(name, 3)).toList());
    for (String name : names) {
      for (String group : List.of("a-" + name, "b-" + name)) {
        groups.createAtEnd(group, name, 3);
        telemetry.uses(name, group);
      }
    }
    send(address, "topic-7", 5);
    asked.clear();

    List<TelemetryReading> readings = telemetry.read();

    assertThat(asked)
        .containsExactlyInAnyOrder("describeTopics", "listOffsets", "listConsumerGroupOffsets");
    assertThat(readings.stream().collect(groupingBy(TelemetryReading::name, counting())))
        .isEqualTo(
            Map.of(
                "topicUnderReplicatedPartitions", 20L,
                "topicLeaderlessPartitions", 20L,
                "topicEligibleLeaderReplicas", 20L,
                "subscriptionLagMessages", 40L));
    assertThat(readings)
        .filteredOn(reading -> reading.name().equals("subscriptionLagMessages"))
        .filteredOn(reading -> reading.value() != 0)
        .extracting(reading -> reading.subject() + " " + (long) reading.value())
        .containsExactlyInAnyOrder("topic-7/a-topic-7 5", "topic-7/b-topic-7 5");
  }

  private static KafkaConfiguration configuration() {
    return KafkaConfiguration.of(new SettingValues("file", Map.of("replicationFactor", 1)));
  }

  private static void send(Map<String, Object> address, String topic, int messages)
      throws Exception {
    try (KafkaProducer<String, byte[]> producer =
        new KafkaProducer<>(address, new StringSerializer(), new ByteArraySerializer())) {
      for (int i = 0; i < messages; i++) {
        producer.send(new ProducerRecord<>(topic, new byte[1])).get();
      }
    }
  }

  private Admin counted(Admin admin) {
    return (Admin)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {Admin.class},
            (proxy, method, arguments) -> {
              asked.add(method.getName());
              try {
                return method.invoke(admin, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
