package io.tidemark.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cli.Benchmark;
import io.tidemark.features.Features;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A command of {@code bin/benchmark}, run to its end inside this JVM, which takes much less
 * processor time than a process: for all tests whose subject is not the process itself.
 *
 * @param output both outputs
 */
public record Command(int exitCode, String output) {
  /** One that must succeed. */
  public static Command succeeding(Path folder, String... arguments) {
    return run(folder, arguments).succeeds();
  }

  Command succeeds() {
    endedWith(0);
    return this;
  }

  /** Returns the outputs if the exit code is this one. */
  public String endedWith(int code) {
    assertThat(exitCode).as(output).isEqualTo(code);
    return output;
  }

  /** Writes the page of all results of a folder, {@code report.html} in it. */
  public static void report(Path folder) {
    String page = folder.resolve("report.html").toString();
    succeeding(folder, "report", folder.resolve("results").toString(), "-o", page);
  }

  /** A run of one workload, with its results in a folder. */
  static Command measure(Path results, String drivers, Path workload) {
    return run(results, "--results-dir", results.toString(), "-d", drivers, workload.toString());
  }

  /** One at a time: outputs belong to the JVM. Results are in {@code results} of the folder. */
  public static synchronized Command run(Path folder, String... arguments) {
    List<String> all = new ArrayList<>(Arrays.asList(arguments));
    boolean runs = all.get(0).startsWith("-") || all.get(0).equals("study");
    if (runs && !all.contains("--results-dir") && !all.contains("--csv")) {
      all.addAll(
          all.get(0).equals("study") ? 1 : 0,
          List.of("--results-dir", folder.resolve("results").toString()));
    }
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    PrintStream out = System.out;
    PrintStream err = System.err;
    try (PrintStream both = new PrintStream(printed, true, StandardCharsets.UTF_8)) {
      System.setOut(both);
      System.setErr(both);
      int code =
          new Benchmark(Features.ALL)
              .commandLine()
              .setOut(new PrintWriter(both, true))
              .setErr(new PrintWriter(both, true))
              .execute(all.toArray(String[]::new));
      return new Command(code, printed.toString(StandardCharsets.UTF_8).stripTrailing());
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
  }
}
