package io.tidemark.brokers;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What holds for every version of RabbitMQ. */
abstract class RabbitMqClusterContract {
  private static final Logger LOG = LoggerFactory.getLogger(RabbitMqClusterContract.class);
  private static final Duration DEADLINE = Duration.ofMinutes(2);
  private static final String QUEUE = "/api/queues/%2F/orders";
  private final String version;
  @TempDir Path state;

  RabbitMqClusterContract(String version) {
    this.version = version;
  }

  @Test
  void threeNodesFormOneClusterThatSurvivesAKill() {
    LocalBrokersHome home = LocalBrokersHome.ofBuild().withStateDirectory(state);
    new RabbitMqInstaller(home.cacheDirectory(), LOG::warn).install(version);
    List<ProcessIdentity> processes;
    LocalClusterSpec spec =
        LocalClusterSpec.of("rabbitmq", 3)
            .withVersion(version)
            .withOption("memoryWatermark", "256MB");
    try (LocalCluster cluster = LocalBrokers.start(spec, home, DEADLINE, LOG::warn)) {
      RabbitMqAdmin admin = RabbitMqAdmin.of(cluster);
      admin.put(
          QUEUE,
          "{\"durable\":true,\"arguments\":{\"x-queue-type\":\"quorum\",\"x-quorum-initial-group-size\":3}}");
      awaitMembersOnline(admin, 3);
      publish(admin, "before");
      cluster.kill(1);
      assertThat(cluster.nodes().get(0).state()).isEqualTo(LocalNode.State.DOWN);
      publish(admin, "with two of three");
      cluster.restart(1);
      awaitMembersOnline(admin, 3);
      cluster.freeze(2);
      assertThat(cluster.nodes().get(1).state()).isEqualTo(LocalNode.State.FROZEN);
      cluster.resume(2);
      Awaitility.await("both messages")
          .atMost(DEADLINE)
          .until(() -> get(admin).contains("\"messages\":2"));
      processes = processesUnder(state);
      assertThat(processes).as("three nodes and their port mapper").hasSizeGreaterThanOrEqualTo(4);
    }
    awaitGone(processes);
    assertThat(state).isEmptyDirectory();
  }

  /** A broker's own helpers end themselves when the pipe to it breaks: a moment after it. */
  private static void awaitGone(List<ProcessIdentity> processes) {
    Awaitility.await("no process left")
        .atMost(DEADLINE)
        .untilAsserted(() -> assertThat(processes).noneMatch(ProcessIdentity::isAlive));
  }

  private static void awaitMembersOnline(RabbitMqAdmin admin, int count) {
    Awaitility.await(count + " members online")
        .atMost(DEADLINE)
        .ignoreExceptionsInstanceOf(LocalBrokerException.class)
        .until(() -> onlineMembers(get(admin)) == count);
  }

  private static String get(RabbitMqAdmin admin) {
    return admin.get(QUEUE).replaceAll("\\s", "");
  }

  private static long onlineMembers(String queue) {
    int start = queue.indexOf("\"online\":[");
    return start < 0
        ? 0
        : queue.substring(start, queue.indexOf(']', start)).chars().filter(c -> c == '@').count();
  }

  private static void publish(RabbitMqAdmin admin, String payload) {
    String json =
        "{\"properties\":{\"delivery_mode\":2},\"routing_key\":\"orders\",\"payload_encoding\":\"string\",\"payload\":\""
            + payload
            + "\"}";
    // While the queue has no leader, the broker refuses.
    Awaitility.await("acceptance of '" + payload + "'")
        .atMost(DEADLINE)
        .ignoreExceptionsInstanceOf(LocalBrokerException.class)
        .until(
            () ->
                admin
                    .post("/api/exchanges/%2F/amq.default/publish", json)
                    .contains("\"routed\":true"));
  }

  /** All that was started in the directory, with what those processes started. */
  private static List<ProcessIdentity> processesUnder(Path state) {
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
