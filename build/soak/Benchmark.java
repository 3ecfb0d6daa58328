import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * {@code bin/benchmark} of a checkout, run in a folder.
 *
 * @param root of the checkout
 * @param folder where it runs; its results are in {@code results} below
 */
record Benchmark(Path root, Path folder) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String PROCESS = "process.txt";

  /** The system calculates the start from its uptime, so that it changes when the clock is set. */
  private static final long SAME_START_SECONDS = 2;

  /** A run of minutes at a low rate: half of its processor time was that of the C2 compiler. */
  private static final String BRIEF = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC";

  /** Set when this JVM is stopped: what a run has come to is then not its outcome. */
  private static volatile boolean stopping;

  /**
   * Runs it to its end, or kills it with its brokers at the deadline, and when this JVM is stopped.
   *
   * @param output gets both outputs
   * @return its exit code; empty if it did not end in time
   * @throws InterruptedException if this JVM is stopped
   */
  Optional<Integer> run(Duration deadline, Redirect output, List<String> arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(root.resolve("bin/benchmark").toString());
    command.addAll(List.of("--results-dir", results().toString()));
    command.addAll(arguments);
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output);
    builder.environment().put("TIDEMARK_SKIP_BUILD", "1");
    builder.environment().putIfAbsent("JVM_OPTS", BRIEF);
    Process process = builder.start();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(process)));
    try {
      Files.writeString(folder.resolve(PROCESS), process.pid() + " " + startSecond(process.toHandle()));
      boolean ended = process.waitFor(deadline.toNanos(), TimeUnit.NANOSECONDS);
      if (stopping) {
        throw new InterruptedException("stopped");
      }
      return ended ? Optional.of(process.exitValue()) : Optional.empty();
    } finally {
      end(process.toHandle());
    }
  }

  private static void stop(Process process) {
    stopping = true;
    end(process.toHandle());
  }

  private static void end(ProcessHandle process) {
    process.descendants().forEach(ProcessHandle::destroyForcibly); // Brokers end with it.
    process.destroyForcibly();
  }

  /** Ends the process of an earlier run in this folder, which is left if bin/soak was killed with -9. */
  void endEarlier() throws IOException {
    Path file = folder.resolve(PROCESS);
    String[] left = Files.exists(file) ? Files.readString(file).split(" ", -1) : new String[0];
    if (left.length == 2) {
      ProcessHandle.of(Long.parseLong(left[0]))
          .filter(process -> Math.abs(startSecond(process) - Long.parseLong(left[1])) <= SAME_START_SECONDS)
          .ifPresent(Benchmark::end);
    }
  }

  /** Epoch seconds: another process may have the id later. */
  private static long startSecond(ProcessHandle process) {
    return process.info().startInstant().map(Instant::getEpochSecond).orElse(0L);
  }

  Path results() {
    return folder.resolve("results");
  }

  /** {@code result.json} of the run of a workload; empty if it has none. */
  Optional<JsonNode> result(String workload) throws IOException {
    if (!Files.isDirectory(results())) {
      return Optional.empty();
    }
    Optional<Path> file;
    try (Stream<Path> files = Files.walk(results(), 2)) {
      file =
          files
              .filter(path -> path.endsWith("result.json"))
              .filter(path -> path.getParent().getFileName().toString().contains(workload))
              .findFirst();
    }
    return file.isPresent() ? Optional.of(JSON.readTree(file.get().toFile())) : Optional.empty();
  }
}
