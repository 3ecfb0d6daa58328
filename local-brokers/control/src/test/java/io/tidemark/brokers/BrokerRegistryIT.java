package io.tidemark.brokers;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.brokers.cluster.LocalBrokersHome;
import io.tidemark.brokers.cluster.LocalCluster;
import io.tidemark.brokers.process.LocalNode;
import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BrokerRegistryIT {
  @TempDir Path state;

  /** Runs in a separate JVM, which ends while the brokers continue. */
  static final class Starter {
    private Starter() {}

    public static void main(String[] arguments) {
      LocalBrokersHome home = LocalBrokersHome.discover().withStateDirectory(Path.of(arguments[0]));
      new BrokerRegistry(home).up("mine", TinyServer.spec(), Duration.ofSeconds(60), line -> {});
    }
  }

  @Test
  void aClusterOutlivesItsStarterAndObeysAnybody() throws Exception {
    Process starter =
        TinyServer.jvm(Starter.class, state)
            .redirectErrorStream(true)
            .redirectOutput(new File("/dev/null"))
            .start();
    assertThat(starter.waitFor()).isZero();

    BrokerRegistry registry =
        new BrokerRegistry(LocalBrokersHome.discover().withStateDirectory(state));
    assertThat(registry.entries())
        .singleElement()
        .satisfies(entry -> assertThat(entry.name()).isEqualTo("mine"))
        .satisfies(entry -> assertThat(entry.ownerPid()).isEmpty());
    try (LocalCluster cluster = registry.get("mine")) {
      assertThat(cluster.nodes().get(0).state()).isEqualTo(LocalNode.State.UP);
      cluster.kill(1);
      cluster.restart(1);
      assertThat(cluster.nodes().get(0).state()).isEqualTo(LocalNode.State.UP);
    }
    assertThat(registry.entries()).isEmpty();
    assertThat(state).isEmptyDirectory();
  }
}
