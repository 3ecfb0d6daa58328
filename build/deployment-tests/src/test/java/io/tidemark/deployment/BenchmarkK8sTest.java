package io.tidemark.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code bin/benchmark-k8s} with tools that play a cluster; bin/test-kubernetes has a real one. */
class BenchmarkK8sTest {
  private static final Path TOOLS = Path.of("src/test/resources/tools").toAbsolutePath();

  @TempDir Path folder;

  @BeforeEach
  void files() throws IOException {
    Files.writeString(folder.resolve("d.yaml"), "name: d\n");
    Files.writeString(folder.resolve("w.yaml"), "name: w\n");
    Files.writeString(folder.resolve("code"), "1\n");
    Path run = Files.createDirectories(folder.resolve("results/run/20261123-quick start"));
    Files.writeString(run.resolve("result.json"), "{\"a\": \"\u00fc\"}\n".repeat(1000));
    Files.write(run.resolve("empty.csv"), new byte[0]);
    Files.write(run.resolve("acknowledged.bin"), new byte[] {0, 10, -1, 13, 10, 61, 61, 32});
  }

  private Process start(String... arguments) throws IOException {
    List<String> line = new ArrayList<>(List.of(Chart.ROOT + "/bin/benchmark-k8s"));
    line.addAll(Arrays.asList(arguments));
    ProcessBuilder builder = new ProcessBuilder(line).directory(folder.toFile());
    builder.environment().merge("PATH", TOOLS.toString(), (path, ours) -> ours + ":" + path);
    builder.environment().put("FAKE_CLUSTER", folder.toString());
    return builder.redirectErrorStream(true).start();
  }

  private String calls() throws IOException {
    Path calls = folder.resolve("calls");
    return Files.exists(calls) ? Files.readString(calls) : "";
  }

  @Test
  void runsCopiesResultsCleansUpAndExitsWithTheCodeOfTheRun() throws Exception {
    Ended run =
        Ended.of(
            start(
                "run",
                "--context=east",
                "-n",
                "load",
                "--workers",
                "8",
                "-d",
                "d.yaml",
                "--results-dir",
                "copied",
                "w.yaml",
                "--",
                "--iterations",
                "2"));

    assertThat(run.withCode(1)).contains("the run's log", "Results: 3 files of run tidemark-");
    Path original = folder.resolve("results/run/20261123-quick start");
    Path copy = folder.resolve("copied/20261123-quick start");
    for (String file : List.of("result.json", "empty.csv", "acknowledged.bin")) {
      assertThat(copy.resolve(file)).hasSameBinaryContentAs(original.resolve(file));
    }
    assertThat(calls().lines())
        .allMatch(call -> call.matches("(kubectl --context|helm --kube-context) east -n load .*"))
        .anyMatch(call -> call.contains("helm") && call.contains("upgrade --install tidemark"))
        .anyMatch(call -> call.contains("--set workers.replicas=8"))
        .anyMatch(call -> call.contains("--from-file=d.yaml --from-file=w.yaml"))
        .anyMatch(call -> call.matches(".*delete job/tidemark-\\S+ secret/tidemark-\\S+-suite .*"));
  }

  @Test
  void takesFilesOfTheInstallationThatDoNotExistHere() throws Exception {
    String values = "deploy/helm/values/small.yaml";
    Ended run =
        Ended.of(start("run", "-d", "d.yaml", "--values", values, "workloads/quickstart.yaml"));

    String file = Chart.ROOT + "/workloads/quickstart.yaml";
    assertThat(run.output())
        .contains("workloads/quickstart.yaml does not exist here; using " + file);
    assertThat(calls())
        .contains("--from-file=d.yaml --from-file=" + file + "\n")
        .contains("--values " + Chart.ROOT + "/" + values + " ");
    assertThat(Ended.of(start("run", "-d", "d.yaml", "workloads/none.yaml")).code()).isEqualTo(2);
  }

  @Test
  void aSignalStopsTheRunAndItsResultsAreCopied() throws Exception {
    Files.createFile(folder.resolve("endless"));
    Process process = start("run", "-d", "d.yaml", "--results-dir", "copied", "w.yaml");
    while (!calls().contains("logs -f")) {
      Thread.sleep(50); // The test's time limit ends it.
    }
    process.toHandle().destroy(); // SIGTERM. The run ends when it is stopped, or after a minute.
    Ended ended = Ended.of(process);
    assertThat(ended.withCode(143)).contains("Stopping run tidemark-");
    assertThat(calls()).contains("kill -TERM 1");
    assertThat(folder.resolve("copied/20261123-quick start/result.json")).exists();
    assertThat(folder.resolve("stopped")).exists();
  }

  @Test
  void aSecondRunOnTheSameWorkersIsRefused() throws Exception {
    Files.createFile(folder.resolve("busy"));
    Ended run = Ended.of(start("run", "-d", "d.yaml", "w.yaml"));
    assertThat(run.withCode(2))
        .contains("run tidemark-before uses the workers of release tidemark");
    assertThat(calls()).doesNotContain("helm").doesNotContain("create");
  }

  @Test
  void aRunWhosePodIsDeletedEndsAtOnce() throws Exception {
    Files.createFile(folder.resolve("gone"));
    Ended run = Ended.of(start("run", "-d", "d.yaml", "w.yaml"));
    assertThat(run.withCode(3)).endsWith(" was deleted before the run ended\n");
    assertThat(calls().split("logs -f")).hasSize(2);
    assertThat(calls()).contains("delete job/tidemark-");
  }

  @Test
  void aRunWhoseResultsCannotBeCopiedIsKept() throws Exception {
    Files.createFile(folder.resolve("unreadable"));
    Ended run = Ended.of(start("run", "-d", "d.yaml", "w.yaml"));
    assertThat(run.withCode(3)).contains("no connection", "bin/benchmark-k8s attach tidemark-");
    assertThat(calls()).doesNotContain("delete job");

    Files.delete(folder.resolve("unreadable"));
    Ended attached = Ended.of(start("attach", "tidemark-1", "--results-dir", "again"));
    assertThat(attached.code()).as(attached.output()).isEqualTo(1);
    assertThat(folder.resolve("again/20261123-quick start/result.json")).exists();
    assertThat(calls()).contains("delete job/tidemark-1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "start",
        "run w.yaml",
        "run -d d.yaml",
        "run -d missing.yaml w.yaml",
        "run -d d.yaml,results/d.yaml w.yaml",
        "run -d d.yaml w.yaml --workers 0",
        "run -d d.yaml w.yaml --workers",
        "run -d d.yaml w.yaml --release UPPER",
        "run -d d.yaml w.yaml --timeout soon",
        "run -d d.yaml w.yaml --values missing.yaml",
        "run -d d.yaml w.yaml --what",
        "attach",
        "down something"
      })
  void wrongArgumentsAreOneLineBeforeAnythingIsTouched(String line) throws Exception {
    Files.writeString(folder.resolve("results/d.yaml"), "name: other\n");
    Ended ended = Ended.of(start(line.isEmpty() ? new String[0] : line.split(" ")));
    assertThat(ended.code()).as(ended.output()).isEqualTo(2);
    assertThat(ended.output().lines()).hasSize(1);
    assertThat(calls()).isEmpty();
  }
}
