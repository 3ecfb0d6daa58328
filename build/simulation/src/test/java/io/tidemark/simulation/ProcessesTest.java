package io.tidemark.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Other processes of Java: hashes of objects, orders of sets and compilers differ there. */
@Tag("release")
class ProcessesTest {
  private static final long SEEDS = 20;

  private static String printed(String... arguments) throws Exception {
    String classPath = System.getProperty("java.class.path");
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:+UnlockExperimentalVMOptions",
                "-XX:hashCode=0",
                "-cp",
                System.getProperty("surefire.test.class.path", classPath),
                Simulate.class.getName()));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    return process.waitFor() + " " + output;
  }

  @Test
  @Tag("slow")
  void seedsAreTheSameRunsInAnotherProcess() throws Exception {
    Summary here = new Summary(System.nanoTime());
    try (SeedRunner runner = new SeedRunner()) {
      for (long seed = 1; seed <= SEEDS; seed++) {
        here.add(runner.run(seed));
      }
    }
    String there = printed("1", "" + SEEDS, "10", "1", "false", "false");
    assertThat(there)
        .startsWith("0 ")
        .contains("20 seeds in")
        .contains("hash " + here.hash())
        .endsWith("0 with problems");
  }
}
