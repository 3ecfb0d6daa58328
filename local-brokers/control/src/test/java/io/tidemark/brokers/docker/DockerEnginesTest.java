package io.tidemark.brokers.docker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DockerEnginesTest {
  private static final Duration GENEROUS = Duration.ofSeconds(60);
  @TempDir Path folder;
  private final List<URI> asked = new ArrayList<>();

  private DockerEngines engines(Map<String, String> variables, Duration deadline) {
    return new DockerEngines(
        variables::get,
        folder.resolve("docker.sock"),
        folder.resolve(".dockerenv"),
        folder.resolve("hostname"),
        host -> {
          asked.add(host);
          return DockerEngines.at(host);
        },
        deadline);
  }

  @Test
  void withoutAnySignOfAnEngineNothingIsAsked() {
    DockerEngines.Answer answer = engines(Map.of("HOME", folder.toString()), GENEROUS).find();
    assertThat(answer.engine()).isEmpty();
    assertThat(answer.said()).contains("DOCKER_HOST is not set", "docker.sock");
    assertThat(asked).isEmpty();
  }

  @Test
  void looksForTheSocketsOfTheSystemAndOfTheUser() throws IOException {
    Files.createFile(folder.resolve("docker.sock"));
    Files.createDirectories(folder.resolve("home/.docker/run"));
    Files.createFile(folder.resolve("home/.docker/run/docker.sock"));
    DockerEngines.Answer answer =
        engines(Map.of("HOME", folder.resolve("home").toString()), GENEROUS).find();
    assertThat(asked)
        .containsExactly(
            URI.create("unix://" + folder.resolve("docker.sock")),
            URI.create("unix://" + folder.resolve("home/.docker/run/docker.sock")));
    assertThat(answer.engine()).as("files are not engines").isEmpty();
    assertThat(answer.said()).contains("cannot be used");
  }

  @Test
  void anEngineThatDoesNotAnswerInTimeCountsAsNone() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      String host = "tcp://127.0.0.1:" + silent.getLocalPort();
      DockerEngines.Answer answer =
          engines(Map.of("DOCKER_HOST", host), Duration.ofMillis(200)).find();
      assertThat(answer.engine()).isEmpty();
      assertThat(answer.said()).contains(host, "no answer after 200 ms");
    }
  }

  @Test
  void anEngineElsewhereIsNotAsked() {
    for (String host : List.of("tcp://build.example.com:2376", "ssh://me@build", "what's that?")) {
      DockerEngines.Answer answer = engines(Map.of("DOCKER_HOST", host), GENEROUS).find();
      assertThat(answer.engine()).isEmpty();
      assertThat(answer.said()).contains(host, "not on this machine");
    }
    assertThat(asked).isEmpty();
  }

  @Test
  void inAContainerOnlyAnEngineOfThatContainerIsOfUse() throws IOException {
    Files.createFile(folder.resolve(".dockerenv"));
    try (FakeDocker docker = FakeDocker.with()) {
      DockerEngines engines = engines(Map.of("DOCKER_HOST", docker.host().toString()), GENEROUS);
      Files.writeString(folder.resolve("hostname"), "some-container\n");
      assertThat(engines.find().said()).contains("outside of this container");
      Files.writeString(folder.resolve("hostname"), "fake-machine\n");
      assertThat(engines.find().engine()).isPresent();
    }
  }

  @Test
  void canBeSwitchedOff() throws IOException {
    Files.createFile(folder.resolve("docker.sock"));
    assertThat(engines(Map.of("TIDEMARK_DOCKER", "false"), GENEROUS).find().said())
        .contains("TIDEMARK_DOCKER=false");
    assertThat(asked).isEmpty();
  }
}
