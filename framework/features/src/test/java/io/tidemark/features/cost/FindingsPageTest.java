package io.tidemark.features.cost;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.verdict.VerdictPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * docs/reference/verdict.md is made from the declared findings, thresholds and groups of figures,
 * also those of costs. With {@code -Dtidemark.write=true} the test writes it.
 */
class FindingsPageTest {
  private static final Path PAGE = Path.of("../../docs/reference/verdict.md");

  @Test
  void thePageIsMadeFromTheDeclarations() throws IOException {
    String made = VerdictPage.ofAllFindings();
    if (Boolean.getBoolean("tidemark.write")) {
      Files.writeString(PAGE, made);
    }
    assertThat(Files.readString(PAGE)).isEqualTo(made);
  }
}
