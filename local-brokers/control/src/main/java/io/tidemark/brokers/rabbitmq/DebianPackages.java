package io.tidemark.brokers.rabbitmq;

import io.tidemark.base.Command;
import io.tidemark.base.CommandResult;
import io.tidemark.base.RunningCommand;
import io.tidemark.brokers.process.LocalBrokerException;
import io.tidemark.brokers.process.Template;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The packages of Debian, from the mirror that this machine is configured for. */
final class DebianPackages implements PackageDownload {
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

  /** In a session, which ends with this process: its input stays open until the script is done. */
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
