package io.tidemark.brokers.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tidemark.base.brokers.BrokerKind;
import io.tidemark.brokers.process.LocalBrokerException;
import io.tidemark.brokers.process.LocalNode;
import io.tidemark.brokers.process.ProcessIdentity;
import io.tidemark.brokers.process.StartScript;
import io.tidemark.brokers.spec.LocalClusterSpec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessClusterTest {
  private static final Duration DEADLINE = Duration.ofSeconds(20);
  @TempDir Path state;
  private final List<String> answers = new ArrayList<>();
  private ProcessCluster cluster;

  @AfterEach
  void stop() {
    cluster.close();
  }

  /** Nodes that run these commands, ready without an answer; the last one is repeated. */
  private ProcessCluster cluster(Duration deadline, List<String> missing, String... commands) {
    answers.addAll(missing);
    ClusterDirectory directory = ClusterDirectory.create(state, "test");
    List<String> addresses = new ArrayList<>();
    for (int node = 1; node <= commands.length; node++) {
      directory.addProcess(
          "node-" + node,
          StartScript.render(
              directory.node(node).directory(), Map.of(), List.of("sh", "-c", commands[node - 1])));
      addresses.add("127.0.0.1:" + node);
    }
    ClusterLayout layout =
        new ClusterLayout(BrokerKind.KAFKA, "4.3.1", addresses, List.of(), Map.of(), false);
    cluster = new ProcessCluster(directory, layout, new ScriptedRecipe(answers), deadline);
    return cluster;
  }

  private record ScriptedRecipe(List<String> answers) implements ClusterRecipe {
    @Override
    public ClusterLayout prepare(ClusterDirectory directory, LocalClusterSpec spec) {
      throw new UnsupportedOperationException("the test lays out the cluster itself");
    }

    @Override
    public Optional<String> missing(
        ClusterDirectory directory, ClusterLayout layout, Map<Integer, String> running) {
      return answers.isEmpty()
          ? Optional.empty()
          : Optional.of(answers.size() == 1 ? answers.get(0) : answers.remove(0));
    }
  }

  @Test
  void aNodeThatEndsAtOnceFailsTheStartAndIsQuoted() {
    cluster(DEADLINE, List.of("does not serve"), "echo cannot work; exit 1");
    assertThatExceptionOfType(LocalBrokerException.class)
        .isThrownBy(() -> cluster.startAll(line -> {}))
        .withMessageContaining("node-1 ended")
        .withMessageContaining("cannot work");
  }

  @Test
  void aNodeThatEndsAtOnceFailsItsRestart() {
    cluster(
        DEADLINE, List.of(), "test -e ran && exit 1; touch ran; exec sleep 600", "exec sleep 600");
    cluster.startAll(line -> {});
    Awaitility.await().until(() -> Files.exists(state.resolve("test/node-1/ran")));
    cluster.kill(1);
    answers.add("does not serve");
    assertThatExceptionOfType(LocalBrokerException.class)
        .isThrownBy(() -> cluster.restart(1))
        .withMessageContaining("node-1 ended");
    assertThat(cluster.nodes())
        .extracting(LocalNode::state)
        .containsExactly(LocalNode.State.DOWN, LocalNode.State.UP);
  }

  @Test
  void aClusterThatIsNeverReadySaysWhatWasMissing() {
    cluster(Duration.ofMillis(200), List.of("no election yet"), "echo hello; exec sleep 600");
    assertThatExceptionOfType(LocalBrokerException.class)
        .isThrownBy(() -> cluster.startAll(line -> {}))
        .withMessageContaining("not ready after")
        .withMessageContaining("no election yet");
  }

  @Test
  void closesEvenWithAFrozenNodeAndTwice() {
    cluster(DEADLINE, List.of(), "exec sleep 600");
    cluster.startAll(line -> {});
    ProcessIdentity process =
        ProcessIdentity.of(cluster.nodes().get(0).pid().getAsLong()).orElseThrow();
    cluster.freeze(1);
    cluster.close();
    cluster.close();
    assertThat(process.isAlive()).isFalse();
    assertThat(state).isEmptyDirectory();
  }
}
