package io.tidemark.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code bin/simulate} compiles the simulation and simulates seeds. */
class SimulateScriptIT {
  @TempDir Path folder;

  private String run(int exitCode, String... arguments) throws Exception {
    try (TidemarkProcess simulate = TidemarkProcess.run(folder, "simulate", arguments)) {
      return simulate.endedWith(exitCode);
    }
  }

  @Test
  void simulatesSeedsAndPrintsTheirEvents() throws Exception {
    assertThat(run(0, "--seeds", "9..10", "--jobs", "1", "--trace", "--without", "jitter"))
        .contains("seed 9: ", "seed 10: ", "phase test", "2 seeds in ", "; 0 with problems");
  }

  @Test
  @Tag("release")
  void refusesWrongArguments() throws Exception {
    assertThat(run(2, "--seeds", "9..8")).startsWith("usage: bin/simulate");
    assertThat(run(2, "--with", "jitter")).contains("no rare part 'jitter'; rare parts: ", "sites");
    assertThat(run(2, "--without", "jiter")).contains("no part 'jiter'; parts: ", "jitter");
  }
}
