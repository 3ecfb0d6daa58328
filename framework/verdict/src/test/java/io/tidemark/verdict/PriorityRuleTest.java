package io.tidemark.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.result.RunResult.PriorityResult;
import io.tidemark.model.result.Verdict.Finding;
import io.tidemark.model.result.Verdict.Severity;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.workload.PhaseScale;
import java.util.List;
import org.junit.jupiter.api.Test;

class PriorityRuleTest {
  private final GoodRun facts = new GoodRun();

  private PriorityResult priority(int priority, long received, long overtaken) {
    Counters counters =
        Counters.ZERO.with(Counter.RECEIVED, received).with(Counter.OVERTAKEN, overtaken);
    return new PriorityResult(priority, 0, facts.phase("total", 0, counters, PhaseScale.NONE));
  }

  @Test
  void upToOnePercentMayBeOvertaken() {
    facts.priorities = List.of(priority(9, 500, 5), priority(4, 9_500, 0));
    assertThat(GoodRun.codes(facts.verdict())).doesNotContain("overtaken");
  }

  @Test
  void moreIsAWarningThatNamesThePriority() {
    facts.priorities = List.of(priority(9, 500, 6), priority(5, 100, 50), priority(4, 9_400, 0));
    Finding finding = facts.finding("overtaken");
    assertThat(finding.severity()).isEqualTo(Severity.WARNS);
    assertThat(finding.message())
        .isEqualTo(
            "messages of a lower priority overtook 1.2 % of those of priority 9, 50.0 % of those of"
                + " priority 5");
  }
}
