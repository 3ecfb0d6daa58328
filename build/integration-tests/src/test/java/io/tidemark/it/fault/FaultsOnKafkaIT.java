package io.tidemark.it.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

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
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Frozen nodes: the leader of a partition, for longer than the controller waits for it. */
class FaultsOnKafkaIT {
  /** Metadata is refreshed and connections are given up at times that differ between clients. */
  private static final double TOLERANCE_SECONDS = 5;

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
  void aFrozenLeaderLosesNothingAndTheOutageIsThatOfAnObserver() throws Exception {
    Path workload = FaultRuns.workload(folder, "frozen-leader", "freeze: leader, duration: 8s");
    List<Observer> observers = new ArrayList<>();
    try (TidemarkProcess run =
        FaultRuns.start(folder, "driver-kafka-strimzi/local.yaml", workload)) {
      String bootstrap = String.join(",", FaultRuns.brokers(run));
      create(bootstrap);
      for (int partition = 0; partition < 3; partition++) {
        observers.add(observer(bootstrap, partition));
      }
      JsonNode fault = FaultRuns.fault(folder, run);
      int frozen = fault.requiredAt("/nodes/0").asInt();
      double gap = observers.get(frozen - 1).longestGapSeconds();
      assertThat(FaultRuns.silence(fault))
          .as("observed %.2f s; %s", gap, fault)
          .isPositive()
          .isCloseTo(gap, within(TOLERANCE_SECONDS));
    } finally {
      for (Observer observer : observers) {
        observer.close();
      }
    }
  }

  /** SIGSTOP of a node outlives the process that sent it, but the node must not. */
  @Test
  void aBenchmarkThatIsKilledWhileANodeIsFrozenLeavesNothing() throws Exception {
    Path workload = FaultRuns.workload(folder, "killed", "freeze: 1, duration: 5m");
    try (TidemarkProcess run =
        FaultRuns.start(folder, "driver-kafka-strimzi/local-1node.yaml", workload)) {
      run.awaitOutput("FAULT_INJECTED");
      assertThat(nodes()).isNotEmpty();
      run.signal("KILL");
      Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> nodes().isEmpty());
    }
  }

  /** Of the clusters of this test. */
  private List<ProcessHandle> nodes() {
    return ProcessHandle.allProcesses()
        .filter(each -> each.info().commandLine().orElse("").contains(folder + "/state"))
        .filter(each -> each.info().command().orElse("").endsWith("java"))
        .toList();
  }
}
