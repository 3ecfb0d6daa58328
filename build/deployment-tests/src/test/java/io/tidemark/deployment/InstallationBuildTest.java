package io.tidemark.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When {@code bin/benchmark} of a source checkout builds, with a Maven that builds nothing. */
@Tag("slow")
class InstallationBuildTest {
  private static final Path TOOLS = Path.of("src/test/resources/builder").toAbsolutePath();
  private static final String SOURCE = "framework/model/src/main/java/Model.java";

  @TempDir Path folder;
  private final Map<String, String> environment =
      new HashMap<>(Map.of("TIDEMARK_SKIP_BUILD", "", "CLASSPATH", "", "JVM_OPTS", ""));
  private Path checkout;

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
    ProcessBuilder builder = new ProcessBuilder(line);
    builder.environment().merge("PATH", TOOLS + "/bin", (path, ours) -> ours + ":" + path);
    builder.environment().put("JAVA_HOME", TOOLS.toString());
    builder.environment().put("JAVA_CALLS", folder.resolve("java-calls").toString());
    builder.environment().putAll(environment);
    return Ended.of(builder);
  }

  /** Returns Maven's arguments of all builds so far. */
  private List<String> builds() throws IOException {
    Path calls = checkout.resolve("calls");
    return Files.exists(calls) ? Files.readAllLines(calls) : List.of();
  }

  private void assertBuilds(int count) throws Exception {
    Ended command = benchmark("check", "w.yaml");
    assertThat(command.withCode(0)).endsWith("started\n");
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
            tidemark: archiving class data, so that commands start at once ...
            started
            """);
    assertThat(benchmark("check", "w.yaml")).isEqualTo(new Ended(0, "started\n"));
    assertThat(builds()).hasSize(1);
  }

  @Test
  void theCommitIsThatOfTheWorktree() throws Exception {
    git("init", "-q");
    git("commit", "-q", "--allow-empty", "-m", "a");
    git("tag", "-a", "-m", "a", "v7");
    assertBuilds(1);
    assertThat(builds().get(0)).contains("-Dgit.commit.id.describe=v7 ");
  }

  private void git(String... arguments) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                "git",
                "-C",
                checkout.toString(),
                "-c",
                "user.name=a",
                "-c",
                "user.email=a@example.org"));
    command.addAll(List.of(arguments));
    Ended.output(new ProcessBuilder(command));
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

  private void copyTheCheckout() throws Exception {
    Path copy = folder.resolve("copy");
    Ended.output(new ProcessBuilder("cp", "-r", checkout.toString(), copy.toString()));
    checkout = copy;
  }

  @Test
  void aCopyOfTheCheckoutIsNotBuiltAgain() throws Exception {
    assertBuilds(1);
    copyTheCheckout();
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
    for (String line : List.of("--help", "report results", "verdict results -d a.yaml")) {
      benchmark(line.split(" "));
    }
    assertThat(builds()).hasSize(1);

    benchmark("--drivers", "driver-kafka-strimzi/b.yaml,mine.yaml", "w.yaml");
    assertThat(builds()).hasSize(2).last().asString().doesNotContain("kafka-only");
    benchmark("--drivers=driver-kafka-strimzi/b.yaml", "w.yaml");
    assertThat(builds()).hasSize(2);
    write(SOURCE, "class Model { int more; }");
    benchmark("--drivers=driver-kafka-strimzi/b.yaml", "w.yaml");
    assertThat(builds()).hasSize(3).last().asString().doesNotContain("kafka-only");
  }

  /** The arguments of the last call of Java. */
  private String java() throws IOException {
    List<String> calls = Files.readAllLines(folder.resolve("java-calls"));
    return calls.get(calls.size() - 1);
  }

  private long archives() throws IOException {
    return Files.readAllLines(folder.resolve("java-calls")).stream()
        .filter(call -> call.contains("-Xshare:dump"))
        .count();
  }

  @Test
  void classDataIsArchivedOnceInEachFolder() throws Exception {
    String option = "-XX:SharedArchiveFile=%s/build/distribution/target/tidemark/classes.jsa ";
    benchmark("check", "w.yaml");
    assertThat(java()).contains(option.formatted(checkout.toRealPath()));
    benchmark("check", "w.yaml");
    assertThat(archives()).isEqualTo(1);

    copyTheCheckout();
    benchmark("check", "w.yaml");
    assertThat(java()).contains(option.formatted(checkout.toRealPath()));
    assertThat(archives()).isEqualTo(2);
  }

  @Test
  void classDataIsArchivedAfterEachBuild() throws Exception {
    assertBuilds(1);
    write(SOURCE, "class Model {}");
    assertBuilds(1);
    assertBuilds(1);
    assertThat(archives()).isEqualTo(1);
    write(SOURCE, "class Model { int more; }");
    assertBuilds(2);
    assertThat(archives()).isEqualTo(2);
    write("build/distribution/target/tidemark/BUILT", "0.1.0-SNAPSHOT");
    assertBuilds(2);
    assertThat(archives()).isEqualTo(3);
  }

  @Test
  void classDataIsNeitherArchivedNorUsedWhereItWouldNotFit() throws Exception {
    environment.put("TIDEMARK_SKIP_BUILD", "1");
    benchmark("check", "w.yaml");
    assertThat(archives()).isZero();
    assertThat(java()).doesNotContain("SharedArchiveFile");

    environment.put("TIDEMARK_SKIP_BUILD", "");
    environment.put("CLASSPATH", "/mine.jar");
    benchmark("check", "w.yaml");
    assertThat(java()).doesNotContain("SharedArchiveFile").contains(" -cp /mine.jar:");
  }

  @Test
  void onlyWhatMeasuresNothingIsCompiledOnce() throws Exception {
    String brief = "-XX:+UseSerialGC -XX:TieredStopAtLevel=1 ";
    for (String line :
        List.of("", "--help", "-d a.yaml w.yaml --dry-run", "check w.yaml", "history trend")) {
      benchmark(line.isEmpty() ? new String[0] : line.split(" "));
      assertThat(java()).as(line).contains(brief);
    }
    for (String line :
        List.of("-d a.yaml w.yaml", "study s.yaml", "calibrate", "check.yaml", "history check r")) {
      benchmark(line.split(" "));
      assertThat(java()).as(line).contains("-XX:+UseG1GC ").doesNotContain("TieredStopAtLevel");
    }
    environment.put("JVM_OPTS", "-XX:+UseParallelGC");
    benchmark("--help");
    assertThat(java()).doesNotContain("UseSerialGC", "UseG1GC");
  }

  private Path lockOf(long process) throws IOException {
    Path lock = checkout.resolve("build/distribution/target/building");
    Files.createDirectories(lock.getParent());
    return Files.createSymbolicLink(lock, Path.of(Long.toString(process)));
  }

  @Test
  void aBuildWaitsForThatOfAnotherCommand() throws Exception {
    Path lock = lockOf(ProcessHandle.current().pid());
    CompletableFuture<Ended> command =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return benchmark("check", "w.yaml");
              } catch (Exception e) {
                throw new CompletionException(e);
              }
            });
    assertThat(builds()).isEmpty();
    Files.delete(lock);
    assertThat(command.get().code()).isZero();
    assertThat(builds()).hasSize(1);
    assertThat(Files.isSymbolicLink(lock)).isFalse();
  }

  @Test
  void theLockOfACommandThatWasKilledDoesNotCount() throws Exception {
    Process ended = new ProcessBuilder("true").start();
    ended.waitFor();
    lockOf(ended.pid());
    assertBuilds(1);
  }

  @Test
  void aFailedBuildShowsItsEndAndIsRepeated() throws Exception {
    write("broken", "");
    Ended failed = benchmark("check", "w.yaml");
    assertThat(failed.withCode(3))
        .contains("cannot find symbol", "the build failed; the whole log is in ", "build.log")
        .doesNotContain("built in", "started");
    Files.delete(checkout.resolve("broken"));
    assertBuilds(2);
  }
}
