package io.tidemark.driver.kafka.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.brokers.spec.LocalClusterSpec;
import io.tidemark.driver.kafka.ReceivedRecords;
import io.tidemark.driver.kafka.SharedCluster;
import io.tidemark.driver.kafka.WithKafkaDriver;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Levels of features: the version's own on three nodes, and others on one. */
@Timeout(180)
class KafkaFeaturesIT extends WithKafkaDriver {
  private static final Duration DEADLINE = Duration.ofSeconds(60);

  @RegisterExtension static final SharedCluster cluster = SharedCluster.THREE_NODES;

  @RegisterExtension
  static final SharedCluster older =
      SharedCluster.of(
          LocalClusterSpec.of("kafka", 1)
              .withOption("features", "transaction.version=1, eligible.leader.replicas.version=0"));

  @Test
  void levelsThatAreInEffectAreFacts() throws Exception {
    start(cluster, "");
    assertThat(driver.brokerFacts())
        .containsEntry("feature.transaction.version", "2")
        .containsEntry("feature.eligible.leader.replicas.version", "1")
        .containsKey("feature.metadata.version");
  }

  @Test
  void localNodesHaveTheLevelsOfTheFileAndTransactionsWork() throws Exception {
    start(
        older,
        "producerConfig: {transactional.id: t}\nconsumerConfig: {isolation.level: read_committed}");
    assertThat(driver.brokerFacts())
        .containsEntry("feature.transaction.version", "1")
        .doesNotContainKey("feature.eligible.leader.replicas.version");
    driver.createTopic(topic, 1).join();
    ReceivedRecords received = new ReceivedRecords();
    driver.createConsumer(topic, "sub-" + topic, received).join();
    BenchmarkProducer producer = driver.createProducer(topic).join();
    sendEach(producer, 0, 20);
    await().atMost(DEADLINE).until(() -> received.texts.size() == 20);
  }

  /** With all three replicas required, the loss of one makes it eligible outside of the ISR. */
  @Test
  void aReplicaThatLeftAnInSyncSetBelowTheMinimumIsAnEligibleLeader() throws Exception {
    start(cluster, "topicConfig: {min.insync.replicas: 3}\nreplicationFactor: 3");
    driver.createTopic(topic, 2).join();
    driver.createProducer(topic).join();
    assertThat(reading("topicEligibleLeaderReplicas")).contains(0.0);

    cluster.brokers().kill(3);
    try {
      await()
          .atMost(DEADLINE)
          .until(() -> reading("topicEligibleLeaderReplicas").equals(Optional.of(2.0)));
    } finally {
      cluster.brokers().restart(3);
    }

    await()
        .atMost(DEADLINE)
        .until(() -> reading("topicEligibleLeaderReplicas").equals(Optional.of(0.0)));
  }

  private void start(SharedCluster of, String yaml) throws Exception {
    String file = "commonConfig: bootstrap.servers=%s\n%s\n".formatted(of.bootstrap(), yaml);
    initialize(file);
  }
}
