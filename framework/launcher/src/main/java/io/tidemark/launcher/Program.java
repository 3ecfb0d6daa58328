package io.tidemark.launcher;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import sun.misc.Signal;

/**
 * A command in {@code bin/} of the installation with its arguments, which runs as a child process:
 * its JVM has the options that {@code bin/lib.sh} gives it, also those that a running JVM cannot
 * change.
 */
record Program(Path script, List<String> arguments) {
  private static final String NAME = "[a-z][a-z0-9-]*";
  private static final List<String> SIGNALS = List.of("INT", "TERM", "HUP");

  /**
   * Runs a script with the last words of the launcher's own command line, as many as it has
   * arguments. In a locale such as C this JVM could not decode them.
   */
  private static final String WITH_UNDECODED_ARGUMENTS =
      "words=(); while IFS= read -r -d '' word; do words+=(\"$word\"); done"
          + " <\"/proc/$TIDEMARK_LAUNCHER/cmdline\"; exec bash \"$0\" \"${words[@]: -$1}\"";

  /**
   * {@code bin/benchmark}, or the command that the first argument names: {@code brokers} is {@code
   * bin/brokers}, {@code worker} is {@code bin/benchmark-worker}.
   */
  static Program choose(Path home, List<String> arguments) {
    Path bin = home.resolve("bin");
    return arguments.stream()
        .limit(1)
        .filter(first -> first.matches(NAME))
        .flatMap(first -> Stream.of(bin.resolve(first), bin.resolve("benchmark-" + first)))
        .filter(Files::isRegularFile)
        .findFirst()
        .map(script -> new Program(script, arguments.subList(1, arguments.size())))
        .orElseGet(() -> new Program(bin.resolve("benchmark"), arguments));
  }

  /** Runs it with the input and output of this process, and returns its exit code. */
  int run() throws IOException, InterruptedException {
    CompletableFuture<Process> started = new CompletableFuture<>();
    SIGNALS.forEach(signal -> pass(signal, started));
    Process child = start();
    started.complete(child);
    return child.waitFor();
  }

  private Process start() throws IOException {
    List<String> line = new ArrayList<>();
    // In a separate session Ctrl-C reaches the child once: from here, and not also from the
    // terminal.
    if (isOnThePath("setsid")) {
      line.add("setsid");
    }
    line.add("bash");
    if (decodesArguments()) {
      line.add(script.toString());
      line.addAll(arguments);
    } else {
      line.addAll(List.of("-c", WITH_UNDECODED_ARGUMENTS, script.toString()));
      line.add(Integer.toString(arguments.size()));
    }
    ProcessBuilder builder = new ProcessBuilder(line).inheritIO();
    setEnvironment(builder.environment());
    try {
      return builder.start();
    } catch (IOException e) {
      throw new IOException("cannot run bash (on Windows, use WSL): " + e.getMessage(), e);
    }
  }

  private boolean decodesArguments() {
    return arguments.isEmpty()
        || "UTF-8".equals(System.getProperty("sun.jnu.encoding"))
        || !Files.isReadable(Path.of("/proc/self/cmdline"));
  }

  private static void setEnvironment(Map<String, String> environment) throws IOException {
    environment.put("JAVA_HOME", System.getProperty("java.home"));
    environment.put("TIDEMARK_LAUNCHER", Long.toString(ProcessHandle.current().pid()));
    String given = Optional.ofNullable(environment.get("JVM_OPTS")).orElse("");
    environment.put("JVM_OPTS", (given + " " + String.join(" ", jvmOptions())).strip());
  }

  /** The options for memory, the garbage collector and properties with which this JVM runs. */
  private static List<String> jvmOptions() throws IOException {
    List<String> options =
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .filter(option -> option.startsWith("-X") || option.startsWith("-D"))
            .toList();
    for (String option : options) {
      if (option.matches(".*\\s.*")) {
        throw new IOException("the Java option '" + option + "' has a space, which is not allowed");
      }
    }
    return options;
  }

  private static boolean isOnThePath(String command) {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return Arrays.stream(path.split(File.pathSeparator))
        .filter(folder -> !folder.isEmpty())
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, command)));
  }

  /** A signal that arrives before the child has started is sent then. */
  private static void pass(String signal, CompletableFuture<Process> started) {
    try {
      Signal.handle(
          new Signal(signal), received -> started.thenAccept(child -> send(signal, child)));
    } catch (IllegalArgumentException e) {
      return; // -Xrs: the JVM does not handle signals.
    }
  }

  /** Java itself can only send SIGTERM and SIGKILL. */
  private static void send(String signal, Process child) {
    String kill = String.format(Locale.ROOT, "kill -%s %d", signal, child.pid());
    try {
      new ProcessBuilder("bash", "-c", kill).redirectErrorStream(true).start().waitFor();
    } catch (IOException e) {
      System.err.println("tidemark: cannot pass the signal on: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
