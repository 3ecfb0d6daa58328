package io.tidemark.driver.rabbitmq;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.driver.EffectiveSetting;
import io.tidemark.driver.EffectiveSetting.Origin;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The rabbitmq.conf of nodes. The management API gives the names of these files only, so that they
 * can be read where the node is a process of this machine, as those of {@code localBrokers} are.
 *
 * @param commandLines of the processes of this machine
 */
record NodeFiles(LongFunction<Optional<String>> commandLines) {
  private static final String SOURCE = "rabbitmq.conf";
  private static final long MOST_BYTES = 1 << 20;
  private static final Pattern LINE = Pattern.compile("([a-z][\\w.$/-]*)\\s*=\\s*(.*?)\\s*");
  private static final Pattern SERVER = Pattern.compile("\\brabbit\\b.*\\bboot\\b", Pattern.DOTALL);

  private static final Pattern SECRET =
      Pattern.compile(
          "(^|[._])(pass|password|passphrase|secret|token|cookie|key)$|signing_keys\\.");

  /** Addresses, ports, files, and names of nodes. */
  private static final Pattern PLACE =
      Pattern.compile(
          "(^listeners\\.|listeners\\.|\\.(port|ip|host|hostname|url|file|dir|path)$"
              + "|file$|_dir$|^log\\.|advertised_|classic_config\\.nodes\\.|^cluster_name$)");

  NodeFiles() {
    this(NodeFiles::commandLine);
  }

  /** The JDK gives no long ones. */
  private static Optional<String> commandLine(long pid) {
    try {
      return Optional.of(
          Files.readString(Path.of("/proc/" + pid + "/cmdline"), StandardCharsets.ISO_8859_1)
              .replace('\0', ' '));
    } catch (IOException e) {
      return ProcessHandle.of(pid).flatMap(process -> process.info().commandLine());
    }
  }

  /** What a node's files say, or a note. */
  void read(JsonNode node, List<EffectiveSetting> settings, List<String> notes) {
    String name = node.path("name").asText();
    List<Path> files = new ArrayList<>();
    node.path("config_files").forEach(file -> files.add(Path.of(file.asText())));
    if (files.isEmpty()) {
      return; // It has none, or the version does not say it.
    }
    long pid = node.path("os_pid").asLong();
    if (!isHere(pid)) {
      notes.add(
          "rabbitmq.conf of %s is not known: the management API gives the names of its files only (%s)"
              .formatted(name, files));
      return;
    }
    for (Path named : files) {
      Path file = seenBy(pid, named);
      if (file.toString().endsWith(".conf")) {
        read(file, name, settings, notes);
      } else if (Files.exists(file)) {
        notes.add(
            "%s of %s is in effect and is not read"
                .formatted(String.valueOf(file.getFileName()), name));
      }
    }
  }

  /**
   * Another process can have the number where the node is on another machine, or in a container.
   */
  private boolean isHere(long pid) {
    return pid > 0
        && commandLines.apply(pid).filter(line -> SERVER.matcher(line).find()).isPresent();
  }

  /** The root directory of a node can be another one, as with localBrokers. */
  private static Path seenBy(long pid, Path file) {
    Path seen = Path.of("/proc/" + pid + "/root" + file.toAbsolutePath());
    return Files.isReadable(seen) ? seen : file;
  }

  private static void read(
      Path file, String node, List<EffectiveSetting> settings, List<String> notes) {
    try {
      if (Files.size(file) > MOST_BYTES) {
        notes.add("rabbitmq.conf of %s is larger than 1 MB and is not read".formatted(node));
        return;
      }
      Files.readAllLines(file)
          .forEach(line -> setting(line.strip(), node).ifPresent(settings::add));
    } catch (IOException e) {
      notes.add("rabbitmq.conf of %s cannot be read: %s".formatted(node, e));
    }
  }

  private static Optional<EffectiveSetting> setting(String line, String node) {
    Matcher parts = LINE.matcher(line);
    if (line.startsWith("#") || !parts.matches()) {
      return Optional.empty();
    }
    String name = parts.group(1);
    String value = SECRET.matcher(name).find() ? EffectiveSetting.SECRET : parts.group(2);
    Origin origin = PLACE.matcher(name).find() ? Origin.PLACE : Origin.CHANGED;
    return Optional.of(
        new EffectiveSetting(EffectiveSetting.BROKER, node, name, value, origin, SOURCE));
  }
}
