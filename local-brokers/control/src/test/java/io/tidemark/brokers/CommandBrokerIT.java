package io.tidemark.brokers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tidemark.brokers.cluster.LocalBrokersHome;
import io.tidemark.brokers.cluster.LocalCluster;
import io.tidemark.brokers.process.LocalBrokerException;
import io.tidemark.brokers.process.LocalNode;
import io.tidemark.brokers.spec.LocalClusterSpec;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Brokers that a command of the user starts, with a real server. */
class CommandBrokerIT {
  private static final Duration DEADLINE = Duration.ofSeconds(60);
  @TempDir Path state;
  @TempDir Path folder;

  private LocalCluster start(int nodes, Map<String, String> options) {
    Map<String, String> all = new TreeMap<>(options);
    all.putIfAbsent("start", TinyServer.START);
    all.putIfAbsent("ports", "admin");
    all.put("workingDirectory", folder.toString());
    return LocalBrokers.start(
        LocalClusterSpec.of("command", nodes, all),
        LocalBrokersHome.discover().withStateDirectory(state),
        DEADLINE,
        line -> {});
  }

  @Test
  void nodesAreKilledStoppedFrozenAndRestartedOnTheirData() throws IOException {
    String stop = "pwd > stopped; kill $PID";
    try (LocalCluster cluster = start(2, Map.of("stop", stop, "proxy", "true"))) {
      List<String> addresses = cluster.nodes().stream().map(LocalNode::address).toList();
      assertThat(cluster.placeholders())
          .containsEntry("addresses", String.join(",", addresses))
          .containsEntry("host", "127.0.0.1")
          .containsEntry("port", addresses.get(0).split(":")[1])
          .containsOnlyKeys("addresses", "adminAddresses", "host", "port");
      assertThat(line(addresses.get(1))).isEqualTo("node 2, start 1");
      assertThat(line(cluster.placeholders().get("adminAddresses").split(",")[0]))
          .isEqualTo("admin of node 1, start 1");
      assertThat(cluster.nodes().get(0).logFile())
          .content()
          .contains("peers " + String.join(",", addresses));

      cluster.kill(2);
      assertThat(cluster.nodes().get(1).state()).isEqualTo(LocalNode.State.DOWN);
      cluster.restart(2);
      assertThat(line(addresses.get(1))).isEqualTo("node 2, start 2");
      assertThat(folder.resolve("stopped")).doesNotExist();

      cluster.stop(2);
      assertThat(folder.resolve("stopped")).content().isEqualTo(folder + "\n");
      cluster.restart(2);
      assertThat(line(addresses.get(1))).isEqualTo("node 2, start 3");

      cluster.freeze(1);
      assertThatExceptionOfType(SocketTimeoutException.class)
          .isThrownBy(() -> line(addresses.get(0)));
      cluster.resume(1);
      assertThat(line(addresses.get(0))).isEqualTo("node 1, start 1");
    }
    assertThat(state).isEmptyDirectory();
  }

  @Test
  void anotherProgramCanRestartANode() throws IOException {
    try (LocalCluster cluster = start(1, Map.of())) {
      BrokerRegistry registry =
          new BrokerRegistry(LocalBrokersHome.discover().withStateDirectory(state));
      LocalCluster found = registry.get(registry.entries().get(0).name());
      found.restart(1);
      assertThat(line(cluster.nodes().get(0).address())).isEqualTo("node 1, start 2");
    }
  }

  @Test
  void theMessageOfAStartThatIsNeverReadySaysWhatItWaitedFor() {
    Map<String, String> options =
        Map.of(
            "start", "echo hello; exec sleep 600",
            "ready", "echo no leader on $PORT; exit 3",
            "readyTimeout", "1s");
    assertThatExceptionOfType(LocalBrokerException.class)
        .isThrownBy(() -> start(1, options))
        .withMessageContaining("command was not ready after 1 s: cannot confirm with 'ready' that ")
        .withMessageContaining("ended with 3: no leader on ")
        .withMessageContaining("hello");
    assertThatExceptionOfType(LocalBrokerException.class)
        .isThrownBy(() -> start(1, Map.of("start", "exec sleep 600", "readyTimeout", "1s")))
        .withMessageContaining("to accept connections on 127.0.0.1:");
    assertThat(state).isEmptyDirectory();
  }

  @Test
  void aCommandThatEndsIsAnErrorThatQuotesIt() {
    assertThatExceptionOfType(LocalBrokerException.class)
        .isThrownBy(() -> start(1, Map.of("start", "no-such-broker --port $PORT")))
        .withMessageContaining("node-1 ended while starting")
        .withMessageContaining("no-such-broker: ");
    assertThat(Files.exists(state.resolve("command"))).isFalse();
  }

  private static String line(String address) throws IOException {
    String[] parts = address.split(":");
    try (Socket socket = new Socket(parts[0], Integer.parseInt(parts[1]))) {
      socket.setSoTimeout(2_000);
      return new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))
          .readLine();
    }
  }
}
