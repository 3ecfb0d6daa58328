package io.tidemark.brokers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.brokers.cluster.LocalBrokersHome;
import io.tidemark.brokers.cluster.LocalCluster;
import io.tidemark.brokers.process.LocalBrokerException;
import io.tidemark.brokers.process.ProcessIdentity;
import io.tidemark.brokers.rabbitmq.RabbitMqInstaller;
import io.tidemark.brokers.spec.LocalClusterSpec;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Faults of the network on a real cluster of three nodes, of the version that needs unpacked
 * packages only.
 */
@Tag("release")
class ProxiedRabbitMqIT {
  private static final Logger LOG = LoggerFactory.getLogger(ProxiedRabbitMqIT.class);
  private static final Duration DEADLINE = Duration.ofSeconds(90);

  /** A node that returns by itself does so within a few seconds. */
  private static final Duration RETURN_DEADLINE = Duration.ofMinutes(1);

  private static final int LAST_LINES = 80;
  private static final Duration LATENCY = Duration.ofMillis(60);
  private static final Pattern LEADER = Pattern.compile("\"leader\":\"rabbit(\\d)@");
  private static final String VERSION = "3.10";
  @TempDir Path state;

  @Test
  void thePartitionedLeaderOfAQuorumQueueIsReplacedAndCatchesUpAfterwards() throws Exception {
    LocalBrokersHome home = LocalBrokersHome.ofBuild().withStateDirectory(state);
    new RabbitMqInstaller(home.cacheDirectory(), LOG::warn).install(VERSION);
    LocalClusterSpec spec =
        LocalClusterSpec.of("rabbitmq", 3).withVersion(VERSION).withOption("proxy", "true");
    List<ProcessIdentity> processes;
    try (LocalCluster cluster = LocalBrokers.start(spec, home, DEADLINE, LOG::warn)) {
      processes = RabbitMqClusterIT.processesUnder(state);
      assertDelayAndReset(cluster);
      RabbitMqAdmin all = adminOfOthers(cluster, 0);
      all.put(
          RabbitMqAdmin.QUEUE, "{\"durable\":true,\"arguments\":{\"x-queue-type\":\"quorum\"}}");
      awaitTrue("three members", () -> all.onlineMembers() == 3);
      awaitTrue("a publish", all::publish);
      awaitTrue("a leader", () -> leader(all) > 0);
      int old = leader(all);
      RabbitMqAdmin others = adminOfOthers(cluster, old);

      cluster.partition(old);
      awaitTrue("another leader than " + old, () -> leader(others) > 0 && leader(others) != old);
      awaitTrue("a publish", others::publish);
      assertThatThrownBy(() -> connect(cluster, old, 1000).close())
          .isInstanceOf(SocketTimeoutException.class);
      awaitTrue("node " + old + " counted as gone", () -> others.onlineMembers() == 2);

      cluster.heal(old);
      awaitReturn(cluster, old);
      cluster.kill(old % 3 + 1);
      RabbitMqAdmin rest = adminOfOthers(cluster, old % 3 + 1);
      awaitTrue("a publish", rest::publish);
      awaitTrue(
          "all messages, with the healed node in the majority",
          // A publish without an answer in time was repeated.
          () -> rest.queue().matches(".*\"messages\":([3-9]|\\d\\d).*"));
    }
    RabbitMqClusterIT.awaitGone(processes);
    assertThat(state).isEmptyDirectory();
  }

  private static void assertDelayAndReset(LocalCluster cluster) throws IOException {
    cluster.delay(2, LATENCY, Duration.ofMillis(5));
    try (Socket client = connect(cluster, 2, (int) DEADLINE.toMillis())) {
      long start = System.nanoTime();
      client.getOutputStream().write(new byte[] {'A', 'M', 'Q', 'P', 0, 0, 9, 1});
      assertThat(client.getInputStream().read()).as("the greeting").isEqualTo(1);
      assertThat(Duration.ofNanos(System.nanoTime() - start))
          .isGreaterThanOrEqualTo(LATENCY.multipliedBy(2));
      cluster.heal(2);
      cluster.resetConnections(2);
      assertThatThrownBy(() -> client.getInputStream().readAllBytes())
          .isInstanceOf(IOException.class)
          .hasMessageContaining("reset");
    }
  }

  private static Socket connect(LocalCluster cluster, int node, int timeoutMillis)
      throws IOException {
    String[] address = cluster.nodes().get(node - 1).address().split(":", 2);
    Socket client = new Socket();
    client.setSoTimeout(timeoutMillis);
    client.connect(new InetSocketAddress(address[0], Integer.parseInt(address[1])), timeoutMillis);
    return client;
  }

  /** Administration of all nodes but one; management has no proxy. */
  private static RabbitMqAdmin adminOfOthers(LocalCluster cluster, int excluded) {
    return admin(cluster, IntStream.rangeClosed(1, 3).filter(node -> node != excluded).toArray());
  }

  private static RabbitMqAdmin adminOf(LocalCluster cluster, int node) {
    return admin(cluster, node);
  }

  private static RabbitMqAdmin admin(LocalCluster cluster, int... nodes) {
    String[] uris = cluster.placeholders().get("managementUris").split(",", -1);
    List<String> chosen = IntStream.of(nodes).mapToObj(node -> uris[node - 1]).toList();
    return new RabbitMqAdmin(chosen, "guest", "guest");
  }

  private static int leader(RabbitMqAdmin admin) {
    Matcher found = LEADER.matcher(admin.queue());
    return found.find() ? Integer.parseInt(found.group(1)) : -1;
  }

  /**
   * In one of some four partitions Erlang's registry of names does not synchronise afterwards, and
   * RabbitMQ, which means to repair that, sends a message that Erlang from 25 on ignores ("Faking
   * nodedown/nodeup" is the end of the log). Such a node needs a restart, also in production.
   */
  private static void awaitReturn(LocalCluster cluster, int node) throws IOException {
    RabbitMqAdmin admin = adminOf(cluster, node);
    try {
      awaitTrue("three members again", RETURN_DEADLINE, () -> admin.onlineMembers() == 3);
    } catch (ConditionTimeoutException e) {
      assertThat(logOf(cluster, node))
          .as("the log of node %d", node)
          .contains("Faking nodedown/nodeup");
      cluster.restart(node);
      awaitTrue("three members after a restart", DEADLINE, () -> admin.onlineMembers() == 3);
    }
  }

  private static String logOf(LocalCluster cluster, int node) throws IOException {
    List<String> lines = Files.readAllLines(cluster.nodes().get(node - 1).logFile());
    return String.join("\n", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
  }

  private static void awaitTrue(String what, Callable<Boolean> condition) {
    awaitTrue(what, DEADLINE, condition);
  }

  private static void awaitTrue(String what, Duration deadline, Callable<Boolean> condition) {
    Awaitility.await(what)
        .atMost(deadline)
        .pollInterval(Duration.ofMillis(300))
        .ignoreExceptionsInstanceOf(LocalBrokerException.class)
        .until(condition);
  }
}
