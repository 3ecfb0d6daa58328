package io.tidemark.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Scripts that bin/test does not run, because they need a cluster or an idle machine: that they fit
 * the installation.
 */
class ScriptsIT {
  private static final Path HOME = Chart.ROOT.resolve("build/distribution/target/tidemark");

  @TempDir Path folder;

  private String bash(String script) throws Exception {
    ProcessBuilder builder = new ProcessBuilder("bash", "-ec", script).directory(folder.toFile());
    builder.environment().put("FAKE_CLUSTER", folder.toString());
    builder.environment().put("TIDEMARK_SKIP_BUILD", "1");
    return Ended.output(builder);
  }

  @Test
  void theGuideOfKubernetesIsCarriedOutOnAClusterThatTakesEverything() throws Exception {
    Path inMemory = Chart.ROOT.resolve("driver-inmemory/inmemory.yaml");
    Files.writeString(
        folder.resolve("d.yaml"),
        Files.readString(inMemory).replace("name: inmemory", "name: my-kafka"));
    Files.writeString(
        folder.resolve("w.yaml"),
        """
        topics: 1
        partitionsPerTopic: 1
        subscriptionsPerTopic: 1
        producersPerTopic: 1
        consumerPerSubscription: 1
        messageSize: 100B
        producerRate: 100
        warmupDuration: 0s
        testDuration: 1s
        """);
    Files.writeString(folder.resolve("code"), "0\n");
    Path bin = Chart.ROOT.resolve("bin");
    bash("'" + bin + "/benchmark' -q -d d.yaml --results-dir results/run w.yaml || [ $? = 1 ]");
    Path tools = Path.of("src/test/resources/tools").toAbsolutePath();

    String printed = bash("PATH='" + tools + "':$PATH exec '" + bin + "/test-kubernetes' guide");

    assertThat(printed).contains("1 tests passed");
  }

  /** The first run of a seed is on topics in memory. */
  @Test
  void aSoakAgreesWithItsPlan() throws Exception {
    assertThat(bash("exec '" + Chart.ROOT + "/bin/soak' --run 0")).contains("; 0 disagreed");
  }

  @Test
  void theProgramsOfScriptsCompile() throws IOException {
    List<String> arguments = new ArrayList<>(List.of("-proc:none", "-nowarn", "-d", "" + folder));
    try (Stream<Path> jars = Files.walk(HOME)) {
      List<String> all = jars.map(Path::toString).filter(jar -> jar.endsWith(".jar")).toList();
      arguments.addAll(List.of("-cp", String.join(":", all)));
    }
    int before = arguments.size();
    for (String place : List.of("build/benchmarks", "build/soak")) {
      try (Stream<Path> files = Files.walk(Chart.ROOT.resolve(place))) {
        files
            .filter(
                file ->
                    file.toString().endsWith(".java")
                        && !file.toString().matches(".*/(src|target)/.*"))
            .forEach(file -> arguments.add(file.toString()));
      }
    }
    assertThat(arguments).hasSizeGreaterThan(before + 15);
    int code =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, arguments.toArray(String[]::new));
    assertThat(code).isZero();
  }

  @Test
  void theSyntaxOfScriptsIsRight() throws Exception {
    bash(
        "cd '"
            + Chart.ROOT
            + "' && git ls-files -z bin build deploy sdk | xargs -0 grep -lE '^#!.*(bash|/sh)$'"
            + " | while read -r script; do bash -n \"$script\"; done");
  }
}
