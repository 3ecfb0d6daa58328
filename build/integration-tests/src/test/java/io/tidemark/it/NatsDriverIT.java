package io.tidemark.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code sdk/driver-nats}, a project that {@code new-driver} has generated, on a real server. */
@Tag("release") // DriverProjectIT builds and runs such a project, too.
class NatsDriverIT {
  private static final Path SOURCES = TidemarkProcess.ROOT.resolve("sdk/driver-nats");
  @TempDir static Path folder;
  private static Path project;
  private static String build;

  @BeforeAll
  static void buildTheProject() throws IOException, InterruptedException {
    installTheServer();
    project = folder.resolve("driver-nats");
    copy(SOURCES, project);
    DriverProjects projects = new DriverProjects(folder);
    projects.installSdk();
    build = projects.verify(project);
  }

  /** Does nothing if it is there. */
  private static void installTheServer() throws IOException, InterruptedException {
    try (TidemarkProcess install =
        TidemarkProcess.startScript(SOURCES.resolve("install-broker"), Map.of(), folder)) {
      assertThat(install.waitFor())
          .as(
              "nats-server is missing: run sdk/driver-nats/install-broker; it printed %s",
              install.output())
          .isZero();
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    for (Path file : DriverProjects.files(from)) {
      Path relative = from.relativize(file);
      if (!List.of("target", "results").contains(relative.getName(0).toString())) {
        Files.createDirectories(to.resolve(relative).getParent());
        Files.copy(file, to.resolve(relative), StandardCopyOption.COPY_ATTRIBUTES);
      }
    }
  }

  @Test
  void keepsEveryRule() {
    assertThat(build)
        .as("printed by mvn -q")
        .containsPattern(
            "NatsConformanceIT: conformant; passed: [67]\\d, failed: 0 \\(of level SHOULD: 0\\), not"
                + " tried: 1\\d\\s")
        .doesNotContain("no broker behind a proxy is declared");
  }

  @Test
  void measuresOnThreeNodesOfWhichOneIsKilled() throws IOException, InterruptedException {
    Path workload =
        Files.writeString(
            project.resolve("faults.yaml"),
            DriverProjects.shortWorkload(project)
                    .replace("partitionsPerTopic: 1", "partitionsPerTopic: 3")
                    .replace("producerRate: 1000", "producerRate: 200")
                + """
                faults:
                  - {name: killed, at: 3s, kill: 1, duration: 2s}
                """);
    // What was under way to the lost node is delivered again while the run still waits for it.
    Path driver =
        Files.writeString(
            project.resolve("redelivering.yaml"),
            Files.readString(project.resolve("local.yaml")) + "ackWait: 5s\n");
    String printed;
    try (TidemarkProcess run =
        DriverProjects.start(project, "-d", driver.toString(), workload.toString())) {
      assertThat(run.waitFor()).as(run.output()).isLessThanOrEqualTo(1);
      printed = run.output();
    }
    assertThat(printed).contains("killed: kill 1");
    JsonNode run = RunResults.only(project.resolve("results"));
    assertThat(run.at("/delivery/lostMessages").asLong(-1)).as(printed).isZero();
    assertThat(run.at("/delivery/sentMessages").asLong()).as(printed).isPositive();
    assertThat(run.at("/brokerFacts/broker.name").asText()).isEqualTo("NATS JetStream");
    assertThat(run.at("/brokerFacts/nodes").asText()).isEqualTo("3");
    assertThat(run.at("/brokerFacts/acknowledgement").asText()).isEqualTo("majority of copies");
  }
}
