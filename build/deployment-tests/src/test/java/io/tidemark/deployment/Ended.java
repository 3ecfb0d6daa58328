package io.tidemark.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * A command that has ended.
 *
 * @param output both outputs
 */
record Ended(int code, String output) {
  /** Carries out a command, whose input is empty. */
  static Ended of(ProcessBuilder command) throws IOException, InterruptedException {
    Process process = command.redirectErrorStream(true).start();
    process.getOutputStream().close();
    return of(process);
  }

  /** Waits for a command whose outputs are one. */
  static Ended of(Process process) throws IOException, InterruptedException {
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ended(process.waitFor(), output);
  }

  /** Carries out a command that must succeed. */
  static String output(ProcessBuilder command) throws IOException, InterruptedException {
    return of(command).withCode(0);
  }

  /** Returns the outputs if the exit code is this one. */
  String withCode(int expected) {
    assertThat(code).as(output).isEqualTo(expected);
    return output;
  }
}
