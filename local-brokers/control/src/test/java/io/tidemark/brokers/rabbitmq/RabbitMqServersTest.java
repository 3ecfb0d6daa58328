package io.tidemark.brokers.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tidemark.brokers.cluster.LocalBrokersHome;
import io.tidemark.brokers.docker.DockerEngines;
import io.tidemark.brokers.docker.FakeDocker;
import io.tidemark.brokers.process.LocalBrokerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RabbitMqServersTest {
  private static final RabbitMqRelease OLD = RabbitMqRelease.of("3.10");
  private static final DockerEngines.Answer NO_DOCKER =
      DockerEngines.Answer.none("no Docker engine: switched off");
  @TempDir Path folder;
  private final List<String> progress = new ArrayList<>();

  private RabbitMqServers servers(
      Optional<Path> rabbitMqHome, String path, DockerEngines.Answer docker) {
    return new RabbitMqServers(home(rabbitMqHome), path, () -> docker, progress::add);
  }

  private static DockerEngines.Answer answer(FakeDocker docker) {
    return new DockerEngines.Answer(
        Optional.of(DockerEngines.at(docker.host())), "Docker 27 at " + docker.host());
  }

  private LocalBrokersHome home(Optional<Path> rabbitMqHome) {
    return new LocalBrokersHome(
        folder.resolve("state"), folder.resolve("cache"), Optional.empty(), rabbitMqHome, false);
  }

  private Path server(String where, String version) throws IOException {
    Path server = folder.resolve(where);
    Files.createDirectories(server.resolve("plugins/rabbit-" + version));
    program(server.resolve("sbin/rabbitmq-server"));
    return server;
  }

  private static void program(Path path) throws IOException {
    Files.createDirectories(path.getParent());
    Files.createFile(path);
    assertThat(path.toFile().setExecutable(true)).isTrue();
  }

  private String erlangOnPath() throws IOException {
    program(folder.resolve("erlang/erl"));
    program(folder.resolve("erlang/epmd"));
    return folder.resolve("erlang").toString();
  }

  @Test
  void prefersTheNamedHomeAndDoesNotAskDocker() throws IOException {
    Path named = server("named", "3.10.8");
    Path erlang = Path.of(erlangOnPath());
    RabbitMqServers servers =
        new RabbitMqServers(
            home(Optional.of(named)),
            erlang.toString(),
            () -> {
              throw new AssertionError("asked Docker");
            },
            progress::add);
    assertThat(servers.find(OLD)).isEqualTo(RabbitMqServer.plain(named, erlang));
  }

  @Test
  void takesTheServerOfTheFolderThatWasAskedForAndNoOther() throws IOException {
    Path asked = server("asked", "3.10.8");
    Path other = server("other", "3.12.1");
    Path environment = server("environment", "3.10.9");
    Path erlang = Path.of(erlangOnPath());
    assertThat(
            servers(Optional.of(environment), erlang.toString(), NO_DOCKER)
                .at(asked.resolve("../asked"), OLD))
        .isEqualTo(RabbitMqServer.plain(asked, erlang));
    assertThatExceptionOfType(LocalBrokerException.class)
        .isThrownBy(
            () -> servers(Optional.of(environment), erlang.toString(), NO_DOCKER).at(other, OLD))
        .withMessage("no RabbitMQ 3.10 in the specified home: " + other + " is version 3.12.1");
  }

  @Test
  void saysWhatItRefusedAndHowToInstall() throws IOException {
    Path named = server("named", "3.12.1");
    RabbitMqServers servers = servers(Optional.of(named), erlangOnPath(), NO_DOCKER);
    assertThatExceptionOfType(LocalBrokerException.class)
        .isThrownBy(() -> servers.find(OLD))
        .withMessageContaining("bin/brokers install rabbitmq --version 3.10")
        .withMessageContaining("is version 3.12.1")
        .withMessageContaining(
            "start a Docker engine that has or can pull rabbitmq:3.10-management")
        .withMessageContaining("no rabbitmq-server on the PATH")
        .withMessageContaining("no Docker engine: switched off")
        .withMessageContaining("installing it is disabled (--no-install");
  }

  @Test
  void refusesAServerWithoutErlang() throws IOException {
    Path named = server("named", "3.10.8");
    RabbitMqServers servers =
        servers(Optional.of(named), folder.resolve("empty").toString(), NO_DOCKER);
    assertThatExceptionOfType(LocalBrokerException.class)
        .isThrownBy(() -> servers.find(OLD))
        .withMessageContaining("erl and epmd are not on the PATH");
  }

  @Test
  void goesPastDebiansWrapperToTheServerBehindIt() throws IOException {
    program(folder.resolve("usr/sbin/rabbitmq-server"));
    Path behind = server("usr/lib/rabbitmq/lib/rabbitmq_server-3.10.8", "3.10.8");
    String path = folder.resolve("usr/sbin") + ":" + erlangOnPath();
    assertThat(servers(Optional.empty(), path, NO_DOCKER).find(OLD))
        .isEqualTo(RabbitMqServer.plain(behind, folder.resolve("erlang")));
  }

  @Test
  void fallsBackToTheCache() throws IOException {
    Path cached =
        server("cache/rabbitmq-3.10/usr/lib/rabbitmq/lib/rabbitmq_server-3.10.8", "3.10.8");
    RabbitMqSource found = servers(Optional.empty(), "", NO_DOCKER).find(OLD);
    assertThat(found)
        .isEqualTo(
            RabbitMqServer.plain(cached, folder.resolve("cache/rabbitmq-3.10/usr/lib/erlang/bin")));
  }

  @Test
  void saysWhyAFolderOfTheCacheCannotBeUsed() throws IOException {
    Path cache = folder.resolve("a cache");
    server("a cache/rabbitmq-3.10/usr/lib/rabbitmq/lib/rabbitmq_server-3.10.8", "3.10.8");
    Files.createDirectories(cache.resolve("rabbitmq-4"));
    LocalBrokersHome home =
        new LocalBrokersHome(folder, cache, Optional.empty(), Optional.empty(), true);
    assertThatExceptionOfType(LocalBrokerException.class)
        .isThrownBy(() -> new RabbitMqServers(home, "", () -> NO_DOCKER, progress::add).find(OLD))
        .withMessageContaining(cache.resolve("rabbitmq-3.10") + " contains a blank");
    RabbitMqRelease current = RabbitMqRelease.of("4");
    assertThatExceptionOfType(LocalBrokerException.class)
        .isThrownBy(
            () -> new RabbitMqServers(home, "", () -> NO_DOCKER, progress::add).find(current))
        .withMessageContaining(cache.resolve("rabbitmq-4") + " has no server: delete it");
    assertThat(progress).isEmpty();
  }

  @Test
  void isolatesTheVersionThatNeedsItsOwnUserLand() throws IOException {
    server("cache/rabbitmq-4/usr/lib/rabbitmq/lib/rabbitmq_server-4.0.5", "4.0.5");
    RabbitMqSource found = servers(Optional.empty(), "", NO_DOCKER).find(RabbitMqRelease.of("4"));
    assertThat(found)
        .isEqualTo(
            RabbitMqServer.isolated(
                folder.resolve("cache/rabbitmq-4"),
                Path.of("/usr/lib/rabbitmq/lib/rabbitmq_server-4.0.5")));
  }

  @Test
  void takesTheImageOfTheVersionFromADockerEngineBeforeTheCache() throws IOException {
    server("cache/rabbitmq-4/usr/lib/rabbitmq/lib/rabbitmq_server-4.0.5", "4.0.5");
    try (FakeDocker docker = FakeDocker.with("rabbitmq:4-management")) {
      RabbitMqSource found =
          servers(Optional.empty(), "", answer(docker)).find(RabbitMqRelease.of("4"));
      assertThat(found.description())
          .isEqualTo("image rabbitmq:4-management in Docker 27 at " + docker.host());
      assertThat(docker.requests()).noneMatch(request -> request.startsWith("POST /images"));
    }
  }

  @Test
  void pullsTheImageThatTheEngineDoesNotHave() throws IOException {
    try (FakeDocker docker = FakeDocker.with()) {
      docker.registryHas("rabbitmq:3.10-management");
      assertThat(servers(Optional.empty(), "", answer(docker)).find(OLD))
          .isInstanceOf(RabbitMqImage.class);
      assertThat(progress).contains("docker: pulling rabbitmq:3.10-management");
    }
  }

  @Test
  void anImageThatCannotBePulledLeavesTheCache() throws IOException {
    server("cache/rabbitmq-3.10/usr/lib/rabbitmq/lib/rabbitmq_server-3.10.8", "3.10.8");
    try (FakeDocker docker = FakeDocker.with()) {
      assertThat(servers(Optional.empty(), "", answer(docker)).find(OLD))
          .isInstanceOf(RabbitMqServer.class);
      assertThat(progress)
          .anySatisfy(
              line ->
                  assertThat(line)
                      .contains("cannot pull rabbitmq:3.10-management", "no such host"));
    }
  }
}
