package io.tidemark.brokers.kafka;

import io.tidemark.base.Command;
import io.tidemark.base.RunningCommand;
import io.tidemark.brokers.process.CacheLock;
import io.tidemark.brokers.process.LocalBrokerException;
import io.tidemark.brokers.process.Template;
import io.tidemark.brokers.process.TextFile;
import io.tidemark.driver.FailureReason;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * Puts the jars of another version of Kafka into the cache. Maven resolves them, with the mirrors
 * that this user has configured. They log with the libraries of Tidemark's Kafka. The server
 * appears whole or not at all.
 *
 * @param own Tidemark's Kafka
 * @param progress gets a line for a human now and then
 */
record KafkaInstaller(Path cacheDirectory, KafkaJars own, Consumer<String> progress) {
  private static final Duration DEADLINE = Duration.ofMinutes(10);
  private static final String POM = "kafka-server-pom.xml";

  /** It has a goal that copies the jars of a project. */
  private static final String COPY =
      "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies";

  Path folder(String version) {
    return cacheDirectory.resolve("kafka-" + version);
  }

  /** Installs the version unless it is there; returns the folder with its jars. */
  Path install(String version) {
    Path target = folder(version);
    try {
      new CacheLock(target, "installs Kafka " + version, progress)
          .makeOnce(() -> copyAndMove(version, target));
      return target;
    } catch (IOException e) {
      throw new LocalBrokerException(
          ("cannot install Kafka %s into %s: %s; Maven (mvn) must be on the PATH and reach a"
                  + " repository, or unpack an archive of Kafka and set home to its folder")
              .formatted(version, cacheDirectory, FailureReason.ofFile(e)),
          e);
    }
  }

  private void copyAndMove(String version, Path target) throws IOException {
    progress.accept("downloading Kafka " + version + " with Maven, about 55 MB");
    Path work = target.resolveSibling("unfinished-" + UUID.randomUUID());
    Files.createDirectory(work);
    try {
      Files.writeString(work.resolve("pom.xml"), pom(version));
      run(work);
      KafkaJars.in(work.resolve("libs"));
      Files.move(work.resolve("libs"), target, StandardCopyOption.ATOMIC_MOVE);
      progress.accept("Kafka " + version + " is in " + target);
    } finally {
      remove(work);
    }
  }

  private String pom(String version) {
    return Template.fill(
        POM,
        Map.of(
            "version", version,
            "log4j", own.versionOf("log4j-core-"),
            "slf4j", own.versionOf("slf4j-api-")));
  }

  /** In a session, which ends with this process: its input stays open until the command is done. */
  private static void run(Path work) throws IOException {
    List<String> line =
        List.of(
            "mvn",
            "--batch-mode",
            "--no-transfer-progress",
            "--quiet",
            COPY,
            "-DoutputDirectory=" + work.resolve("libs"),
            "-DincludeScope=runtime");
    RunningCommand running = Command.line(line).in(work).inSession().start();
    try {
      running.await(DEADLINE).require("mvn");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LocalBrokerException("interrupted while Kafka was installed", e);
    } finally {
      running.closeInput();
    }
  }

  private static void remove(Path work) {
    try {
      TextFile.deleteTree(work);
    } catch (IOException | UncheckedIOException e) {
      // It stays in the cache, which can be deleted.
    }
  }
}
