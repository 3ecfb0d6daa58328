package io.tidemark.brokers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tidemark.brokers.cluster.ClusterDirectory;
import io.tidemark.brokers.cluster.ClusterLayout;
import io.tidemark.brokers.cluster.ClusterRecipe;
import io.tidemark.brokers.cluster.LocalBrokersHome;
import io.tidemark.brokers.cluster.LocalCluster;
import io.tidemark.brokers.cluster.OrphanedClusters;
import io.tidemark.brokers.cluster.ProcessCluster;
import io.tidemark.brokers.docker.DockerEngines;
import io.tidemark.brokers.docker.FakeDocker;
import io.tidemark.brokers.process.LocalBrokerException;
import io.tidemark.brokers.process.LocalNode;
import io.tidemark.brokers.process.ProcessIdentity;
import io.tidemark.brokers.rabbitmq.RabbitMqRecipe;
import io.tidemark.brokers.spec.LocalClusterSpec;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** RabbitMQ on a Docker engine, as far as an endpoint that only speaks like one can show it. */
class DockerClusterTest {
  private static final Duration DEADLINE = Duration.ofSeconds(60);
  @TempDir Path folder;
  private final FakeDocker docker = FakeDocker.with("rabbitmq:4-management");
  private final List<String> progress = new ArrayList<>();

  @AfterEach
  void stop() {
    docker.close();
  }

  /** What it lays out is real; that nothing is missing is taken for granted. */
  private record Ready(ClusterRecipe recipe) implements ClusterRecipe {
    @Override
    public ClusterLayout prepare(ClusterDirectory directory, LocalClusterSpec spec) {
      return recipe.prepare(directory, spec);
    }

    @Override
    public Optional<String> missing(
        ClusterDirectory directory, ClusterLayout layout, Map<Integer, String> running) {
      return Optional.empty();
    }

    @Override
    public String evaluate(
        ClusterDirectory directory, int node, String purpose, String expression) {
      return recipe.evaluate(directory, node, purpose, expression);
    }
  }

  private LocalBrokersHome home() {
    return new LocalBrokersHome(
        folder.resolve("state"),
        folder.resolve("cache"),
        Optional.empty(),
        Optional.empty(),
        false);
  }

  private RabbitMqRecipe recipe() {
    DockerEngines engines =
        new DockerEngines(
            Map.of("DOCKER_HOST", docker.host().toString())::get,
            folder.resolve("docker.sock"),
            folder.resolve(".dockerenv"),
            folder.resolve("hostname"),
            DockerEngines::at,
            DEADLINE);
    return new RabbitMqRecipe(home(), "", engines, progress::add);
  }

  private ProcessCluster start(LocalClusterSpec spec) {
    return ClusterStart.guarded("mine", spec, home(), new Ready(recipe()), DEADLINE, progress::add);
  }

  private static LocalClusterSpec three() {
    return LocalClusterSpec.of("rabbitmq", 3).withVersion("4");
  }

  @Test
  void threeNodesShareANetworkAndACookieAndPublishTheirPortsOnLoopback() throws Exception {
    try (LocalCluster cluster = start(three())) {
      assertThat(progress)
          .contains(
              "rabbitmq: 4 from image rabbitmq:4-management in Docker 27.0.0 at " + docker.host());
      assertThat(docker.networks()).singleElement().asString().startsWith("tidemark-mine-");
      String network = docker.networks().iterator().next();
      for (int node = 1; node <= 3; node++) {
        String amqp =
            URI.create(cluster.placeholders().get("amqpUris").split(",", -1)[node - 1]).getPort()
                + "";
        assertThat(docker.container("-node-" + node).created())
            .contains("\"Image\":\"rabbitmq:4-management\"", "\"Hostname\":\"node-" + node + "\"")
            .contains("\"NetworkMode\":\"" + network + "\"")
            .contains("\"LogConfig\":{\"Type\":\"json-file\"")
            .containsPattern("\"" + network + "\":\\{[^}]*\"Aliases\":\\[\"node-" + node + "\"]")
            .contains("RABBITMQ_NODENAME=rabbit" + node + "@node-" + node)
            .containsPattern(
                "\"5672/tcp\":\\[\\{[^]]*\"HostIp\":\"127\\.0\\.0\\.1\"[^]]*\"HostPort\":\""
                    + amqp
                    + "\"")
            .contains("\"15672/tcp\":[", "\"15692/tcp\":[", "\"5552/tcp\":[")
            .doesNotContain("5671/tcp");
        String files =
            new String(docker.container("-node-" + node).files(), StandardCharsets.UTF_8);
        assertThat(files)
            .contains("listeners.tcp.1 = 0.0.0.0:5672", "classic_config.nodes.3 = rabbit3@node-3")
            .contains("[rabbitmq_management,rabbitmq_stream")
            .contains(Files.readString(folder.resolve("state/mine/home/.erlang.cookie")));
      }
    }
  }

  @Test
  void expressionsAreEvaluatedInTheContainerOfANode() {
    try (LocalCluster cluster = start(three())) {
      docker.programsEnd(0, "[{thread,scheduler,sleep,7}]\n");
      assertThat(cluster.evaluate(2, "read it", "1 + 1."))
          .isEqualTo("[{thread,scheduler,sleep,7}]\n");
      assertThat(docker.container("-node-2").updated())
          .contains("[\"rabbitmqctl\",\"eval\",\"1 + 1.\"]");
      docker.programsEnd(64, "Error:\nunable to perform an operation\n");
      assertThatExceptionOfType(LocalBrokerException.class)
          .isThrownBy(() -> cluster.evaluate(2, "read it", "1 + 1."))
          .withMessageContaining("cannot read it in container")
          .withMessageContaining("rabbitmqctl ended with 64: unable to perform an operation");
    }
  }

  @Test
  void withTlsTheCertificatesGoIntoTheContainers() {
    LocalClusterSpec spec =
        LocalClusterSpec.of("rabbitmq", 1).withVersion("4").withOption("tls", "true");
    try (LocalCluster cluster = start(spec)) {
      FakeDocker.Container node = docker.container("-node-1");
      assertThat(node.created()).contains("\"5671/tcp\":[", "\"15671/tcp\":[", "\"5551/tcp\":[");
      assertThat(new String(node.files(), StandardCharsets.UTF_8))
          .contains("ssl_options.keyfile = /etc/rabbitmq/tidemark/tls/server.key")
          .contains("etc/rabbitmq/tidemark/tls/server.key", "PRIVATE KEY");
      assertThat(cluster.placeholders()).containsKeys("tlsAmqpUris", "tlsCa");
    }
  }

  @Test
  void theEngineLimitsTheCpusOfEachContainer() {
    try (LocalCluster cluster = start(three().withOption("cpus", "0.5"))) {
      assertThat(cluster.nodes()).hasSize(3);
      assertThat(docker.container("-node-1").updated()).contains("\"NanoCpus\":500000000");
      assertThat(docker.container("-node-3").updated()).contains("\"NanoCpus\":500000000");
    }
  }

  @Test
  void aNodeWithARemovedContainerIsDownAndKeepsItsLog() {
    try (LocalCluster cluster = start(three())) {
      cluster.nodes();
      docker.remove("-node-2");
      LocalNode second = cluster.nodes().get(1);
      assertThat(second.state()).isEqualTo(LocalNode.State.DOWN);
      assertThat(second.logFile()).hasContent("Server startup complete");
    }
  }

  @Test
  void faultsAreWhatDockerCallsThemAndARestartKeepsTheContainer() {
    try (LocalCluster cluster = start(three())) {
      FakeDocker.Container second = docker.container("-node-2");
      cluster.kill(2);
      assertThat(second.status()).isEqualTo("exited");
      assertThat(cluster.nodes().get(1).state()).isEqualTo(LocalNode.State.DOWN);
      assertThat(cluster.nodes().get(1).logFile()).hasContent("Server startup complete");
      cluster.kill(2);
      cluster.restart(2);
      assertThat(cluster.nodes().get(1).state()).isEqualTo(LocalNode.State.UP);
      assertThat(cluster.nodes().get(1).pid()).hasValue(4711);
      cluster.freeze(2);
      assertThat(second.status()).isEqualTo("paused");
      assertThat(cluster.nodes().get(1).state()).isEqualTo(LocalNode.State.FROZEN);
      cluster.resume(2);
      cluster.resume(2);
      assertThat(second.status()).isEqualTo("running");
      assertThat(docker.container("-node-2")).isSameAs(second);
      assertThatExceptionOfType(LocalBrokerException.class)
          .isThrownBy(
              () -> {
                cluster.kill(1);
                cluster.freeze(1);
              })
          .withMessageContaining("is down and cannot be frozen");
    }
  }

  @Test
  void closeRemovesContainersDataNetworkAndDirectory() {
    LocalCluster cluster = start(three());
    cluster.freeze(3);
    cluster.close();
    assertThat(docker.containers()).isEmpty();
    assertThat(docker.networks()).isEmpty();
    assertThat(docker.requests())
        .filteredOn(request -> request.startsWith("DELETE /containers/"))
        .hasSize(3)
        .allSatisfy(request -> assertThat(request).contains("v=true", "force=true"));
    assertThat(folder.resolve("state")).isEmptyDirectory();
  }

  @Test
  void keptDataStaysInEndedContainers() {
    LocalClusterSpec spec =
        LocalClusterSpec.of("rabbitmq", 1).withVersion("4").withOption("keepData", "true");
    start(spec).close();
    assertThat(docker.container("-node-1").status()).isEqualTo("exited");
    assertThat(folder.resolve("state/mine")).exists();
    String group = docker.networks().iterator().next();
    assertThatExceptionOfType(LocalBrokerException.class)
        .isThrownBy(() -> start(spec))
        .withMessageContaining("already exists")
        .withMessageContaining(
            " rm -f -v $(docker --host %s ps -aq --filter label=io.tidemark.cluster=%s); docker --host %s network rm %s"
                .formatted(docker.host(), group, docker.host(), group));
  }

  @Test
  void aStartThatFailsLeavesNothingBehind() {
    docker.refuseStartOf("-node-2");
    assertThatExceptionOfType(LocalBrokerException.class)
        .isThrownBy(() -> start(three()))
        .withMessageContaining("cannot start container")
        .withMessageContaining("port is already allocated");
    assertThat(docker.containers()).isEmpty();
    assertThat(docker.networks()).isEmpty();
    assertThat(folder.resolve("state")).isEmptyDirectory();
  }

  @Test
  void theNextStartReapsContainersWhoseOwnerHasEnded() throws Exception {
    start(three()).release();
    disownByADeadProcess();
    OrphanedClusters.reap(folder.resolve("state"), progress::add);
    assertThat(docker.containers()).isEmpty();
    assertThat(folder.resolve("state")).isEmptyDirectory();
  }

  @Test
  void anEngineThatIsSwitchedOffDoesNotKeepOtherBrokersFromStarting() throws Exception {
    start(three()).release();
    disownByADeadProcess();
    docker.close();
    OrphanedClusters.reap(folder.resolve("state"), progress::add);
    assertThat(progress).last().asString().endsWith("the next start tries again");
    assertThat(folder.resolve("state/mine/containers")).exists();
  }

  private void disownByADeadProcess() throws Exception {
    Path file = folder.resolve("state/mine/cluster.properties");
    String text = Files.readString(file);
    ProcessIdentity self = ProcessIdentity.ofThisProcess();
    ProcessIdentity dead = new ProcessIdentity(self.pid(), self.startTicks() - 1);
    assertThat(text).containsPattern("owner=");
    Files.writeString(file, text.replaceAll("owner=.*", "owner=" + dead.asText()));
  }

  @Test
  void dockerFalseAsksNoEngine() {
    assertThatExceptionOfType(LocalBrokerException.class)
        .isThrownBy(() -> start(three().withOption("docker", "false")))
        .withMessageContaining("docker: false");
    assertThat(docker.requests()).isEmpty();
  }
}
