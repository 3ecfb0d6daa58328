package io.tidemark.cli.brokers;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.base.brokers.BrokerKind;
import io.tidemark.base.brokers.BrokerOptions;
import io.tidemark.brokers.cluster.LocalBrokersHome;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BrokersCommandTest {
  @TempDir Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private LocalBrokersHome home;

  @BeforeEach
  void makeAnEmptyHome() {
    home =
        new LocalBrokersHome(
            folder.resolve("state"),
            folder.resolve("cache"),
            Optional.empty(),
            Optional.empty(),
            true);
  }

  private int run(String... arguments) {
    return BrokersCommand.run(
        home, new PrintWriter(out, true), new PrintWriter(err, true), arguments);
  }

  @Test
  void exitsWithUsageForAMissingOrUnknownCommand() {
    assertThat(run()).isEqualTo(2);
    assertThat(run("upp")).isEqualTo(2);
    assertThat(err.toString()).contains("a command is missing").contains("upp");
  }

  @Test
  void exitsWithUsageForAnUnknownKindAndNamesTheAllowedOnes() {
    assertThat(run("up", "kafak")).isEqualTo(2);
    assertThat(err.toString()).contains("kafak").contains("kafka, rabbitmq");
  }

  @Test
  void theHelpNamesEachOptionOfEachKind() {
    assertThat(run("up", "--help")).isZero();
    String help = out.toString().replaceAll("\\s+", " ");
    assertThat(help).contains("jms: heap, forceToDisk; ").contains("all: proxy, cpus, keepData.");
    for (BrokerKind kind : BrokerKind.values()) {
      BrokerOptions.of(kind).forEach(option -> assertThat(help).contains(option.path()));
    }
  }

  @Test
  void exitsWithInfrastructureWhenThereIsNoBrokerToStartAndSaysWhatToDo() {
    assertThat(run("up", "kafka")).isEqualTo(3);
    assertThat(err.toString()).contains("TIDEMARK_HOME");
    assertThat(folder.resolve("state")).isEmptyDirectory();
  }

  @Test
  void saysHowToInstallRabbitMqWhenItIsNotThere() {
    assertThat(run("up", "rabbitmq", "--no-docker", "--no-install")).isEqualTo(3);
    assertThat(err.toString())
        .contains("bin/brokers install rabbitmq --version 4", "installing it is disabled");
    assertThat(folder.resolve("cache")).doesNotExist();
  }

  @Test
  void exitsWithUsageForAHomeWithoutAServer() {
    assertThat(run("up", "rabbitmq", "--home", folder.toString())).isEqualTo(2);
    assertThat(err.toString()).contains("options.home: got '" + folder, "sbin/rabbitmq-server");
    assertThat(folder.resolve("state")).doesNotExist();
  }

  @Test
  void showsThatNothingRuns() {
    assertThat(run("status")).isZero();
    assertThat(out.toString()).contains("no local brokers");
  }

  /** The state files that a start leaves behind; their engine is not available. */
  private void cluster(String name, String owner, Optional<String> containers) throws IOException {
    Path directory = Files.createDirectories(folder.resolve("state").resolve(name));
    Files.writeString(
        directory.resolve("cluster.properties"),
        """
        kind=rabbitmq
        version=4
        addresses=127.0.0.1:1
        helpers=
        keepData=false
        """
            + owner);
    if (containers.isPresent()) {
      Files.writeString(directory.resolve("containers"), containers.get());
    }
  }

  @Test
  void aClusterWhoseDockerEngineIsOffIsOneLineAndKeepsNoOtherFromItsTurn() throws IOException {
    cluster("a", "", Optional.of("tcp://127.0.0.1:1 tidemark-a-0\n"));
    cluster("b", "", Optional.empty());

    assertThat(run("status")).isEqualTo(3);
    assertThat(err.toString().lines())
        .singleElement()
        .asString()
        .startsWith("brokers: cluster 'a': ")
        .contains("Docker engine at tcp://127.0.0.1:1");
    assertThat(out.toString()).contains("b: rabbitmq 4", "DOWN");

    assertThat(run("down", "--all")).isEqualTo(3);
    assertThat(err.toString().lines()).hasSize(2);
    assertThat(out.toString()).contains("b is down").doesNotContain("a is down");
    assertThat(folder.resolve("state/a")).isDirectory();
    assertThat(folder.resolve("state/b")).doesNotExist();
  }

  @Test
  void saysOfWhatARunLeftBehindThatTheRunHasEnded() throws IOException {
    cluster("gone", "owner=1 999999999999\n", Optional.empty());

    assertThat(run("status")).isZero();
    assertThat(out.toString())
        .contains("gone: rabbitmq 4, of the run with process 1, which has ended: ");
  }

  @Test
  void refusesToHarmAClusterThatDoesNotExist() {
    assertThat(run("kill", "1")).isEqualTo(2);
    assertThat(run("kill", "1", "--name", "mine")).isEqualTo(3);
    assertThat(err.toString()).contains("there are no local brokers").contains("'mine'");
  }

  @Test
  void hasHelpForEveryCommand() {
    for (String command :
        new String[] {"up", "status", "kill", "restart", "freeze", "resume", "down", "install"}) {
      assertThat(run(command, "--help")).as(command).isZero();
    }
    assertThat(out.toString()).contains("--nodes").contains("SIGSTOP");
  }

  @Test
  void aFaultOfTheNetworkNeedsAClusterWithProxies() throws IOException {
    cluster("b", "", Optional.empty());
    assertThat(run("partition", "1")).isEqualTo(2);
    assertThat(err.toString()).contains("start it with --option proxy=true");
    assertThat(run("delay", "1")).isEqualTo(2);
    assertThat(err.toString()).contains("--latency");
    assertThat(run("delay", "1", "--latency", "soon")).isEqualTo(2);
    assertThat(err.toString()).contains("got soon; allowed a time such as 50ms");
  }
}
