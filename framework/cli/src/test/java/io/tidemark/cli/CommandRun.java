package io.tidemark.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * {@code bin/benchmark} inside this JVM, with the drivers of the class path.
 *
 * @param printed to both outputs
 * @param output to standard output alone
 */
public record CommandRun(int exitCode, String printed, String output) {
  /** Thresholds that no machine misses. */
  public static final String TOLERANT =
      """
      thresholds: {achievedRate: 1, scheduleDelayP99: 10m, gcPauseShare: 100, gcPauseMax: 10m,
                   cpuSteal: 100, cpuThrottled: 100, tickerLag: 10m}
      """;

  /** The key of a driver file. */
  public static final String IN_MEMORY = "driverClass: " + MiniBench.DRIVER_CLASS + "\n";

  /** Without features. */
  public static CommandRun of(Object... arguments) {
    return of(List.of(), arguments);
  }

  public static CommandRun of(List<Feature> features, Object... arguments) {
    ByteArrayOutputStream both = new ByteArrayOutputStream();
    ByteArrayOutputStream output =
        new ByteArrayOutputStream() {
          @Override
          public synchronized void write(byte[] bytes, int offset, int length) {
            super.write(bytes, offset, length);
            both.write(bytes, offset, length);
          }
        };
    PrintStream standard = stream(output);
    PrintStream errors = stream(both);
    PrintStream out = System.out;
    PrintStream err = System.err;
    int exitCode;
    try {
      System.setOut(standard);
      System.setErr(errors);
      exitCode =
          new Benchmark(features)
              .commandLine()
              .setOut(new PrintWriter(standard, true))
              .setErr(new PrintWriter(errors, true))
              .execute(Stream.of(arguments).map(Object::toString).toArray(String[]::new));
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
    return new CommandRun(
        exitCode, both.toString(StandardCharsets.UTF_8), output.toString(StandardCharsets.UTF_8));
  }

  private static PrintStream stream(OutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }

  /**
   * A run of a driver {@code d} and a workload {@code w}.
   *
   * @param folder gets both files, and {@code results}
   * @param driver text of the driver file without its name
   */
  public static CommandRun in(Path folder, String driver, String workload, String... more)
      throws IOException {
    return in(List.of(), folder, driver, workload, more);
  }

  public static CommandRun in(
      List<Feature> features, Path folder, String driver, String workload, String... more)
      throws IOException {
    List<String> words = new ArrayList<>();
    words.addAll(List.of("--results-dir", folder.resolve("results").toString()));
    words.addAll(
        List.of(
            "-d",
            Files.writeString(folder.resolve("driver.yaml"), "name: d\n" + driver).toString(),
            Files.writeString(folder.resolve("w.yaml"), workload).toString()));
    words.addAll(List.of(more));
    return of(features, words.toArray(Object[]::new));
  }

  /** What {@link #in} has measured. */
  public static JsonNode result(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder.resolve("results"))) {
      Path file =
          files
              .filter(each -> each.endsWith("result.json"))
              .min(
                  Comparator.comparing(Path::getNameCount)) // Classes are in a folder of their own.
              .orElseThrow();
      return new ObjectMapper().readTree(file.toFile());
    }
  }
}
