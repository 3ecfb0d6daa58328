package io.tidemark.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.verdict.VerdictPage;
import org.junit.jupiter.api.Test;

/**
 * docs/reference/verdict.md is made from the declared findings, thresholds and groups, also those
 * of features.
 */
class FindingsPageTest {
  @Test
  void thePageIsMadeFromTheDeclarations() {
    String made = VerdictPage.ofAllFindings();
    assertThat(Checkout.kept("docs/reference/verdict.md", made)).isEqualTo(made);
  }
}
