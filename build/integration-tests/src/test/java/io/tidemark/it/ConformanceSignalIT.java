package io.tidemark.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ctrl-C while the rules of the kit are tried. */
class ConformanceSignalIT {
  @TempDir Path folder;

  @Test
  void whatHasBeenTriedIsStatedAndNothingIsATrace() throws Exception {
    Path driver = TidemarkProcess.ROOT.resolve("driver-inmemory/inmemory.yaml");
    Path json = folder.resolve("statement.json");
    try (TidemarkProcess kit =
        TidemarkProcess.start(
            folder,
            "benchmark",
            "conformance",
            "-d",
            driver.toString(),
            "--json",
            json.toString())) {
      kit.awaitOutput("MUST   1.1");
      kit.interrupt();
      assertThat(kit.endedWith(130)).doesNotContain("\tat ", "Exception in thread");
    }
    assertThat(json).content().contains("\"1.1\"");
  }
}
