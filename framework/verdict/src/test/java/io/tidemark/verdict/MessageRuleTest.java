package io.tidemark.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.earlier.EarlierRun;
import io.tidemark.model.load.ArrivalProcess;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunEvent;
import io.tidemark.model.result.Sample;
import io.tidemark.model.result.Verdict;
import io.tidemark.model.result.Verdict.Severity;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.snapshot.WorkerEvent;
import io.tidemark.model.workload.ChurnSpec;
import io.tidemark.model.workload.Objective;
import io.tidemark.model.workload.Objective.Comparison;
import io.tidemark.model.workload.Objective.Unit;
import io.tidemark.model.workload.Pattern;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What became of the messages. */
class MessageRuleTest {
  private final GoodRun facts = new GoodRun();

  @Test
  void valuesBeyondTheHistogramsAreInvalid() {
    facts.overflowed = 1;

    facts.assertInvalid("histogram-overflow", "1 value was beyond");
  }

  @Test
  void foreignMessagesInCreatedTopicsAreInvalid() {
    facts.foreign = 3;

    facts.assertInvalid("foreign-messages", "3 foreign messages");
  }

  @Test
  void corruptedMessagesAreInvalid() {
    facts.corrupted = 1;

    facts.assertInvalid("corrupted-messages", "1 message arrived");
  }

  @ParameterizedTest
  @CsvSource({
    "1000, 0, VALID, REMARK",
    "1001, 0, FAILED, FAILS",
    "0, 1001, FAILED, FAILS",
    "501, 500, FAILED, FAILS",
    "9900, 0, FAILED, FAILS"
  })
  void aClosedLoopOfWhichManySendsFailedOrWereNeverAnsweredIsFailed(
      long failed, long unanswered, Status status, Severity severity) {
    facts.intended = Optional.empty();
    facts.sendsFail(failed, unanswered);

    Verdict verdict = facts.verdict();

    assertThat(verdict.status()).isEqualTo(status);
    assertThat(verdict.findings().stream().filter(f -> f.code().equals("send-errors")))
        .singleElement()
        .satisfies(finding -> assertThat(finding.severity()).isEqualTo(severity));
  }

  @ParameterizedTest
  @CsvSource({"100, 0, VALID", "101, 0, FAILED", "0, 101, FAILED", "60, 60, FAILED"})
  void anOpenLoopMeetsItsRateWithAnswersOnly(long failed, long unanswered, Status status) {
    facts.sendsFail(failed, unanswered);

    assertThat(facts.verdict().status()).isEqualTo(status);
  }

  /** Chance explains why fewer messages were due, not why some of them have no answer. */
  @ParameterizedTest
  @CsvSource({"10000, 101, FAILED", "10000, 100, VALID", "40, 2, FAILED", "40, 0, VALID"})
  void randomArrivalsExcuseNoMissingAnswer(long sent, long unanswered, Status status) {
    facts.sent = sent;
    facts.intended = Optional.of(sent / 10.0);
    facts.workload.arrivals = ArrivalProcess.POISSON;
    facts.sendsFail(0, unanswered);

    assertThat(facts.verdict().status()).isEqualTo(status);
  }

  @Test
  void aSendWithoutAnAnswerIsAFailedSend() {
    facts.sendsFail(3, 4);

    assertThat(facts.finding("send-errors").message())
        .isEqualTo("7 sends failed, 4 of them without an answer");
    assertThat(facts.objective("errors", Comparison.AT_MOST, 6, Unit.COUNT).actual())
        .isEqualTo("7");
    assertThat(facts.verdict().status()).isEqualTo(Status.FAILED);
  }

  @Test
  void theFirstReasonOfTheDriverIsShown() {
    facts.sendsFail(1, 0);
    facts.events =
        List.of(
            new RunEvent(1, "a", "CONSUMER_ERROR", "consumer 2", "IOException: no"),
            new RunEvent(
                2,
                "a",
                "SEND_ERROR",
                "producer 0",
                "IOException: disk full",
                Map.of(WorkerEvent.TIMES, 3.0)),
            new RunEvent(3, "a", "SEND_ERROR", "producer 1", "IOException: closed"));

    assertThat(facts.finding("send-errors").message())
        .isEqualTo("1 send failed; the first: producer 0: IOException: disk full (3 times)");
  }

  @Test
  void reportsHowManySendsFailedAndTheLimitThatAWorkloadMayRaise() {
    facts.intended = Optional.empty();
    facts.sendsFail(9_900, 20);

    facts.assertFailed(
        "send-errors",
        "phase test: of 10,000 sends 9,900 failed and 20 had no answer (99.200 %, limit 10.00 %)");
    facts.workload.thresholds = Map.of("failedShare", 100.0);
    assertThat(facts.verdict().status()).isEqualTo(Status.VALID);
  }

  @Test
  void whatGoesWrongWithoutAFaultIsAWarning() {
    facts.messagesLost = Optional.of(7L);
    facts.duplicated = Optional.of(8L);
    facts.outOfOrder = Optional.of(9L);

    assertThat(facts.verdict().status()).isEqualTo(Status.VALID);
    for (String code : List.of("messages-lost", "messages-duplicated", "messages-out-of-order")) {
      assertThat(facts.finding(code).severity()).as(code).isEqualTo(Severity.WARNS);
      assertThat(facts.finding(code).message()).endsWith("without a fault or an interruption");
    }
  }

  @Test
  void errorsOfConsumersExplainDuplicatesButNoLosses() {
    facts.consumerErrors = 1;
    facts.messagesLost = Optional.of(7L);
    facts.duplicated = Optional.of(8L);

    assertThat(facts.finding("messages-duplicated").message())
        .isEqualTo(
            "8 deliveries were duplicates; after errors of consumers brokers deliver again what"
                + " these have not acknowledged");
    assertThat(facts.finding("messages-lost").message())
        .endsWith("without a fault or an interruption");
  }

  @ParameterizedTest
  @CsvSource({"CONNECTION_LOST, REMARK", "FAULT_KILL, REMARK", "SEND_ERROR, WARNS"})
  void afterAFaultItIsARemark(String event, Severity severity) {
    facts.messagesLost = Optional.of(7L);
    facts.events = List.of(new RunEvent(5, "a", event, "subject", "detail"));

    assertThat(facts.finding("messages-lost").severity()).isEqualTo(severity);
  }

  @Test
  void whatConsumersThatLeaveGetAgainIsARemark() {
    facts.workload.churn = ChurnSpec.NONE.withConsumersPerSecond(0.1);
    facts.messagesLost = Optional.of(7L);
    facts.duplicated = Optional.of(7L);

    assertThat(facts.finding("messages-duplicated").severity()).isEqualTo(Severity.REMARK);
    assertThat(facts.finding("messages-lost").severity()).isEqualTo(Severity.WARNS);
  }

  @Test
  void lossesMissAnObjectiveAndAreOnlyAWarningWithoutOne() {
    facts.messagesLost = Optional.of(7L);
    assertThat(facts.verdict().status()).isEqualTo(Status.VALID);
    assertThat(facts.finding("messages-lost").message()).startsWith("7 ");

    facts.workload.objectives =
        List.of(new Objective("lost", Comparison.EQUAL, 0, Unit.COUNT, "0"));
    assertThat(facts.verdict().status()).isEqualTo(Status.FAILED);
  }

  @Test
  void valuesOfMessagesOfAnEarlierRunMayBeBeyondTheHistograms() {
    facts.overflowed = 1;
    facts.workload.pattern = Pattern.CONSUME_ONLY;
    facts.workload.fromRun = Optional.of(EarlierRun.ofId("00000000-0000-0000-0000-000000000000"));

    assertThat(facts.verdict().status()).isEqualTo(Status.VALID);
    assertThat(facts.finding("histogram-overflow").message()).endsWith("older than that");
  }

  @Test
  void foreignMessagesAreARemarkInExistingTopicsAndWithinTheLimit() {
    facts.foreign = 3;
    facts.workload.topicNames = List.of("theirs");
    assertThat(facts.finding("foreign-messages").severity()).isEqualTo(Severity.REMARK);

    facts.workload.topicNames = List.of();
    facts.workload.thresholds = Map.of("foreignCount", 3.0);
    assertThat(facts.finding("foreign-messages").severity()).isEqualTo(Severity.REMARK);
    facts.workload.thresholds = Map.of("foreignCount", 2.0);
    assertThat(facts.finding("foreign-messages").severity()).isEqualTo(Severity.INVALIDATES);
  }

  @Test
  void errorsOfConsumersAndSendsWithoutAnAnswerAreRemarks() {
    facts.consumerErrors = 3;
    facts.unacknowledged = 4;
    facts.events = List.of(new RunEvent(1, "a", "CONSUMER_ERROR", "consumer 2", "IOException: no"));

    assertThat(facts.finding("consumer-errors").message())
        .isEqualTo("3 errors were reported by consumers; the first: consumer 2: IOException: no");
    assertThat(facts.finding("unacknowledged").message())
        .isEqualTo("4 sends were never acknowledged");
  }

  @ParameterizedTest
  @CsvSource({"1000000000, REMARK", "999999999, WARNS"})
  void aDisturbanceIsASecondWithoutAnAnswer(long nanos, Severity severity) {
    facts.messagesLost = Optional.of(7L);
    Counters answered = Counters.ZERO.with(Counter.SENT, 10).with(Counter.ACKNOWLEDGED, 10);
    facts.samples =
        List.of(
            sample(0, 1_000_000_000L, answered, 5),
            sample(1_000_000_000L, nanos, Counters.ZERO, 5),
            sample(2_000_000_000L, 1_000_000_000L, answered, 5),
            sample(3_000_000_000L, 9_000_000_000L, Counters.ZERO, 0));

    assertThat(facts.finding("messages-lost").severity()).isEqualTo(severity);
  }

  private static Sample sample(long start, long length, Counters counters, long inFlight) {
    return GoodRun.plainSample("test", start, length, counters, 0, inFlight);
  }

  /** A tenth may fail. */
  @Test
  void phasesBeyondTheLimitAreNamed() {
    facts.intended = Optional.empty();
    facts.steps = List.of(phase("one", 1_000), phase("two", 2_000), phase("three", 1_001));

    assertThat(facts.finding("send-errors").message())
        .startsWith("phases two, three: the worst is two: of 10,000 sends 2,000 failed");
  }

  private static PhaseResult phase(String name, long failed) {
    return GoodRun.phase(name, 0, Optional.empty(), GoodRun.failing(10_000, failed));
  }
}
