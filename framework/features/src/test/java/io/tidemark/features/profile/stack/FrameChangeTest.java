package io.tidemark.features.profile.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Test;

class FrameChangeTest {

  @Test
  void theLargestChangeIsFirstAlsoOfFramesThatOneSideHasNot() {
    FoldedStacks before = FoldedStacks.of(Map.of("t;gone", 3_000L, "t;same", 7_000L));
    FoldedStacks after = FoldedStacks.of(Map.of("t;new", 200L, "t;same", 800L));

    assertThat(FrameChange.of(before, after))
        .extracting(FrameChange::frame)
        .containsExactly("gone", "new", "same");
    FrameChange gone = FrameChange.of(before, after).get(0);
    assertThat(gone.ofSelf()).isCloseTo(-0.3, within(1e-9));
    assertThat(gone.totalBefore()).isCloseTo(0.3, within(1e-9));
  }

  @Test
  void changesThatFewSamplesExplainAreLeftOut() {
    FoldedStacks before = FoldedStacks.of(Map.of("t;a", 10L, "t;b", 10L));
    FoldedStacks after = FoldedStacks.of(Map.of("t;a", 13L, "t;b", 7L));

    assertThat(FrameChange.of(before, after)).isEmpty();
    FoldedStacks manyBefore = FoldedStacks.of(Map.of("t;a", 10_000L, "t;b", 10_000L));
    FoldedStacks manyAfter = FoldedStacks.of(Map.of("t;a", 13_000L, "t;b", 7_000L));
    assertThat(FrameChange.of(manyBefore, manyAfter)).hasSize(2);
  }
}
