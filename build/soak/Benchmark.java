import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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

  /**
   * Runs it to its end, or kills it with its brokers at the deadline.
   *
   * @param output gets both outputs
   * @return its exit code; empty if it did not end in time
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
    Process process = builder.start();
    try {
      return process.waitFor(deadline.toNanos(), TimeUnit.NANOSECONDS)
          ? Optional.of(process.exitValue())
          : Optional.empty();
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly); // Brokers end with it.
      process.destroyForcibly();
    }
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
