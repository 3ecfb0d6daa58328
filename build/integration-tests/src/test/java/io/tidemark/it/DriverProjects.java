package io.tidemark.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Builds projects of drivers as their authors do: with the SDK of {@code install-sdk}, and Maven.
 * Nothing gets into the user's repository.
 *
 * @param folder for the repository and the output of Maven
 */
record DriverProjects(Path folder) {
  private static final long BUILD_SECONDS = 240;

  void installSdk() throws IOException, InterruptedException {
    command("install-sdk", "--repository", folder.resolve("repository").toString());
  }

  /** Runs {@code bin/benchmark} and returns what it prints; it must succeed. */
  String command(String... arguments) throws IOException, InterruptedException {
    try (TidemarkProcess process = TidemarkProcess.run(folder, "benchmark", arguments)) {
      return process.endedWith(0);
    }
  }

  /**
   * Runs {@code mvn -q verify} and returns what it prints; it must succeed. Downloads from this
   * user's repository.
   */
  String verify(Path project) throws IOException, InterruptedException {
    Path settings =
        Files.writeString(
            folder.resolve("settings.xml"),
            """
            <settings><mirrors><mirror>
              <id>cached</id><mirrorOf>*</mirrorOf><url>%s</url>
            </mirror></mirrors></settings>
            """
                .formatted(Path.of(System.getProperty("tidemark.maven.repository")).toUri()));
    File output = folder.resolve("build.txt").toFile();
    ProcessBuilder builder =
        new ProcessBuilder(
            System.getProperty("tidemark.maven"),
            "-q",
            "-B",
            "-s",
            settings.toString(),
            "-Dmaven.repo.local=" + folder.resolve("repository"),
            "verify");
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
    assertThat(ended).as("mvn verify ended in %s s: %s", BUILD_SECONDS, printed).isTrue();
    assertThat(process.exitValue()).as(printed).isZero();
    return printed;
  }

  /** The script of a project. */
  static TidemarkProcess start(Path project, String... arguments) throws IOException {
    return TidemarkProcess.startScript(
        project.resolve("run"),
        Map.of("TIDEMARK", TidemarkProcess.ROOT.toString()),
        project,
        arguments);
  }

  /** Runs it and returns what it prints; it must succeed. */
  static String run(Path project, String... arguments) throws IOException, InterruptedException {
    try (TidemarkProcess process = start(project, arguments)) {
      return process.endedWith(0);
    }
  }

  /** A short form of the project's workload. */
  static String shortWorkload(Path project) throws IOException {
    return Files.readString(project.resolve("workload.yaml"))
        .replace("warmupDuration: 3s", "warmupDuration: 1s");
  }

  static List<Path> files(Path tree) throws IOException {
    try (var files = Files.walk(tree)) {
      return files.filter(Files::isRegularFile).toList();
    }
  }
}
