package io.tidemark.brokers;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.brokers.cluster.ClusterDirectory;
import io.tidemark.brokers.cluster.LocalBrokersHome;
import io.tidemark.brokers.cluster.LocalCluster;
import io.tidemark.brokers.process.LocalBrokerException;
import io.tidemark.brokers.process.LocalNode;
import io.tidemark.brokers.process.ProcessIdentity;
import io.tidemark.brokers.rabbitmq.RabbitMqInstaller;
import io.tidemark.brokers.spec.LocalClusterSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The version that runs in a separate root; {@link ProxiedRabbitMqIT} has the other. The drivers'
 * tests kill nodes and raise alarms in each run.
 */
@Tag("release")
class RabbitMqClusterIT {
  private static final Logger LOG = LoggerFactory.getLogger(RabbitMqClusterIT.class);
  private static final Duration DEADLINE = Duration.ofMinutes(2);
  private static final String VERSION = System.getProperty("rabbitmq.version", "4");
  @TempDir Path state;

  @Test
  void threeNodesFormOneClusterThatSurvivesAKill() {
    LocalBrokersHome home = LocalBrokersHome.ofBuild().withStateDirectory(state);
    new RabbitMqInstaller(home.cacheDirectory(), LOG::warn).install(VERSION);
    List<ProcessIdentity> processes;
    LocalClusterSpec spec =
        LocalClusterSpec.of("rabbitmq", 3)
            .withVersion(VERSION)
            .withOption("memoryWatermark", "256MB");
    try (LocalCluster cluster = LocalBrokers.start(spec, home, DEADLINE, LOG::warn)) {
      RabbitMqAdmin admin = RabbitMqAdmin.of(cluster);
      admin.put(
          RabbitMqAdmin.QUEUE,
          "{\"durable\":true,\"arguments\":{\"x-queue-type\":\"quorum\",\"x-quorum-initial-group-size\":3}}");
      awaitMembersOnline(admin, 3);
      awaitPublish(admin);
      assertMemoryAlarm(cluster, admin);
      cluster.raiseMemoryAlarm(1);
      cluster.kill(1);
      assertThat(cluster.nodes().get(0).state()).isEqualTo(LocalNode.State.DOWN);
      awaitPublish(admin);
      CompletableFuture<Void> restart = CompletableFuture.runAsync(() -> cluster.restart(1));
      cluster.endMemoryAlarm(1);
      awaitLimits("three nodes with their limit after a restart", admin, 3, 0);
      assertThat(restart).succeedsWithin(DEADLINE);
      awaitMembersOnline(admin, 3);
      cluster.freeze(2);
      assertThat(cluster.nodes().get(1).state()).isEqualTo(LocalNode.State.FROZEN);
      cluster.resume(2);
      Awaitility.await("both messages")
          .atMost(DEADLINE)
          .until(() -> admin.queue().contains("\"messages\":2"));
      processes = processesUnder(state);
      assertThat(processes).as("three nodes and their port mapper").hasSizeGreaterThanOrEqualTo(4);
    }
    awaitGone(processes);
    assertThat(state).isEmptyDirectory();
  }

  private static void assertMemoryAlarm(LocalCluster cluster, RabbitMqAdmin admin) {
    awaitLimits("three nodes with their limit", admin, 3, 0);
    cluster.raiseMemoryAlarm(2);
    awaitLimits("one node without memory", admin, 2, 1);
    cluster.endMemoryAlarm(2);
    awaitLimits("three nodes with their limit again", admin, 3, 0);
  }

  private static void awaitLimits(String what, RabbitMqAdmin admin, int limited, int alarms) {
    Awaitility.await(what)
        .atMost(DEADLINE)
        .untilAsserted(
            () -> {
              String nodes = admin.get("/api/nodes?columns=mem_alarm,mem_limit");
              assertThat(nodes.split("\"mem_limit\":256000000", -1)).hasSize(limited + 1);
              assertThat(nodes.split("\"mem_alarm\":true", -1)).hasSize(alarms + 1);
            });
  }

  /** A broker's own helpers end themselves when the pipe to it breaks: a moment after it. */
  static void awaitGone(List<ProcessIdentity> processes) {
    Awaitility.await("no process left")
        .atMost(DEADLINE)
        .untilAsserted(() -> assertThat(processes).noneMatch(ProcessIdentity::isAlive));
  }

  private static void awaitMembersOnline(RabbitMqAdmin admin, int count) {
    Awaitility.await(count + " members online")
        .atMost(DEADLINE)
        .ignoreExceptionsInstanceOf(LocalBrokerException.class)
        .until(() -> admin.onlineMembers() == count);
  }

  private static void awaitPublish(RabbitMqAdmin admin) {
    Awaitility.await("acceptance of a message")
        .atMost(DEADLINE)
        .ignoreExceptionsInstanceOf(LocalBrokerException.class)
        .until(admin::publish);
  }

  /** All that was started in the directory, with what those processes started. */
  static List<ProcessIdentity> processesUnder(Path state) {
    List<ProcessIdentity> found = new ArrayList<>();
    for (ClusterDirectory directory : ClusterDirectory.all(state)) {
      for (String process : List.of("epmd", "node-1", "node-2", "node-3")) {
        ProcessIdentity leader = directory.process(process).alive().orElseThrow();
        found.add(leader);
        ProcessHandle.of(leader.pid()).stream()
            .flatMap(ProcessHandle::descendants)
            .forEach(child -> ProcessIdentity.of(child.pid()).ifPresent(found::add));
      }
    }
    return found;
  }
}
