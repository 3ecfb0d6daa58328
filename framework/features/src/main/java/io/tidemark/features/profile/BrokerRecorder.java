package io.tidemark.features.profile;

import io.tidemark.base.Command;
import io.tidemark.base.CommandResult;
import io.tidemark.brokers.cluster.LocalCluster;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** Records a node of a local cluster that is a JVM, by {@code jcmd} of this process's JDK. */
final class BrokerRecorder implements ProcessRecorder {
  private static final Duration DEADLINE = Duration.ofSeconds(60);
  static final String ENDED = "the process ended while it was recorded";
  private static final String NAME = "name=tidemark";

  private final LocalCluster cluster;
  private final int node;
  private final Path folder;
  private final List<Path> parts = new ArrayList<>();
  private OptionalLong recorded = OptionalLong.empty();

  /**
   * @param node its number
   * @param folder for files of the node
   */
  BrokerRecorder(LocalCluster cluster, int node, Path folder) {
    this.cluster = cluster;
    this.node = node;
    this.folder = folder;
  }

  @Override
  public String process() {
    return name(node);
  }

  static String name(int node) {
    return "broker " + node;
  }

  /** The classes of Flight Recorder are loaded, and those of the broker are instrumented. */
  @Override
  public void warmUp() throws IOException, InterruptedException {
    long pid = pid(cluster, node);
    jcmd(pid, "Started recording", "JFR.start", NAME, "settings=profile");
    jcmd(pid, "Stopped recording", "JFR.stop", NAME);
  }

  @Override
  public void start() throws IOException, InterruptedException {
    long pid = pid(cluster, node);
    jcmd(pid, "Started recording", "JFR.start", NAME, "settings=profile", "maxsize=64m");
    recorded = OptionalLong.of(pid);
  }

  @Override
  public void stop() throws IOException, InterruptedException {
    if (recorded.isEmpty()) {
      return;
    }
    long pid = recorded.getAsLong();
    recorded = OptionalLong.empty();
    if (pid(cluster, node) != pid) {
      throw new IOException(ENDED);
    }
    Path part = folder.resolve("node-" + node + "-" + parts.size() + ".part");
    String file = "filename=\"" + part.toAbsolutePath() + "\""; // It may have blanks.
    jcmd(pid, "Stopped recording", "JFR.stop", NAME, file);
    parts.add(part);
  }

  @Override
  public void fetch(Path file) throws IOException, InterruptedException {
    stop();
    try (OutputStream out = Files.newOutputStream(file, StandardOpenOption.CREATE_NEW)) {
      for (Path part : parts) {
        Files.copy(part, out);
        Files.delete(part);
      }
    }
  }

  static long pid(LocalCluster cluster, int node) throws IOException {
    return cluster.nodes().stream()
        .filter(each -> each.number() == node)
        .findFirst()
        .orElseThrow()
        .pid()
        .orElseThrow(() -> new IOException("the node does not run"));
  }

  private static void jcmd(long pid, String expected, String... arguments)
      throws IOException, InterruptedException {
    List<String> line = new ArrayList<>(List.of(program(), Long.toString(pid)));
    line.addAll(List.of(arguments));
    CommandResult result = Command.line(line).run(DEADLINE);
    String output = result.require("jcmd " + arguments[0]);
    if (!output.contains(expected)) {
      throw new IOException(
          "jcmd "
              + arguments[0]
              + ": "
              + output.lines().skip(1).findFirst().orElse(output).strip());
    }
  }

  /** A JRE has none. */
  private static String program() {
    Path own = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    return Files.isExecutable(own) ? own.toString() : "jcmd";
  }
}
