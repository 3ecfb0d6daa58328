package io.tidemark.features.cost;

import io.tidemark.features.KeptPage;
import io.tidemark.verdict.VerdictPage;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/**
 * docs/reference/verdict.md is made from the declared findings, thresholds and groups of figures,
 * also those of costs. With {@code -Dtidemark.write=true} the test writes it.
 */
class FindingsPageTest {
  @Test
  void thePageIsMadeFromTheDeclarations() throws IOException {
    KeptPage.assertIs("docs/reference/verdict.md", VerdictPage.ofAllFindings());
  }
}
