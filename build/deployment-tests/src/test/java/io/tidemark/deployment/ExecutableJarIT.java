package io.tidemark.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** The executable jar of {@code mvn -Pdist package}, in an empty folder. */
@Tag("release")
@EnabledIfSystemProperty(named = "tidemark.archive", matches = ".+", disabledReason = "-Pdist")
class ExecutableJarIT {
  private static final String JAR =
      System.getProperty("tidemark.archive", "").replaceFirst("-bin$", ".jar");
  private static final String WORKLOAD =
      "name: short\ntopics: 1\npartitionsPerTopic: 1\nsubscriptionsPerTopic: 1\n"
          + "producersPerTopic: 1\nconsumerPerSubscription: 1\nmessageSize: 100B\n"
          + "producerRate: 100\nwarmupDuration: 0s\ntestDuration: ";

  @TempDir static Path cache;
  @TempDir Path folder;
  private final List<ProcessHandle> started = new ArrayList<>();

  @BeforeEach
  void workload() throws IOException {
    Files.writeString(folder.resolve("short.yaml"), WORKLOAD + "1s\n");
    Files.writeString(folder.resolve("long.yaml"), WORKLOAD + "10m\n");
  }

  @AfterEach
  void endAll() {
    started.forEach(ProcessHandle::destroyForcibly);
  }

  private Process start(String workload) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
                // A shell that starts the build in the background lets all its children ignore
                // SIGINT.
                "env",
                "--default-signal=INT",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-jar",
                JAR,
                "-d",
                "driver-inmemory/inmemory.yaml",
                workload)
            .directory(folder.toFile())
            .redirectErrorStream(true);
    builder.environment().put("TIDEMARK_CACHE", cache.resolve("a cache").toString());
    Process process = builder.start();
    started.add(process.toHandle());
    return process;
  }

  @Test
  void containsTheArchiveWithoutIbmsClientAndNamesTheRequiredJava() throws Exception {
    List<String> archive = new ArrayList<>();
    String top = Path.of(JAR).getFileName().toString().replace(".jar", "");
    Process list =
        new ProcessBuilder("tar", "-tzf", System.getProperty("tidemark.archive") + ".tar.gz")
            .start();
    try (BufferedReader lines = list.inputReader()) {
      lines.lines().filter(line -> !line.endsWith("/")).forEach(archive::add);
    }
    try (ZipFile jar = new ZipFile(JAR)) {
      List<String> packed =
          jar.stream()
              .map(entry -> entry.getName())
              .filter(name -> name.startsWith("installation/") && !name.endsWith("/"))
              .map(name -> name.replaceFirst("installation", top))
              .toList();
      assertThat(packed)
          .hasSizeGreaterThan(300)
          .containsExactlyInAnyOrderElementsOf(archive)
          .noneMatch(name -> name.contains("mq.allclient"));
      assertThat(classVersion(jar, "JarMain")).isEqualTo(52);
      assertThat(classVersion(jar, "Launcher")).isEqualTo(61);
    }
  }

  /** 52 is Java 8: there the class can print that Java 17 is required. */
  private static int classVersion(ZipFile jar, String name) throws IOException {
    try (InputStream in =
        jar.getInputStream(jar.getEntry("io/tidemark/launcher/" + name + ".class"))) {
      return in.readNBytes(8)[7];
    }
  }

  @Test
  void runsAWorkloadWithADriverFileOfTheInstallation() throws Exception {
    Ended run = Ended.of(start("short.yaml"));
    // The verdict depends on the load of the machine.
    assertThat(run.code()).as(run.output()).isBetween(0, 1);
    assertThat(run.output())
        .contains("driver-inmemory/inmemory.yaml does not exist here; using " + cache)
        .contains("short on inmemory");
    assertThat(results()).hasSize(1);
  }

  private List<Path> results() {
    try (Stream<Path> files = Files.walk(folder.resolve("results"))) {
      return files.filter(file -> file.endsWith("result.json")).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void ctrlCWritesTheResultAndExitsWith130() throws Exception {
    Process process = start("long.yaml");
    List<String> lines = new ArrayList<>();
    try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
      awaitLine(reader, lines, "| pub"); // Progress, after 10 s.
      new ProcessBuilder("bash", "-c", "kill -INT " + process.pid()).start().waitFor();
      reader.lines().forEach(lines::add);
    }
    assertThat(process.waitFor()).as(String.join("\n", lines)).isEqualTo(130);
    assertThat(lines).anyMatch(line -> line.startsWith("Interrupted: writing results so far"));
    assertThat(results()).hasSize(1);
  }

  private static void awaitLine(BufferedReader reader, List<String> lines, String part)
      throws IOException {
    do {
      String line = reader.readLine();
      assertThat(line).as("no line with " + part + ": " + lines).isNotNull();
      lines.add(line);
    } while (!lines.get(lines.size() - 1).contains(part));
  }

  @Test
  void theCommandEndsWithAKilledLauncher() throws Exception {
    Process process = start("long.yaml");
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      awaitLine(reader, new ArrayList<>(), "== short");
      List<ProcessHandle> children = process.descendants().toList();
      started.addAll(children);
      process.destroyForcibly();

      assertThat(children).isNotEmpty();
      for (ProcessHandle child : children) {
        child.onExit().get(2, TimeUnit.MINUTES);
      }
    }
  }
}
