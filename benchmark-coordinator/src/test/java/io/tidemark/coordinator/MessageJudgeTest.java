package io.tidemark.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.result.Verdict;
import io.tidemark.model.result.Verdict.Severity;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.model.workload.Objective;
import io.tidemark.model.workload.Objective.Comparison;
import io.tidemark.model.workload.Objective.Unit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What became of the messages. */
class MessageJudgeTest {
  private final Facts facts = new Facts();

  @Test
  void valuesBeyondTheHistogramsAreInvalid() {
    facts.overflowed = 1;

    facts.assertInvalid("histogram-overflow", "1 values");
  }

  @Test
  void foreignMessagesInTopicsOfItsOwnAreInvalid() {
    facts.foreign = 3;

    facts.assertInvalid("foreign-messages", "3 messages of somebody else");
  }

  @Test
  void corruptedMessagesAreInvalid() {
    facts.corrupted = 1;

    facts.assertInvalid("corrupted-messages", "1 messages");
  }

  @ParameterizedTest
  @CsvSource({"1000, VALID, REMARK", "1001, INVALID, INVALIDATES", "9900, INVALID, INVALIDATES"})
  void sendsThatFailInGreatNumberLeaveLatenciesThatNobodyMayBelieve(
      long failed, Status status, Severity severity) {
    facts.failed = failed;
    facts.acknowledged = facts.sent - failed;

    Verdict verdict = facts.verdict();

    assertThat(verdict.status()).isEqualTo(status);
    assertThat(verdict.findings().stream().filter(f -> f.code().equals("send-errors")))
        .singleElement()
        .satisfies(finding -> assertThat(finding.severity()).isEqualTo(severity));
  }

  @Test
  void tellsHowManySendsFailedAndTheLimitThatAWorkloadMayRaise() {
    facts.failed = 9_900;
    facts.acknowledged = 100;

    facts.assertInvalid(
        "send-errors", "phase test: 9,900 of 10,000 sends failed (99.00 %, limit 10.00 %)");
    facts.scenario.thresholds = Map.of("failedShare", 100.0);
    assertThat(facts.verdict().status()).isEqualTo(Status.VALID);
  }

  @Test
  void lossesMissAnObjectiveAndAreOnlyRemarkedWithoutOne() {
    facts.messagesLost = Optional.of(7L);
    assertThat(facts.verdict().status()).isEqualTo(Status.VALID);
    assertThat(facts.finding("messages-lost").message()).startsWith("7 ");

    facts.scenario.objectives =
        List.of(new Objective("lost", Comparison.EQUAL, 0, Unit.COUNT, "0"));
    assertThat(facts.verdict().status()).isEqualTo(Status.FAILED);
  }
}
