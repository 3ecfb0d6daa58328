package io.tidemark.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A driver outside of this project, as its author would make it: installs the SDK, generates a
 * project, builds and tests it with Maven, and runs it. Nothing gets into the user's repository.
 */
class DriverProjectIT {
  private static final long BUILD_SECONDS = 240;
  @TempDir static Path folder;
  private static Path project;
  private static String build;

  @BeforeAll
  static void makeAndBuildTheProject() throws IOException, InterruptedException {
    Path repository = folder.resolve("repository");
    project = folder.resolve("red-panda");
    run("install-sdk", "--repository", repository.toString());
    run("new-driver", "red-panda", "--dir", project.toString(), "--package", "com.acme.panda");
    build = mvn(repository, "verify");
  }

  private static String run(String... arguments) throws IOException, InterruptedException {
    try (TidemarkProcess process = TidemarkProcess.run(folder, "benchmark", arguments)) {
      assertThat(process.waitFor()).as(process.output()).isZero();
      return process.output();
    }
  }

  /** Downloads from this user's repository, which stays as it is. */
  private static String mvn(Path repository, String goal) throws IOException, InterruptedException {
    Path settings =
        Files.writeString(
            folder.resolve("settings.xml"),
            """
            <settings><mirrors><mirror>
              <id>cached</id><mirrorOf>*</mirrorOf><url>%s</url>
            </mirror></mirrors></settings>
            """
                .formatted(Path.of(System.getProperty("tidemark.maven.repository")).toUri()));
    List<String> command = new ArrayList<>();
    command.add(System.getProperty("tidemark.maven"));
    command.addAll(List.of("-B", "-ntp", "-s", settings.toString(), goal));
    command.add("-Dmaven.repo.local=" + repository);
    File output = folder.resolve("build.txt").toFile();
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("MAVEN_OPTS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
    Process process =
        builder
            .directory(project.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output)
            .start();
    boolean ended = process.waitFor(BUILD_SECONDS, TimeUnit.SECONDS);
    process.destroyForcibly();
    String printed = Files.readString(output.toPath());
    assertThat(ended).as("mvn %s ended in %s s: %s", goal, BUILD_SECONDS, printed).isTrue();
    assertThat(process.exitValue()).as(printed).isZero();
    return printed;
  }

  @Test
  void theProjectIsConformantAndPackagedAsADriverFolder() {
    assertThat(build).contains("BUILD SUCCESS");
    assertThat(project.resolve("target/conformance/RedPandaConformanceIT.txt"))
        .content()
        .containsPattern("RedPandaConformanceIT: conformant; passed: [4-9]\\d, failed: 0 ");
    assertThat(project.resolve("target/drivers/red-panda"))
        .isDirectoryContaining("glob:**/driver-red-panda.jar")
        .isDirectoryContaining("glob:**/snakeyaml-*.jar")
        .isDirectoryNotContaining("glob:**/driver-api*")
        .isDirectoryNotContaining("glob:**/slf4j*");
    assertThat(project.resolve("src/main/java/com/acme/panda/RedPandaBenchmarkDriver.java"))
        .content()
        .doesNotContainIgnoringCase("mybroker")
        .doesNotContain("org.example");
  }

  @Test
  void runsWithItsOwnBrokerWhichIsKilledAndFrozen() throws IOException, InterruptedException {
    Path workload =
        Files.writeString(
            project.resolve("faults.yaml"),
            Files.readString(project.resolve("workload.yaml"))
                    .replace("warmupDuration: 3s", "warmupDuration: 1s")
                    .replace("testDuration: 10s", "testDuration: 8s")
                    .replace("objectives:\n  lost: 0\n", "")
                + """
                faults:
                  - {name: killed, at: 1s, kill: 1, duration: 500ms}
                  - {name: frozen, at: 6s, freeze: 1, duration: 500ms}
                """);
    List<String> arguments = List.of("-d", "local-1node.yaml", workload.toString());
    try (TidemarkProcess run = start(arguments.toArray(String[]::new))) {
      assertThat(run.waitFor()).as(run.output()).isLessThanOrEqualTo(1);
      assertThat(run.output())
          .contains("Started command: 127.0.0.1:", "killed: kill 1", "frozen: freeze 1")
          .containsPattern(
              "send-errors: [\\d,]+ sends failed; the first: producer 0: IOException:");
    }
    JsonNode facts = RunResults.only(project.resolve("results")).get("brokerFacts");
    assertThat(facts.get("broker.name").asText()).isEqualTo("toy broker");
    assertThat(facts.get("driver.jar").asText()).isEqualTo("driver-red-panda.jar");
    assertThat(facts.get("driver.version").asText()).isEqualTo("0.1.0-SNAPSHOT");
    assertThat(facts.get("driver.sha256").asText()).matches("[0-9a-f]{64}");
  }

  @Test
  void isListedWithItsCapabilities() throws IOException, InterruptedException {
    try (TidemarkProcess list = start("drivers")) {
      assertThat(list.waitFor()).as(list.output()).isZero();
      assertThat(list.output())
          .startsWith("red-panda 0.1.0-SNAPSHOT\n  folder   " + project.resolve("target/drivers"))
          .contains(
              "  jar      driver-red-panda.jar\n  class    com.acme.panda.RedPandaBenchmarkDriver\n  SDK      ",
              "  has      DescribedDriver, ")
          .containsPattern("red-panda[\\s\\S]*has .*SendFuture[\\s\\S]*without  GroupedSends: ");
    }
    try (TidemarkProcess doc = start("drivers", "--doc", "red-panda")) {
      assertThat(doc.waitFor()).as(doc.output()).isZero();
      assertThat(doc.output())
          .contains("| `address` | a text |  | Address of the broker, host:port.");
    }
  }

  @Test
  void anExistingFolderIsNotTouched() throws IOException, InterruptedException {
    String before = Files.readString(project.resolve("README.md"));
    try (TidemarkProcess again =
        TidemarkProcess.run(folder, "benchmark", "new-driver", "other", "--dir", "red-panda")) {
      assertThat(again.waitFor()).isEqualTo(2);
      assertThat(again.output())
          .endsWith("--dir: red-panda exists; allowed is a folder that does not");
    }
    assertThat(project.resolve("README.md")).content().isEqualTo(before);
  }

  /** The project's script. */
  private static TidemarkProcess start(String... arguments) throws IOException {
    return TidemarkProcess.startScript(
        project.resolve("run"),
        Map.of("TIDEMARK", TidemarkProcess.ROOT.toString()),
        project,
        arguments);
  }
}
