package io.tidemark.it.fault;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.it.TidemarkProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The leader of a partition is frozen, for longer than the controller waits for it; in a second run
 * it is killed.
 */
@Tag("alone") // build/integration-tests/pom.xml
class FaultsOnKafkaIT {
  private static final String TOPIC = "observed";

  @TempDir Path folder;

  /** Partition n has its leader on node n + 1. */
  private static void create(String bootstrap) throws Exception {
    try (Admin admin = Admin.create(Map.<String, Object>of("bootstrap.servers", bootstrap))) {
      Map<Integer, List<Integer>> replicas =
          Map.of(0, List.of(1, 2, 3), 1, List.of(2, 3, 1), 2, List.of(3, 1, 2));
      admin.createTopics(List.of(new NewTopic(TOPIC, replicas))).all().get();
    }
  }

  private static Observer observer(String bootstrap, int partition) {
    KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.<String, Object>of("bootstrap.servers", bootstrap, "acks", "all"),
            new ByteArraySerializer(),
            new ByteArraySerializer());
    return new Observer(
        TOPIC + "-" + partition,
        new Observer.Publisher() {
          @Override
          public void publish() throws Exception {
            producer.send(new ProducerRecord<>(TOPIC, partition, null, new byte[10])).get();
          }

          @Override
          public void close() {
            producer.close(Duration.ofSeconds(2));
          }
        });
  }

  @Test
  void aFrozenOrKilledLeaderLosesNothingAndTheOutageIsThatOfAnObserver() throws Exception {
    Path frozen = FaultRuns.workload(folder, "frozen-leader", "freeze: leader, duration: 8s");
    Path killed =
        FaultRuns.workload(folder, "killed-leader", "kill: leader, leaderOf: '*-0', duration: 3s");
    List<Observer> observers = new ArrayList<>();
    try (TidemarkProcess run =
        FaultRuns.start(folder, "driver-kafka-strimzi/local.yaml", frozen, killed)) {
      String bootstrap = String.join(",", FaultRuns.brokers(run));
      create(bootstrap);
      for (int partition = 0; partition < 3; partition++) {
        observers.add(observer(bootstrap, partition));
      }
      JsonNode first = FaultRuns.awaitResults(folder, 1).get(0);
      JsonNode freeze = FaultRuns.fault(first, run);
      int node = freeze.requiredAt("/nodes/0").asInt();
      FaultRuns.assertOutage(first, freeze, observers.get(node - 1));
      FaultRuns.assertLeadersChanged(freeze);

      assertThat(run.waitFor()).as(run.output()).isZero();
      JsonNode second = FaultRuns.awaitResults(folder, 2).get(1);
      JsonNode kill = FaultRuns.fault(second, run);
      assertThat(FaultRuns.silence(kill)).isPositive();
      FaultRuns.assertLeadersChanged(kill);
      FaultRuns.assertObjectivesMet(second);
    } finally {
      for (Observer observer : observers) {
        observer.close();
      }
    }
  }
}
