package io.tidemark.brokers;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.brokers.cluster.LocalBrokersHome;
import io.tidemark.brokers.cluster.LocalCluster;
import io.tidemark.brokers.cluster.OrphanedClusters;
import io.tidemark.brokers.process.ProcessIdentity;
import java.io.BufferedReader;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ParentDeathIT {
  @TempDir Path state;

  /** Runs in a separate JVM: starts a broker, prints its pid, and waits to be killed. */
  static final class Parent {
    private Parent() {}

    public static void main(String[] arguments) throws Exception {
      LocalBrokersHome home = LocalBrokersHome.discover().withStateDirectory(Path.of(arguments[0]));
      LocalCluster cluster =
          LocalBrokers.start(TinyServer.spec(), home, Duration.ofSeconds(60), line -> {});
      System.out.println("broker " + cluster.nodes().get(0).pid().getAsLong());
      System.in.read();
    }
  }

  @Test
  void nodesAndDataVanishWhenTheParentIsKilled() throws Exception {
    Process parent = startParent();
    // Not a ProcessHandle, which reports a zombie process as alive.
    ProcessIdentity broker = ProcessIdentity.of(brokerPid(parent)).orElseThrow();
    assertThat(broker.isAlive()).isTrue();
    parent.destroyForcibly();
    Awaitility.await("removal of its data")
        .atMost(Duration.ofSeconds(20))
        .untilAsserted(() -> assertThat(state).isEmptyDirectory());
    assertThat(broker.isAlive()).isFalse();
  }

  @Test
  void theNextStartReapsWhatBothParentAndWatchdogLeftBehind() throws Exception {
    Process parent = startParent();
    ProcessIdentity broker = ProcessIdentity.of(brokerPid(parent)).orElseThrow();
    parent.descendants().filter(ParentDeathIT::isWatchdog).forEach(ProcessHandle::destroyForcibly);
    parent.destroyForcibly().waitFor();
    assertThat(broker.isAlive()).isTrue();
    OrphanedClusters.reap(state, line -> {});
    assertThat(broker.isAlive()).isFalse();
    assertThat(state).isEmptyDirectory();
  }

  private Process startParent() throws Exception {
    return TinyServer.jvm(Parent.class, state).redirectError(new File("/dev/null")).start();
  }

  private static long brokerPid(Process parent) throws Exception {
    BufferedReader output = parent.inputReader(StandardCharsets.UTF_8);
    String line = output.readLine();
    assertThat(line).as("what the parent said first").startsWith("broker ");
    return Long.parseLong(line.substring("broker ".length()));
  }

  private static boolean isWatchdog(ProcessHandle process) {
    try {
      return Files.readString(Path.of("/proc", Long.toString(process.pid()), "cmdline"))
          .contains("tidemark-watchdog");
    } catch (java.io.IOException e) {
      return false; // It has just ended.
    }
  }
}
