package io.tidemark.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A driver outside of this project, as its author would make it: installs the SDK, generates a
 * project, builds and tests it with Maven, and runs it.
 */
@Tag("release")
class DriverProjectIT {
  @TempDir static Path folder;
  private static Path project;
  private static String build;

  @BeforeAll
  static void makeAndBuildTheProject() throws IOException, InterruptedException {
    project = folder.resolve("red-panda");
    DriverProjects projects = new DriverProjects(folder);
    projects.installSdk();
    projects.command(
        "new-driver", "red-panda", "--dir", project.toString(), "--package", "com.acme.panda");
    build = projects.verify(project);
  }

  @Test
  void theSdkHasSourcesAndJavadoc() {
    for (String artifact : List.of("driver-api", "driver-capabilities", "driver-testkit")) {
      assertThat(folder.resolve("repository/io/tidemark").resolve(artifact))
          .isDirectoryRecursivelyContaining("glob:**/" + artifact + "-*-sources.jar")
          .isDirectoryRecursivelyContaining("glob:**/" + artifact + "-*-javadoc.jar");
    }
  }

  @Test
  void theProjectIsConformantAndPackagedAsADriverFolder() {
    String summary = "RedPandaConformanceIT: conformant; passed: [4-9]\\d, failed: 0 ";
    assertThat(build)
        .as("printed by mvn -q")
        .containsPattern(summary)
        .contains("not tried MAY    7.1   Every request", "the driver does not have RequestReply");
    Path statement = project.resolve("target/conformance");
    assertThat(statement.resolve("RedPandaConformanceIT.txt")).content().containsPattern(summary);
    assertThat(statement.resolve("RedPandaConformanceIT.json")).content().contains("\"PASSED\"");
    assertThat(statement.resolve("RedPandaConformanceIT.xml")).content().contains("<skipped ");
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
            DriverProjects.shortWorkload(project)
                    .replace("testDuration: 10s", "testDuration: 8s")
                    .replace("objectives:\n  lost: 0\n", "")
                + """
                faults:
                  - {name: killed, at: 1s, kill: 1, duration: 500ms}
                  - {name: frozen, at: 6s, freeze: 1, duration: 500ms}
                """);
    List<String> arguments = List.of("-d", "local-1node.yaml", workload.toString());
    try (TidemarkProcess run = DriverProjects.start(project, arguments.toArray(String[]::new))) {
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
    String list = DriverProjects.run(project, "drivers");
    assertThat(list)
        .startsWith("red-panda 0.1.0-SNAPSHOT\n  folder   " + project.resolve("target/drivers"))
        .contains(
            "  jar      driver-red-panda.jar\n"
                + "  class    com.acme.panda.RedPandaBenchmarkDriver\n"
                + "  SDK      ",
            "  has      DescribedDriver, ")
        .containsPattern(
            "red-panda[\\s\\S]*has .*SendFuture, MessageCallback\n"
                + "[\\s\\S]*without  GroupedSends: ");
    assertThat(DriverProjects.run(project, "drivers", "--doc", "red-panda"))
        .contains("| `address` | text | required | Address of the broker, host:port.");
    JsonNode schema =
        new ObjectMapper()
            .readTree(DriverProjects.run(project, "drivers", "--schema", "red-panda"));
    assertThat(schema.at("/properties").has("localBrokers")).isTrue();
    assertThat(schema.at("/allOf/0/then/properties/prefetch").toString())
        .contains("Messages that a consumer may get", "\"maximum\":10000");
  }

  @Test
  void theInstalledJarIsTriedByTheCommand() throws IOException, InterruptedException {
    Path junit = folder.resolve("statement.xml");
    String printed =
        DriverProjects.run(
            project,
            "conformance",
            "-d",
            "local-1node.yaml",
            "--proxy",
            "${brokers.host}:${brokers.port}",
            "--partitions",
            "1",
            "--rules",
            "1.4,3.1,4.1,8.1",
            "--junit",
            junit.toString());
    assertThat(printed)
        .contains("red-panda-1node: conformant; passed: 4, failed: 0 (of level SHOULD: 0)");
    assertThat(junit).content().contains("name=\"MUST 8.1 While no traffic passes");
  }

  @Test
  void anExistingFolderIsNotTouched() throws IOException, InterruptedException {
    String before = Files.readString(project.resolve("README.md"));
    try (TidemarkProcess again =
        TidemarkProcess.run(folder, "benchmark", "new-driver", "other", "--dir", "red-panda")) {
      assertThat(again.endedWith(2))
          .endsWith("--dir: red-panda exists; allowed is a folder that does not");
    }
    assertThat(project.resolve("README.md")).content().isEqualTo(before);
  }
}
