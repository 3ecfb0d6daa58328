package io.tidemark.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.workload.Objective;
import io.tidemark.model.workload.Objective.Comparison;
import io.tidemark.model.workload.Objective.Unit;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a trial of a search is judged by. */
class TrialRulesTest {
  private final GoodRun facts = new GoodRun();

  private TrialRules rules(boolean ofRate) {
    return TrialRules.forTrial(facts.judged(), facts.workload.workload(), ofRate);
  }

  @Test
  void aGoodTrialHasNoReasonToFail() {
    assertThat(rules(true))
        .isEqualTo(new TrialRules(Optional.empty(), Optional.empty(), Optional.empty()));
  }

  @Test
  void aGeneratorThatStoodStillIsNotTheSystem() {
    facts.host(0.5, 0, 0, 250_000_000, 250_000_000, 0);

    assertThat(rules(true).generator().orElseThrow())
        .contains("the longest collector pause took 250 ms");
    assertThat(rules(true).system()).isEmpty();
  }

  @Test
  void otherInvalidFiguresAreNotOfTheGenerator() {
    facts.overflowed = 1;

    assertThat(rules(true).generator()).isEmpty();
  }

  @Test
  void aSystemThatRefusesSendsFailsTheTrial() {
    facts.sendsFail(5_000, 0);

    assertThat(rules(true).system().orElseThrow()).contains("of 10,000 sends, 5,000 were");
    assertThat(rules(true).generator()).isEmpty();
  }

  @Test
  void theFirstObjectiveThatWasMissedIsNamed() {
    facts.workload.objectives =
        List.of(
            new Objective("publishLatency.p99", Comparison.AT_MOST, 1e9, Unit.NANOSECONDS, "<= 1s"),
            new Objective("endToEnd.p99", Comparison.AT_MOST, 1e6, Unit.NANOSECONDS, "<= 1ms"),
            new Objective("endToEnd.p50", Comparison.AT_MOST, 1e6, Unit.NANOSECONDS, "<= 1ms"));

    assertThat(rules(true).objective().map(TrialRules::text).orElseThrow())
        .startsWith("endToEnd.p99 <= 1ms: 10.0");
  }

  @Test
  void inASearchForARateObjectivesOfRatesAreLeftOut() {
    facts.workload.objectives =
        List.of(
            new Objective("publishRate", Comparison.AT_LEAST, 2_000, Unit.PER_SECOND, ">= 2000/s"));

    assertThat(rules(true).objective()).isEmpty();
    assertThat(rules(false).objective().map(TrialRules::text).orElseThrow())
        .startsWith("publishRate >= 2000/s: 1,000");
  }
}
