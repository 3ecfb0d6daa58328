package io.tidemark.brokers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tidemark.base.brokers.BrokerKind;
import io.tidemark.brokers.cluster.ClusterDirectory;
import io.tidemark.brokers.cluster.ClusterLayout;
import io.tidemark.brokers.cluster.ClusterRecipe;
import io.tidemark.brokers.cluster.LocalBrokersHome;
import io.tidemark.brokers.process.LocalBrokerException;
import io.tidemark.brokers.process.ManagedProcess;
import io.tidemark.brokers.process.StartScript;
import io.tidemark.brokers.spec.LocalClusterSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalBrokersTest {
  @TempDir Path state;

  /** One node that never becomes ready; interrupted during its readiness check. */
  private static final class Interrupted implements ClusterRecipe {
    private ManagedProcess node;

    @Override
    public ClusterLayout prepare(ClusterDirectory directory, LocalClusterSpec spec) {
      node = directory.node(1);
      directory.addProcess(
          "node-1", StartScript.render(node.directory(), Map.of(), List.of("sleep", "600")));
      return new ClusterLayout(
          BrokerKind.KAFKA, "4.3.1", List.of("127.0.0.1:1"), List.of(), Map.of(), false);
    }

    @Override
    public Optional<String> missing(
        ClusterDirectory directory, ClusterLayout layout, Map<Integer, String> running) {
      assertThat(node.alive()).isPresent();
      Thread.currentThread().interrupt();
      return Optional.of("node 1 does not answer");
    }
  }

  @Test
  void anInterruptedStartLeavesNeitherProcessNorFilesAndStaysInterrupted() {
    Interrupted recipe = new Interrupted();

    assertThatExceptionOfType(LocalBrokerException.class)
        .isThrownBy(
            () ->
                ClusterStart.guarded(
                    "test",
                    LocalClusterSpec.of("kafka", 1),
                    new LocalBrokersHome(state, state, Optional.empty(), Optional.empty(), false),
                    recipe,
                    Duration.ofSeconds(20),
                    line -> {}))
        .withMessageContaining("interrupted")
        .satisfies(failure -> assertThat(failure.getSuppressed()).isEmpty());

    assertThat(Thread.interrupted()).isTrue();
    assertThat(recipe.node.alive()).isEmpty();
    assertThat(state).isEmptyDirectory();
  }
}
