package io.tidemark.driver.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.apache.bookkeeper.stats.NullStatsLogger;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A consumer whose connections are cut just before it is closed. */
@Timeout(120)
class KafkaLostConnectionsIT {
  @RegisterExtension static final SharedCluster cluster = SharedCluster.PROXIED_NODE;

  @TempDir Path directory;

  @Test
  void aClosedConsumerIsNoMemberOfItsGroup() throws Exception {
    Path file =
        Files.writeString(
            directory.resolve("driver.yaml"),
            """
            replicationFactor: 1
            commonConfig: {bootstrap.servers: '%s'}
            consumerConfig: {enable.auto.commit: false}
            """
                .formatted(cluster.bootstrap()));
    String topic = "test-topic-0000000-" + UUID.randomUUID().toString().substring(0, 7);
    KafkaBenchmarkDriver driver = new KafkaBenchmarkDriver();
    try {
      driver.initialize(file.toFile(), NullStatsLogger.INSTANCE);
      driver.createTopic(topic, 1).join();
      BenchmarkConsumer consumer =
          driver.createConsumer(topic, "sub-" + topic, new ReceivedRecords()).join();

      cluster.brokers().partition(1);
      cluster.brokers().resetConnections(1);
      cluster.brokers().heal(1);
      consumer.close();

      assertThat(members("sub-" + topic)).isZero();
      driver.deleteTopics(List.of(topic)).join();
    } finally {
      driver.close();
    }
  }

  private static int members(String group) throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", cluster.bootstrap()))) {
      return admin
          .describeConsumerGroups(List.of(group))
          .all()
          .get(30, TimeUnit.SECONDS)
          .get(group)
          .members()
          .size();
    }
  }
}
