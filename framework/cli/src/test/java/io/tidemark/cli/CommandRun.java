package io.tidemark.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

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
}
