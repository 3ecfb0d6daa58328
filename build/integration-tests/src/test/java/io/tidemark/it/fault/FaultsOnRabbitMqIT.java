package io.tidemark.it.fault;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import io.tidemark.it.TidemarkProcess;
import io.tidemark.it.WorkloadFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The leader of a quorum queue is killed; in a second run the network has faults; the third one is
 * the lost broker of S9; in the fourth one publishers are blocked and all nodes are restarted.
 */
class FaultsOnRabbitMqIT {
  @TempDir Path folder;

  /** A quorum queue with its leader on a node, to which a client of another node publishes. */
  private static Observer observer(List<String> nodes, int leader) throws Exception {
    String queue = "observed-" + leader;
    try (Connection connection = connect(nodes.get(leader));
        Channel channel = connection.createChannel()) {
      channel.queueDeclare(
          queue,
          true,
          false,
          false,
          Map.of("x-queue-type", "quorum", "x-queue-leader-locator", "client-local"));
    }
    Connection connection = connect(nodes.get((leader + 1) % nodes.size()));
    Channel channel = connection.createChannel();
    channel.confirmSelect();
    return new Observer(
        queue,
        new Observer.Publisher() {
          @Override
          public void publish() throws Exception {
            channel.basicPublish("", queue, null, new byte[10]);
            channel.waitForConfirmsOrDie(30_000);
          }

          @Override
          public void close() throws Exception {
            connection.abort(1_000);
          }
        });
  }

  private static Connection connect(String address) throws Exception {
    ConnectionFactory factory = new ConnectionFactory();
    factory.setHost(address.substring(0, address.indexOf(':')));
    factory.setPort(Integer.parseInt(address.substring(address.indexOf(':') + 1)));
    return factory.newConnection();
  }

  @Test
  void aKilledLeaderLosesNothingAndTheOutageIsThatOfAnObserver() throws Exception {
    Path workload = FaultRuns.workload(folder, "killed-leader", "kill: leader, duration: 3s");
    List<Observer> observers = new ArrayList<>();
    try (TidemarkProcess run =
        FaultRuns.start(
            folder, proxied().toString(), workload, networkFaults(), lostBroker(), blocked())) {
      List<String> nodes = FaultRuns.brokers(run);
      for (int node = 0; node < nodes.size(); node++) {
        observers.add(observer(nodes, node));
      }
      JsonNode result = FaultRuns.awaitResults(folder, 1).get(0);
      JsonNode fault = FaultRuns.fault(result, run);
      int killed = fault.requiredAt("/nodes/0").asInt();
      FaultRuns.assertOutage(result, fault, observers.get(killed - 1));
      closeAll(observers);
      assertNetworkFaults(FaultRuns.awaitResults(folder, 2).get(1));
      run.waitFor(); // A broker may recover late on a busy machine, which misses an objective.
      List<JsonNode> results = FaultRuns.awaitResults(folder, 4);
      assertLostBroker(results.get(2), run.output());
      assertBlocked(results.get(3));
    } finally {
      closeAll(observers);
    }
  }

  private static void closeAll(List<Observer> observers) throws Exception {
    for (Observer observer : observers) {
      observer.close();
    }
    observers.clear();
  }

  /** local.yaml with proxies. */
  private Path proxied() throws IOException {
    String local =
        Files.readString(TidemarkProcess.ROOT.resolve("driver-rabbitmq-quorum/local.yaml"));
    String withProxies = local.replace("  nodes: 3\n", "  nodes: 3\n  proxy: true\n");
    assertThat(withProxies).isNotEqualTo(local);
    return Files.writeString(folder.resolve("proxied.yaml"), withProxies);
  }

  private Path networkFaults() throws IOException {
    return WorkloadFiles.write(
        folder,
        "network-faults",
        """
        producerRate: 500
        warmupDuration: 0s
        testDuration: 18s
        sampleInterval: 200ms
        drainTimeout: 60s
        faults:
          - {name: slow, at: 1s, latency: all, delay: 100ms, duration: 2s}
          - {name: reset, at: 5s, resetConnections: all}
          - {name: cut, at: 8s, partition: leader, duration: 5s}
        objectives: {lost: 0}
        """
            + WorkloadFiles.WIDE_THRESHOLDS);
  }

  /** The second of the steps of S9, shorter: 10 queues, and a random node is killed. */
  private Path lostBroker() throws IOException {
    Path file = WorkloadFiles.shipped(folder, "s9-lost-broker-small");
    String step =
        Files.readString(file)
            .replaceAll("(?m)^  - \\{name: (lost-broker|rate)-(200|2000),.*\\n", "")
            .replace("duration: 50s", "duration: 20s")
            .replace("at: 12s", "at: 4s");
    assertThat(step).contains("name: rate-1000, duration: 20s", "phase: rate-1000, at: 4s");
    return Files.writeString(file, step);
  }

  private static void assertLostBroker(JsonNode result, String output) {
    assertThat(result.required("faults")).as(output).hasSize(1);
    JsonNode fault = result.requiredAt("/faults/0");
    assertThat(fault.required("problem").asText()).isEmpty();
    assertThat(fault.required("nodes")).hasSize(1);
    assertThat(result.requiredAt("/delivery/lostMessages").asLong(-1)).as(output).isZero();
    assertThat(result.requiredAt("/verdict/objectives"))
        .extracting(each -> each.required("phase").asText() + " " + each.required("key").asText())
        .contains("rate-1000 recoveryTime of rate-1000", "rate-1000 rateAfterFault of rate-1000");
    assertThat(output).contains("recoveryTime of rate-1000", "lost-broker-1000: kill random");
  }

  /** A delay fills the window, and that raises an alarm; then each node is restarted. */
  private Path blocked() throws IOException {
    return WorkloadFiles.write(
        folder,
        "whole-cluster", // Workloads run in the order of their names.
        """
        producerRate: 500
        warmupDuration: 2s
        testDuration: 35s
        sampleInterval: 200ms
        drainTimeout: 60s
        faults:
          - {name: slow, at: 1s, latency: all, delay: 200ms, jitter: 100ms, duration: 3s}
          - {name: alarm, when: "inFlight > 150", memoryAlarm: 3, duration: 2s}
          - {name: rolling, at: 8s, rollingRestart: all}
        objectives: {lost: 0}
        """
            + WorkloadFiles.WIDE_THRESHOLDS);
  }

  private static void assertBlocked(JsonNode result) {
    Map<String, JsonNode> faults = faults(result);
    long alarm = faults.get("alarm").required("injectedEpochMicros").asLong();
    long undone = faults.get("alarm").required("undoneEpochMicros").asLong();
    JsonNode before = result; // The last sample that had ended when the alarm was raised.
    for (JsonNode sample : result.required("samples")) {
      before = end(sample) <= alarm ? sample : before;
    }
    assertThat(before.required("inFlightMessages").asLong()).isGreaterThan(150);

    assertThat(result.required("blocks")).as("%s", faults.get("alarm")).isNotEmpty();
    JsonNode block = result.requiredAt("/blocks/0");
    long start = block.required("startEpochMicros").asLong();
    double end = start + block.required("lengthSeconds").asDouble() * 1e6;
    assertThat(block.required("reason").asText()).contains("memory");
    assertThat(start).isBetween(alarm, undone);
    assertThat((undone - end) / 1e6).as("%s %s", block, faults.get("alarm")).isBetween(-3.0, 3.0);

    JsonNode slow = faults.get("slow");
    List<Double> fastest = fastest(result, slow);
    assertThat(fastest).isNotEmpty().allMatch(micros -> micros >= 400_000);

    JsonNode rolling = faults.get("rolling");
    assertThat(rolling.required("nodes")).extracting(JsonNode::asInt).containsExactly(1, 2, 3);
    assertThat(rolling.requiredAt("/effect/leaderChanges").asLong()).isPositive();
    assertThat(result.requiredAt("/delivery/lostMessages").asLong(-1)).isZero();
  }

  private static long end(JsonNode sample) {
    return sample.required("startEpochMicros").asLong()
        + Math.round(sample.required("lengthSeconds").asDouble() * 1e6);
  }

  private static void assertNetworkFaults(JsonNode result) {
    Map<String, JsonNode> faults = faults(result);
    // Both ways take the delay.
    assertThat(fastest(result, faults.get("slow"))).isNotEmpty().allMatch(t -> t >= 200_000);
    long cutAt = faults.get("cut").required("injectedEpochMicros").asLong();
    assertThat(result.required("events"))
        .anySatisfy(
            event -> {
              assertThat(event.required("kind").asText()).isEqualTo("CONNECTION_LOST");
              assertThat(event.required("epochMicros").asLong())
                  .isBetween(faults.get("reset").required("injectedEpochMicros").asLong(), cutAt);
            });
    JsonNode cut = faults.get("cut");
    assertThat(cut.required("nodes")).hasSize(1);
    assertThat(cut.requiredAt("/effect/publish/silenceSeconds").asDouble())
        .as(cut.toString())
        .isPositive();
    assertThat(cut.requiredAt("/effect/publish/recoverySeconds").isNumber())
        .as(cut.toString())
        .isTrue();
    assertThat(result.requiredAt("/delivery/lostMessages").asLong(-1)).isZero();
  }

  private static Map<String, JsonNode> faults(JsonNode result) {
    Map<String, JsonNode> faults = new HashMap<>();
    result.required("faults").forEach(each -> faults.put(each.required("name").asText(), each));
    assertThat(faults).hasSize(3);
    assertThat(faults.values())
        .allSatisfy(fault -> assertThat(fault.required("problem").asText()).isEmpty());
    return faults;
  }

  /** The lowest publish latency in each sample while a delay was in effect. */
  private static List<Double> fastest(JsonNode result, JsonNode slow) {
    long settled = slow.required("inEffectEpochMicros").asLong() + 500_000;
    List<Double> fastest = new ArrayList<>();
    for (JsonNode sample : result.required("samples")) {
      JsonNode least = sample.at("/latencies/publishLatencyMicros/min");
      if (sample.required("startEpochMicros").asLong() > settled
          && end(sample) < slow.required("undoBegunEpochMicros").asLong()
          && least.isNumber()) {
        fastest.add(least.asDouble());
      }
    }
    return fastest;
  }
}
