package io.tidemark.coordinator.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.coordinator.search.NextStep.End;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What several traffic classes make of a trial. */
class TrialOutcomeTest {
  private static final End BROKEN = new End(false, "broken");

  private static TrialOutcome outcome(
      boolean passed, double achieved, Optional<End> over, long seconds, long lead) {
    return new TrialOutcome(
        new Trial(100, true, passed, achieved),
        over,
        Duration.ofSeconds(seconds),
        seconds * 10,
        lead);
  }

  @Test
  void oneClassDecidesAlone() {
    TrialOutcome alone = outcome(true, 99, Optional.empty(), 5, 7);
    assertThat(TrialOutcome.of(List.of(alone))).isEqualTo(alone);
  }

  @Test
  void aTrialPassesIfItPassedInEveryClass() {
    TrialOutcome passed = outcome(true, 99, Optional.empty(), 1, 1);
    TrialOutcome failed = outcome(false, 60, Optional.empty(), 1, 1);
    assertThat(TrialOutcome.of(List.of(passed, passed)).trial().passed()).isTrue();
    assertThat(TrialOutcome.of(List.of(passed, failed)).trial().passed()).isFalse();
    assertThat(TrialOutcome.of(List.of(failed, passed)).trial())
        .as("at the rate of all, with what the worst one handled")
        .isEqualTo(new Trial(100, true, false, 60));
  }

  @Test
  void theLatestTimesAndAnyEndAreThoseOfAll() {
    TrialOutcome early = outcome(true, 99, Optional.empty(), 3, 9);
    TrialOutcome late = outcome(true, 99, Optional.of(BROKEN), 5, 2);
    TrialOutcome all =
        new TrialOutcome(
            new Trial(100, true, true, 99), Optional.of(BROKEN), Duration.ofSeconds(5), 50, 9);
    assertThat(TrialOutcome.of(List.of(early, late, early))).isEqualTo(all);
    assertThat(TrialOutcome.of(List.of(late, early))).isEqualTo(all);
    assertThat(TrialOutcome.of(List.of(early, early)).over()).isEmpty();
  }
}
