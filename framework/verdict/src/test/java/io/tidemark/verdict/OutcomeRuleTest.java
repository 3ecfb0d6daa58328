package io.tidemark.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.outcome.OutcomeReport;
import io.tidemark.model.outcome.OutcomeReport.SubscriptionOutcomes;
import io.tidemark.model.result.RunEvent;
import io.tidemark.model.result.Verdict.Finding;
import io.tidemark.model.result.Verdict.Severity;
import io.tidemark.model.result.VerdictInputs.LostWorker;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OutcomeRuleTest {
  private final GoodRun facts = new GoodRun();

  /** Of 100 messages 2 were rejected and are nowhere, and 1 became a dead letter too early. */
  @BeforeEach
  void outcomes() {
    facts.outcomes =
        Optional.of(
            new OutcomeReport(
                List.of(
                    new SubscriptionOutcomes(
                        "s",
                        "t",
                        97,
                        0,
                        1,
                        0,
                        0,
                        0,
                        2,
                        2,
                        1,
                        0,
                        0,
                        Map.of(),
                        Map.of(1, 98L),
                        List.of("0:7 refused 0 times, planned 1"),
                        List.of(),
                        List.of()))));
  }

  @Test
  void rejectedMessagesThatAreNoDeadLettersAreAWarningThatSaysWhatHelps() {
    Finding finding = facts.finding("dead-letter-lost");
    assertThat(finding.severity()).isEqualTo(Severity.WARNS);
    assertThat(finding.message()).isEqualTo("2 refused messages are not among the dead letters");
    assertThat(facts.finding("given-up-early").message())
        .endsWith("0:7 refused 0 times, planned 1");
  }

  @Test
  void afterALostConnectionAMessageMayEndOtherwiseThanPlanned() {
    facts.events = List.of(new RunEvent(1, "a", "CONNECTION_LOST", "b", "reset"));
    assertThat(facts.finding("given-up-early").severity()).isEqualTo(Severity.REMARK);
    assertThat(facts.finding("dead-letter-lost").severity()).isEqualTo(Severity.WARNS);
  }

  @Test
  void whatALostWorkerRefusedLastIsNotKnown() {
    facts.lost = List.of(new LostWorker("b", "no answer", false));
    assertThat(GoodRun.codes(facts.verdict())).doesNotContain("dead-letter-lost", "given-up-early");
  }
}
