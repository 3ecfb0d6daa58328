package io.tidemark.brokers.rabbitmq;

import io.tidemark.base.Command;
import io.tidemark.base.CommandResult;
import io.tidemark.base.RunningCommand;
import io.tidemark.brokers.cluster.LocalBrokersHome;
import io.tidemark.brokers.process.CacheLock;
import io.tidemark.brokers.process.LocalBrokerException;
import io.tidemark.brokers.process.Template;
import io.tidemark.brokers.process.TextFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Puts a RabbitMQ server into the cache: downloads Debian's packages from the mirror this machine
 * is configured for, and unpacks them. Needs {@code apt-get} and {@code dpkg}, no root. Any number
 * of threads and processes may install at once. The server appears whole or not at all: an
 * installation that is interrupted removes its files, and those of a killed one are removed by the
 * next. The folder may be moved, and read by other users.
 *
 * @param cacheDirectory see {@link LocalBrokersHome#cacheDirectory()}
 * @param progress gets a line for a human now and then
 * @param download gets the packages
 */
public record RabbitMqInstaller(
    Path cacheDirectory, Consumer<String> progress, PackageDownload download) {

  /** With the packages of Debian's mirror. */
  public RabbitMqInstaller(Path cacheDirectory, Consumer<String> progress) {
    this(cacheDirectory, progress, new DebianPackages());
  }

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
      new CacheLock(target, "installs RabbitMQ " + release.version(), progress)
          .makeOnce(
              () -> {
                removeUnfinished(target);
                unpackAndMove(release, target);
              });
      return target;
    } catch (AccessDeniedException e) {
      throw failure(version, "this user may not write " + e.getFile(), e);
    } catch (IOException e) {
      throw failure(version, Optional.ofNullable(e.getMessage()).orElse("interrupted"), e);
    }
  }

  private LocalBrokerException failure(String version, String reason, IOException cause) {
    return new LocalBrokerException(
        "cannot install RabbitMQ " + version + " into " + cacheDirectory + ": " + reason, cause);
  }

  static Path folder(Path cacheDirectory, RabbitMqRelease release) {
    return cacheDirectory.resolve("rabbitmq-" + release.version());
  }

  private static String unfinished(Path target) {
    return target.getFileName() + "-unfinished-";
  }

  /** What an installation that was killed has left. */
  private void removeUnfinished(Path target) throws IOException {
    List<Path> left;
    try (Stream<Path> files = Files.list(cacheDirectory)) {
      left =
          files
              .filter(file -> file.getFileName().toString().startsWith(unfinished(target)))
              .toList();
    }
    left.forEach(RabbitMqInstaller::remove);
  }

  /** What cannot be removed because a process still writes to it is removed by the next one. */
  private static void remove(Path unfinished) {
    try {
      TextFile.deleteTree(unfinished);
    } catch (IOException | UncheckedIOException e) {
      return;
    }
  }

  private void unpackAndMove(RabbitMqRelease release, Path target) throws IOException {
    Path work = Files.createTempDirectory(cacheDirectory, unfinished(target));
    try {
      progress.accept(
          String.format(
              Locale.ROOT,
              "downloading RabbitMQ %s: packages of Debian %s from the mirror of this machine, about %d MB",
              release.version(),
              release.suite(),
              release.downloadMb()));
      PackageDownload.Unpacked unpacked = download.unpack(release, work);
      Files.move(unpacked.root(), target, StandardCopyOption.ATOMIC_MOVE);
      progress.accept(
          String.format(
              Locale.ROOT,
              "RabbitMQ %s is in %s (%d packages, %d MB)",
              release.version(),
              target,
              unpacked.packages(),
              unpacked.megabytes()));
    } finally {
      remove(work);
    }
  }

  /** The packages of Debian, from the mirror that this machine is configured for. */
  static final class DebianPackages implements PackageDownload {
    private static final Duration DEADLINE = Duration.ofMinutes(20);

    @Override
    public Unpacked unpack(RabbitMqRelease release, Path work) throws IOException {
      AptSource source = source(release);
      Path sources = Files.createDirectory(work.resolve("sources"));
      Files.writeString(sources.resolve(source.fileName()), source.text());
      return unpacked(work.resolve("root"), run(line(release), work));
    }

    /** From the last line that the script prints. */
    private static Unpacked unpacked(Path root, String printed) {
      String[] last = printed.lines().reduce((one, next) -> next).orElseThrow().split(" ", -1);
      return new Unpacked(root, Integer.parseInt(last[0]), Integer.parseInt(last[1]));
    }

    private static List<String> line(RabbitMqRelease release) {
      String script =
          Template.fill("unpack-rabbitmq.sh", Map.of("state", RabbitMqServer.STATE.substring(1)));
      List<String> line = new ArrayList<>(List.of("sh", "-c", script, "tidemark-unpack"));
      line.addAll(List.of(release.isolated() ? "isolated" : "plain", release.versionPrefix()));
      line.addAll(release.packages());
      return line;
    }

    /**
     * In a session, which ends with this process: its input stays open until the script is done.
     */
    private static String run(List<String> line, Path work) throws IOException {
      RunningCommand running = Command.line(line).in(work).inSession().start();
      try {
        CommandResult result = running.await(DEADLINE);
        return result.require("the download");
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new LocalBrokerException("interrupted while RabbitMQ was installed", e);
      } finally {
        running.closeInput();
      }
    }

    private static AptSource source(RabbitMqRelease release) throws IOException {
      String codename = codename(Path.of("/etc/os-release")).orElse(release.suite());
      return AptSource.forSuite(Path.of("/etc/apt"), codename, release.suite())
          .orElseThrow(
              () ->
                  new LocalBrokerException(
                      ("cannot install RabbitMQ %s: no source for '%s main' in /etc/apt (only Debian"
                              + " is supported); unpack a server yourself and set RABBITMQ_HOME")
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
}
