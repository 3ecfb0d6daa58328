package io.tidemark.brokers.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.base.brokers.BrokerKind;
import io.tidemark.brokers.process.LocalBrokerException;
import io.tidemark.brokers.process.LocalNode;
import io.tidemark.brokers.process.StartScript;
import io.tidemark.brokers.spec.LocalClusterSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Upgrades of three processes that do nothing. */
class RollingUpgradeTest {
  private static final LocalClusterSpec TARGET = LocalClusterSpec.of("kafka", 3);

  @TempDir Path state;

  /** What happened, in order. */
  private final List<String> done = new ArrayList<>();

  private boolean alwaysBehind;
  private ClusterDirectory directory;
  private ProcessCluster cluster;

  @BeforeEach
  void start() {
    directory = ClusterDirectory.create(state, "test");
    List<String> addresses = new ArrayList<>();
    for (int node = 1; node <= 3; node++) {
      directory.addProcess(
          "node-" + node,
          StartScript.render(directory.node(node).directory(), Map.of(), List.of("sleep", "600")));
      addresses.add("127.0.0.1:" + node);
    }
    ClusterLayout layout =
        new ClusterLayout(BrokerKind.KAFKA, "4.2.1", addresses, List.of(), Map.of(), false);
    directory.describe(layout);
    cluster = new ProcessCluster(directory, layout, new Scripted(), Duration.ofSeconds(20));
    cluster.startAll(line -> {});
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  /** Copies are behind for one look after each start of a node. */
  private final class Scripted implements ClusterRecipe {
    private boolean behind;

    @Override
    public ClusterLayout prepare(ClusterDirectory directory, LocalClusterSpec spec) {
      throw new UnsupportedOperationException("the test lays out the cluster itself");
    }

    @Override
    public Optional<String> missing(
        ClusterDirectory directory, ClusterLayout layout, Map<Integer, String> running) {
      return Optional.empty();
    }

    @Override
    public Optional<String> outOfSync(ClusterLayout layout, Map<Integer, String> running) {
      if (alwaysBehind || behind) {
        done.add("behind");
        behind = false;
        return Optional.of("t-0 with 2 of 3 replicas in sync");
      }
      done.add("in sync: " + running.keySet());
      return Optional.empty();
    }

    @Override
    public ServerUpgrade upgrade(
        ClusterDirectory directory, ClusterLayout layout, LocalClusterSpec target) {
      return new ServerUpgrade() {
        @Override
        public String version() {
          return target.effectiveVersion();
        }

        @Override
        public void apply(int node) {
          assertThat(cluster.nodes().get(node - 1).state()).isEqualTo(LocalNode.State.DOWN);
          done.add("apply " + node);
          behind = true;
        }

        @Override
        public String remaining() {
          return "raise the features";
        }
      };
    }
  }

  @Test
  void eachNodeWaitsUntilTheOneBeforeItIsInSync() {
    Supplier<String> upgrade = cluster.upgrade(TARGET);
    assertThat(done).as("it is only prepared").isEmpty();
    String text = upgrade.get();
    String all = "in sync: [1, 2, 3]";
    assertThat(done)
        .containsExactly(
            all, "apply 1", "behind", all, "apply 2", "behind", all, "apply 3", "behind", all);
    assertThat(text)
        .contains("node 1 has 4.3.1: served after", "node 3 has 4.3.1", "; raise the features");
    assertThat(cluster.nodes()).extracting(LocalNode::state).containsOnly(LocalNode.State.UP);
  }

  @Test
  void otherProgramsSeeTheNewVersion() {
    assertThat(cluster.upgrade(TARGET).get()).isNotEmpty();
    assertThat(cluster.version()).isEqualTo("4.3.1");
    assertThat(directory.layout().orElseThrow().version()).isEqualTo("4.3.1");
  }

  @Test
  void noNodeStopsWhileCopiesAreBehind() {
    alwaysBehind = true;
    ProcessCluster impatient =
        new ProcessCluster(
            directory, directory.layout().orElseThrow(), new Scripted(), Duration.ofMillis(200));
    List<LocalNode> before = cluster.nodes();
    assertThatThrownBy(() -> impatient.upgrade(TARGET).get())
        .isInstanceOf(LocalBrokerException.class)
        .hasMessageContaining("copies of messages are behind")
        .hasMessageContaining("t-0 with 2 of 3");
    assertThat(done).doesNotContain("apply 1");
    assertThat(cluster.nodes()).isEqualTo(before);
  }
}
