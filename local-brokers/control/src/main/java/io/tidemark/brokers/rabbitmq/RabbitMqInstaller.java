package io.tidemark.brokers.rabbitmq;

import io.tidemark.brokers.cluster.LocalBrokersHome;
import io.tidemark.brokers.process.LocalBrokerException;
import io.tidemark.brokers.process.ShellCommand;
import io.tidemark.brokers.process.StartScript;
import io.tidemark.brokers.process.Template;
import io.tidemark.brokers.process.TextFile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Puts a RabbitMQ server into the cache: downloads Debian's packages from the mirror this machine
 * is configured for, and unpacks them. Needs {@code apt-get} and {@code dpkg}, no root. Any number
 * of threads and processes may install at once.
 *
 * @param cacheDirectory see {@link LocalBrokersHome#cacheDirectory()}
 * @param progress gets a line for a human now and then
 */
public record RabbitMqInstaller(Path cacheDirectory, Consumer<String> progress) {
  private static final Duration DEADLINE = Duration.ofMinutes(20);
  private static final Object THIS_JVM = new Object();

  public RabbitMqInstaller {
    cacheDirectory = cacheDirectory.toAbsolutePath().normalize();
  }

  /**
   * Installs the version unless it is there.
   *
   * @param version "3.10", "4" or "4.3"
   * @return the folder of the cache that has it
   */
  public Path install(String version) {
    RabbitMqRelease release = RabbitMqRelease.of(version);
    Path target = folder(cacheDirectory, release);
    try {
      Files.createDirectories(cacheDirectory);
      // The file lock excludes other processes; within one JVM it would throw instead of waiting.
      synchronized (THIS_JVM) {
        try (FileChannel channel =
                FileChannel.open(
                    cacheDirectory.resolve(target.getFileName() + ".lock"),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.WRITE);
            FileLock lock = channel.lock()) {
          if (lock.isValid() && !Files.isDirectory(target)) {
            unpackAndMove(release, target);
          }
        }
      }
      return target;
    } catch (IOException e) {
      throw new LocalBrokerException(
          "cannot install RabbitMQ " + version + " into " + cacheDirectory + ": " + e.getMessage(),
          e);
    }
  }

  static Path folder(Path cacheDirectory, RabbitMqRelease release) {
    return cacheDirectory.resolve("rabbitmq-" + release.version());
  }

  private void unpackAndMove(RabbitMqRelease release, Path target) throws IOException {
    Path work = Files.createTempDirectory(cacheDirectory, "unpacking-");
    try {
      progress.accept(
          "downloading RabbitMQ " + release.version() + " from Debian " + release.suite());
      AptSource source = source(release);
      Path sources = Files.createDirectory(work.resolve("sources"));
      Files.writeString(sources.resolve(source.fileName()), source.text());
      String script =
          Template.fill("unpack-rabbitmq.sh", Map.of("state", RabbitMqServer.STATE.substring(1)));
      String erlang = StartScript.quoted(target.resolve("usr/lib/erlang").toString());
      List<String> command = new ArrayList<>(List.of("sh", "-c", script, "tidemark-unpack"));
      command.addAll(List.of(release.isolated() ? "isolated" : "plain", erlang));
      command.add(release.versionPrefix());
      command.addAll(release.packages());
      String printed =
          new ShellCommand("install RabbitMQ " + release.version(), work, DEADLINE).run(command);
      Files.move(work.resolve("root"), target, StandardCopyOption.ATOMIC_MOVE);
      progress.accept(
          "RabbitMQ %s is in %s (%s packages)"
              .formatted(
                  release.version(),
                  target,
                  printed.lines().reduce((one, next) -> next).orElseThrow()));
    } finally {
      TextFile.deleteTree(work);
    }
  }

  private static AptSource source(RabbitMqRelease release) throws IOException {
    String codename = codename(Path.of("/etc/os-release")).orElse(release.suite());
    return AptSource.forSuite(Path.of("/etc/apt"), codename, release.suite())
        .orElseThrow(
            () ->
                new LocalBrokerException(
                    ("cannot install RabbitMQ %s: no source for '%s main' in /etc/apt (only"
                            + " Debian is supported); unpack a server yourself and set RABBITMQ_HOME")
                        .formatted(release.version(), codename)));
  }

  private static Optional<String> codename(Path osRelease) throws IOException {
    if (!Files.isReadable(osRelease)) {
      return Optional.empty();
    }
    Matcher matcher =
        Pattern.compile("(?m)^VERSION_CODENAME=\"?([a-z]+)").matcher(Files.readString(osRelease));
    return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
  }
}
