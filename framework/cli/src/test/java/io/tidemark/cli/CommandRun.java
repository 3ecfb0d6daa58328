package io.tidemark.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * {@code bin/benchmark} inside this JVM, with the drivers of the class path.
 *
 * @param printed to both outputs
 */
public record CommandRun(int exitCode, String printed) {

  public static CommandRun of(String... arguments) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream both = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    PrintWriter writer = new PrintWriter(both, true);
    PrintStream out = System.out;
    PrintStream err = System.err;
    int exitCode;
    try {
      System.setOut(both);
      System.setErr(both);
      exitCode = Main.commandLine().setOut(writer).setErr(writer).execute(arguments);
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
    return new CommandRun(exitCode, bytes.toString(StandardCharsets.UTF_8));
  }

  /**
   * A run of a driver {@code d} and a workload {@code w}.
   *
   * @param folder gets both files, and {@code results}
   * @param driver text of the driver file without its name
   */
  static CommandRun in(Path folder, String driver, String workload, String... more)
      throws IOException {
    List<String> words = new ArrayList<>();
    words.addAll(List.of("--results-dir", folder.resolve("results").toString()));
    words.addAll(
        List.of(
            "-d",
            Files.writeString(folder.resolve("driver.yaml"), "name: d\n" + driver).toString(),
            Files.writeString(folder.resolve("w.yaml"), workload).toString()));
    words.addAll(List.of(more));
    return of(words.toArray(String[]::new));
  }

  /** What {@link #in} has measured. */
  static JsonNode result(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder.resolve("results"))) {
      Path file = files.filter(each -> each.endsWith("result.json")).findFirst().orElseThrow();
      return new ObjectMapper().readTree(file.toFile());
    }
  }
}
