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
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The leader of a quorum queue is killed; in a second run the network has faults, among them a node
 * without a network, which an observer sees too; the third one is the lost broker of S9.
 */
@Tag("alone") // build/integration-tests/pom.xml
@Tag("release")
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
            if (!channel.waitForConfirms(30_000)) {
              throw new IOException("refused");
            }
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
    factory.setNetworkRecoveryInterval(200); // Connections are reset.
    return factory.newConnection();
  }

  @Test
  @Timeout(value = 12, unit = TimeUnit.MINUTES) // 2 minutes on an idle machine.
  void faultsLoseNothingAndAnOutageIsThatOfAnObserver() throws Exception {
    Path workload = FaultRuns.workload(folder, "killed-leader", "kill: leader, duration: 3s");
    List<Observer> observers = new ArrayList<>();
    try (TidemarkProcess run =
        FaultRuns.start(folder, proxied().toString(), workload, networkFaults(), lostBroker())) {
      List<String> nodes = FaultRuns.brokers(run);
      JsonNode kill = FaultRuns.fault(FaultRuns.awaitResults(folder, 1).get(0), run);
      FaultRuns.assertLeadersChanged(kill); // An election may take less than a sample.
      assertThat(kill.requiredAt("/effect/publish/recoverySeconds").isNumber()).isTrue();
      for (int node = 0; node < nodes.size(); node++) {
        observers.add(observer(nodes, node));
      }
      assertNetworkFaults(FaultRuns.awaitResults(folder, 2).get(1), observers);
      closeAll(observers);
      FaultRuns.awaitResults(folder, 3);
      run.waitFor(); // A broker may recover late on a busy machine, which misses an objective.
      assertLostBroker(FaultRuns.awaitResults(folder, 3).get(2), run.output());
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

  /** local.yaml with proxies and 3.10, whose nodes can be partitioned. */
  private Path proxied() throws IOException {
    String local =
        Files.readString(TidemarkProcess.ROOT.resolve("driver-rabbitmq-quorum/local.yaml"));
    String withProxies =
        local.replace("  nodes: 3\n", "  nodes: 3\n  version: '3.10'\n  proxy: true\n");
    assertThat(withProxies).isNotEqualTo(local);
    return Files.writeString(folder.resolve("proxied.yaml"), withProxies);
  }

  private Path networkFaults() throws IOException {
    return WorkloadFiles.write(
        folder,
        "network-faults",
        """
        producerRate: 200
        warmupDuration: 0s
        testDuration: 30s
        sampleInterval: 200ms
        drainTimeout: 60s
        faults:
          - {name: slow, at: 1s, latency: all, delay: 100ms, duration: 2s}
          - {name: reset, at: 5s, resetConnections: all}
          - {name: cut, at: 20s, partition: leader, duration: 5s}
        objectives: {lost: 0}
        """
            + WorkloadFiles.WIDE_THRESHOLDS);
  }

  /** The second step of the shipped workload, shorter: a random node is killed. */
  private Path lostBroker() throws IOException {
    Path file = WorkloadFiles.shipped(folder, "faults");
    String step =
        Files.readString(file)
            .replaceAll("(?m)^  - \\{name: (at|rate)-200,.*\\n", "")
            .replace("duration: 30s", "duration: 20s");
    assertThat(step).contains("name: rate-1000, duration: 20s", "phase: rate-1000, at: 5s");
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
    assertThat(output).contains("recoveryTime of rate-1000", "at-1000: kill random");
  }

  private static void assertNetworkFaults(JsonNode result, List<Observer> observers) {
    Map<String, JsonNode> faults = FaultRuns.faults(result, 3);
    JsonNode slow = faults.get("slow");
    long settled = slow.required("inEffectEpochMicros").asLong() + 500_000;
    List<Double> fastest = new ArrayList<>();
    for (JsonNode sample : result.required("samples")) {
      long start = sample.required("startEpochMicros").asLong();
      if (start > settled
          && FaultRuns.endMicros(sample) < slow.required("undoBegunEpochMicros").asLong()) {
        fastest.add(sample.requiredAt("/latencies/publishLatencyMicros/min").asDouble());
      }
    }
    // Both ways take the delay.
    assertThat(fastest).isNotEmpty().allMatch(micros -> micros >= 200_000);
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
    FaultRuns.assertOutage(result, cut, observers.get(cut.requiredAt("/nodes/0").asInt() - 1));
    assertThat(result.requiredAt("/delivery/lostMessages").asLong(-1)).isZero();
  }
}
