package io.tidemark.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each decision is one short paragraph of context, decision and consequences. */
class DecisionsTest {
  private static final int MOST_WORDS = 120;

  @Test
  void everyDecisionIsOneShortParagraphOfContextDecisionAndConsequences() {
    List<String> decisions =
        Stream.of(Checkout.text(Path.of("docs/decisions/README.md")).split("\n## "))
            .skip(1)
            .toList();
    assertThat(decisions).hasSizeGreaterThan(10);
    assertThat(decisions)
        .allSatisfy(
            text -> {
              assertThat(text)
                  .containsSubsequence("\n**Context.** ", "**Decision.** ", "**Consequences.** ");
              assertThat(text.strip()).doesNotContain("\n\n");
              assertThat(text.split("\\s+")).hasSizeLessThanOrEqualTo(MOST_WORDS);
            });
  }
}
