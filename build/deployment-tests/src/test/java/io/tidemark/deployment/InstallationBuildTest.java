package io.tidemark.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When {@code bin/benchmark} of a source checkout builds, with a Maven that builds nothing. */
class InstallationBuildTest {
  private static final Path TOOLS = Path.of("src/test/resources/builder").toAbsolutePath();
  private static final String SOURCE = "framework/model/src/main/java/Model.java";

  @TempDir Path folder;
  private Path checkout;

  /** What a command has printed, and its exit code. */
  private record Ended(int code, String output) {}

  @BeforeEach
  void checkout() throws IOException {
    checkout = folder.resolve("checkout");
    for (String file : List.of("bin/benchmark", "bin/lib.sh", "build/distribution/build.sh")) {
      Path copy = checkout.resolve(file);
      Files.createDirectories(copy.getParent());
      Files.copy(Chart.ROOT.resolve(file), copy);
    }
    write("pom.xml", "<project/>");
    write("framework/model/pom.xml", "<project/>");
    write(SOURCE, "class Model {}");
  }

  private void write(String file, String text) throws IOException {
    Path path = checkout.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  private Ended benchmark(String... arguments) throws Exception {
    List<String> line = new ArrayList<>(List.of(checkout + "/bin/benchmark"));
    line.addAll(Arrays.asList(arguments));
    ProcessBuilder builder = new ProcessBuilder(line).redirectErrorStream(true);
    builder.environment().merge("PATH", TOOLS + "/bin", (path, ours) -> ours + ":" + path);
    builder.environment().put("JAVA_HOME", TOOLS.toString());
    builder.environment().remove("TIDEMARK_SKIP_BUILD");
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ended(process.waitFor(), output);
  }

  /** Of all builds so far, Maven's arguments. */
  private List<String> builds() throws IOException {
    Path calls = checkout.resolve("calls");
    return Files.exists(calls) ? Files.readAllLines(calls) : List.of();
  }

  private void assertBuilds(int count) throws Exception {
    Ended command = benchmark("check", "w.yaml");
    assertThat(command.code()).as(command.output()).isZero();
    assertThat(command.output()).endsWith("started\n");
    assertThat(builds()).hasSize(count);
  }

  @Test
  void buildsOnceAndShowsEachModule() throws Exception {
    Ended first = benchmark("check", "w.yaml");
    assertThat(first.output())
        .matches(
            """
            tidemark: building 1/2 benchmark-model, \\d:\\d\\d
            tidemark: building 2/2 distribution, \\d:\\d\\d, 2 MB fetched
            tidemark: built in \\d min \\d+ s
            started
            """);
    assertThat(benchmark("check", "w.yaml")).isEqualTo(new Ended(0, "started\n"));
    assertThat(builds()).hasSize(1);
  }

  @Test
  void aFileOfTheSameContentIsNoChange() throws Exception {
    assertBuilds(1);
    write(SOURCE, "class Model {}");
    assertBuilds(1);
    Files.setLastModifiedTime(
        checkout.resolve("pom.xml"), FileTime.from(Instant.now().plusSeconds(3600)));
    assertBuilds(1);
  }

  @Test
  void aCopyOfTheCheckoutIsNotBuiltAgain() throws Exception {
    assertBuilds(1);
    Path copy = folder.resolve("copy");
    Process cp =
        new ProcessBuilder("cp", "-r", checkout.toString(), copy.toString()).inheritIO().start();
    assertThat(cp.waitFor()).isZero();
    checkout = copy;
    assertBuilds(1);
  }

  @Test
  void changedNewAndRemovedSourcesAreBuilt() throws Exception {
    assertBuilds(1);
    write(SOURCE, "class Model { int more; }");
    assertBuilds(2);
    write("framework/model/src/main/java/Other.java", "class Other {}");
    assertBuilds(3);
    Files.delete(checkout.resolve("framework/model/src/main/java/Other.java"));
    assertBuilds(4);
    write("framework/model/src/test/java/ModelTest.java", "class ModelTest {}");
    assertBuilds(4);
  }

  /** The other content was built between them. */
  @Test
  void aChangeThatIsTakenBackIsBuilt() throws Exception {
    assertBuilds(1);
    write(SOURCE, "class Model { int more; }");
    assertBuilds(2);
    write(SOURCE, "class Model {}");
    assertBuilds(3);
  }

  @Test
  void aBuildByHandCountsButHasNoContentsToCompare() throws Exception {
    assertBuilds(1);
    write("build/distribution/target/tidemark/BUILT", "0.1.0-SNAPSHOT");
    assertBuilds(1);
    write(SOURCE, "class Model {}");
    assertBuilds(2);
  }

  @Test
  void onlyKafkasDriverIsBuiltForItsFiles() throws Exception {
    benchmark("-d", "driver-inmemory/a.yaml,driver-kafka-strimzi/b.yaml", "w.yaml");
    assertThat(builds()).last().asString().contains(" -Dinstallation -Dkafka-only ");
    benchmark("--help");
    assertThat(builds()).hasSize(1);

    benchmark("--drivers", "driver-kafka-strimzi/b.yaml,mine.yaml", "w.yaml");
    assertThat(builds()).hasSize(2).last().asString().doesNotContain("kafka-only");
    benchmark("--drivers=driver-kafka-strimzi/b.yaml", "w.yaml");
    assertThat(builds()).hasSize(2);
    write(SOURCE, "class Model { int more; }");
    benchmark("--drivers=driver-kafka-strimzi/b.yaml", "w.yaml");
    assertThat(builds()).hasSize(3).last().asString().doesNotContain("kafka-only");
  }

  @Test
  void aFailedBuildShowsItsEndAndIsRepeated() throws Exception {
    write("broken", "");
    Ended failed = benchmark("check", "w.yaml");
    assertThat(failed.code()).isEqualTo(3);
    assertThat(failed.output())
        .contains("cannot find symbol", "the build failed; the whole log is in ", "build.log")
        .doesNotContain("built in", "started");
    Files.delete(checkout.resolve("broken"));
    assertBuilds(2);
  }
}
