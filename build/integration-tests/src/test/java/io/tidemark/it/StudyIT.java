package io.tidemark.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Studies that end, are killed, or are interrupted. */
class StudyIT {
  private static final String ALL_SMALL = "../build/benchmarks/studies/all-small.sh";

  @TempDir Path folder;

  private String study(String setup, String teardown) throws IOException {
    WorkloadFiles.shortRun(folder, "short");
    String driver = TidemarkProcess.ROOT.resolve("driver-inmemory/inmemory.yaml").toString();
    String text =
        """
        name: two
        environments:
          - name: direct
            driver: %s
            setup: [%s]
            teardown: [%s]
          - {name: queued, driver: %s, set: {delivery: queued}}
        workloads: [short.yaml]
        iterations: 2
        """
            .formatted(driver, setup, teardown, driver);
    return Files.writeString(folder.resolve("two.yaml"), text).toString();
  }

  private JsonNode stored(String name) throws IOException {
    return new ObjectMapper().readTree(folder.resolve("results/" + name + "/study.json").toFile());
  }

  private List<String> states() throws IOException {
    return stored("two").path("runs").findValuesAsText("state");
  }

  @Test
  void aKilledStudyKeepsItsRunsAndRepeatsTheOthers() throws Exception {
    String study = study("", "");
    try (TidemarkProcess killed = TidemarkProcess.start(folder, "benchmark", "study", study)) {
      killed.awaitOutput("== run 2 of 4");
      Awaitility.await()
          .until(() -> states().equals(List.of("DONE", "RUNNING", "PENDING", "PENDING")));
      killed.signal("KILL");
      killed.waitFor();
    }
    String first = stored("two").path("runs").get(0).path("directory").asText();

    Command again = Command.succeeding(folder, "study", study);
    assertThat(again.output()).contains("== run 2 of 4").doesNotContain("== run 1 of 4");
    assertThat(states()).containsOnly("DONE");
    assertThat(stored("two").path("runs").get(0).path("directory").asText()).isEqualTo(first);
    try (Stream<Path> files = Files.walk(folder.resolve("results"))) {
      assertThat(files)
          .noneMatch(file -> file.getFileName().toString().startsWith(".recording-"))
          .anyMatch(file -> file.endsWith("report.html"));
    }
    int runs = 0;
    for (String environment : List.of("direct", "queued")) {
      runs += RunResults.folders(folder.resolve("results/two/" + environment)).size();
    }
    assertThat(runs).isEqualTo(4);
  }

  @Test
  void ctrlCEndsTheSetUpAndTearsDown() throws Exception {
    Path pid = folder.resolve("pid");
    Path torn = folder.resolve("torn");
    String study =
        study("\"sleep 300 & echo $! > " + pid + "; wait\"", "\"echo down > " + torn + "\"");
    try (TidemarkProcess benchmark = TidemarkProcess.start(folder, "benchmark", "study", study)) {
      Awaitility.await().until(() -> Files.exists(pid) && Files.size(pid) > 0);
      benchmark.interrupt();
      assertThat(benchmark.endedWith(130)).contains("The same command continues the study.");
    }
    assertThat(torn).hasContent("down");
    Path stat = Path.of("/proc", Files.readString(pid).strip(), "stat");
    assertThat(!Files.exists(stat) || Files.readString(stat).contains(") Z")).isTrue();
    assertThat(states()).containsOnly("PENDING");
  }

  /**
   * A busy machine may make runs invalid: their number and files are checked, not their figures,
   * and they are not repeated. There are no warm-up iterations, and runs are shorter, to save time.
   */
  @Test
  @Tag("release")
  void theSmallStudyOfStretchedClustersEndsWithAReport() throws Exception {
    String shipped = Files.readString(TidemarkProcess.ROOT.resolve("studies/s8-small.yaml"));
    String once =
        shipped
            .replace(": [workloads/", ": [")
            .replace("../", TidemarkProcess.ROOT + "/")
            .replaceFirst("(?m)^warmupIterations: .*", "")
            .replace("iterations: 4", "iterations: 1")
            .replace("retries: 1", "");
    String workload = "s8-regular-against-stretched-small.yaml";
    Files.writeString(
        folder.resolve(workload),
        Files.readString(TidemarkProcess.ROOT.resolve("studies/workloads").resolve(workload))
            .replace("warmupDuration: 4s", "warmupDuration: 1s")
            .replace("testDuration: 5s", "testDuration: 2s"));
    Path study = Files.writeString(folder.resolve("s8-small.yaml"), once);
    Command benchmark = Command.run(folder, "study", study.toString());
    assertThat(benchmark.exitCode()).as(benchmark.output()).isBetween(0, 1);
    assertThat(benchmark.output()).contains("== run 3 of 3", "Leaderboard", "report.html");
    assertThat(clusters("s8-small", "regular", "stretched-slow", "stretched-fast"))
        .as("clusters of runs with the same kept broker")
        .hasSize(1);
    assertThat(stored("s8-small").path("runs").findValuesAsText("state"))
        .hasSize(3)
        .containsOnly("DONE");
    Path results = folder.resolve("results/s8-small");
    assertThat(results.resolve("leaderboard.md"))
        .content()
        .contains("| s8-small | stretched-slow |", "| s8-small | regular |");
    assertThat(results.resolve("report.html"))
        .content()
        .contains("How the study was done", "Leaderboard", "stretched-fast");
    for (Path run : RunResults.folders(results.resolve("stretched-slow"))) {
      assertThat(run.resolve("driver.yaml")).content().contains("linger.ms=40");
    }
  }

  @Test
  @Tag("release")
  void freshBrokersAreAnotherClusterInEachRun() throws Exception {
    WorkloadFiles.shortRun(folder, "short");
    Path driver = TidemarkProcess.ROOT.resolve("driver-kafka-strimzi/local-1node.yaml");
    Path study =
        Files.writeString(
            folder.resolve("fresh.yaml"),
            """
            name: fresh
            environments: [{name: kafka, driver: %s}]
            workloads: [short.yaml]
            iterations: 2
            brokers: fresh
            """
                .formatted(driver));
    Command benchmark = Command.run(folder, "study", study.toString());
    assertThat(benchmark.exitCode()).as(benchmark.output()).isBetween(0, 1);
    assertThat(clusters("fresh", "kafka")).hasSize(2);
  }

  /** Ids of the clusters on which an environment's runs were carried out. */
  private Set<String> clusters(String study, String... environments) throws IOException {
    Set<String> ids = new HashSet<>();
    for (String environment : environments) {
      for (JsonNode run : RunResults.all(folder.resolve("results/" + study + "/" + environment))) {
        ids.add(run.required("brokerFacts").required("cluster.id").asText());
      }
    }
    return ids;
  }

  @Test
  void ctrlCEndsAPause() throws Exception {
    Path study = Path.of(study("", ""));
    Files.writeString(study, Files.readString(study) + "coolDown: 20m\n");
    try (TidemarkProcess benchmark =
        TidemarkProcess.start(folder, "benchmark", "study", study.toString())) {
      benchmark.awaitOutput("Pause of 20");
      benchmark.interrupt();
      assertThat(benchmark.waitFor()).as(benchmark.output()).isEqualTo(130);
    }
    assertThat(states()).containsExactly("DONE", "PENDING", "PENDING", "PENDING");
  }

  /**
   * The command is a stub that prints its arguments; the files are those of {@code StudyFilesTest}.
   */
  @Test
  void theScriptOfAllSmallStudiesRunsEachAndListsThoseThatFail() throws Exception {
    List<String> small;
    try (Stream<Path> studies = Files.list(TidemarkProcess.ROOT.resolve("studies"))) {
      small =
          studies
              .map(file -> file.getFileName().toString())
              .filter(name -> name.endsWith("-small.yaml"))
              .toList();
    }
    assertThat(small).hasSizeGreaterThanOrEqualTo(10);
    Path java = Files.createDirectories(folder.resolve("bin")).resolve("java");
    Files.writeString(
        java,
        """
        #!/bin/sh
        echo "$@"
        case "$*" in *s8-small*) exit 2 ;; *s1-small*) exit 1 ;; esac
        """);
    assertThat(java.toFile().setExecutable(true)).isTrue();
    try (TidemarkProcess script =
        TidemarkProcess.start(
            TidemarkProcess.ROOT,
            Map.of("JAVA_HOME", folder.toString()),
            folder,
            ALL_SMALL,
            "--dry-run")) {
      assertThat(script.waitFor()).as(script.output()).isEqualTo(1);
      for (String name : small) {
        assertThat(script.output())
            .contains("== studies/" + name + "\n", "Main study --dry-run studies/" + name);
      }
      assertThat(script.output())
          .contains("studies/s8-small.yaml: exit code 2")
          .containsOnlyOnce("exit code");
    }
  }
}
