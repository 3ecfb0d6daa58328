package io.tidemark.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.load.Arrivals;
import io.tidemark.model.result.RunEvent;
import io.tidemark.model.result.Verdict;
import io.tidemark.model.result.Verdict.Severity;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.model.worker.HostSample;
import io.tidemark.model.worker.Measure;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whether the schedule was kept, and who is to blame when it was not. */
class ScheduleJudgeTest {
  private final Facts facts = new Facts();

  @Test
  void aMissedRateIsInvalidAndSaysByHowMuch() {
    facts.sent = 9_000;
    facts.finalDebt = 1_000;
    facts.record(Measure.SCHEDULE_DELAY, 900_000_000);

    facts.assertInvalid("schedule-missed", "sent 9,000 of 10,000 intended messages (90.00 %;");
    assertThat(facts.finding("schedule-missed").message())
        .contains("900 msg/s of 1,000 msg/s")
        .contains("schedule delay p99 900 ms")
        .contains("1,000 messages behind at the end");
  }

  @ParameterizedTest
  @CsvSource({"9900, VALID", "9899, INVALID"})
  void theRateMayBeOnePercentShort(long sent, Status status) {
    facts.sent = sent;

    assertThat(facts.verdict().status()).isEqualTo(status);
  }

  @ParameterizedTest
  @CsvSource({"9650, VALID", "9500, INVALID"})
  void poissonArrivalsMayScatter(long sent, Status status) {
    facts.scenario.arrivals = Arrivals.POISSON;
    facts.sent = sent;

    assertThat(facts.verdict().status()).isEqualTo(status);
  }

  @Test
  void aScheduleDelayOfTheGeneratorsOwnIsInvalid() {
    facts.record(Measure.SCHEDULE_DELAY, 11_000_000);
    facts.host(0.5, 0, 0, 0, 0, 150_000_000);

    facts.assertInvalid("schedule-missed", "the generator could not keep up");
  }

  @Test
  void aBrokerThatFillsTheInFlightCapIsNamedInsteadOfTheGenerator() {
    facts.sent = 8_000;
    facts.inFlight = 1_000;

    facts.assertInvalid(
        "schedule-missed", "the broker could not keep up, not the generator: 1,000 messages");
  }

  @Test
  void aBrokerThatBlocksProducersIsNamedToo() {
    facts.sent = 8_000;
    facts.events = List.of(new RunEvent(5, "a", "BLOCKED", "connection", "memory alarm"));

    facts.assertInvalid("schedule-missed", "it blocked producers 1 times");
  }

  @Test
  void aBlockThatWasOverLongBeforeExcusesNothing() {
    facts.sent = 8_000;
    facts.events =
        List.of(
            new RunEvent(-9_000_000_000L, "a", "BLOCKED", "connection", "memory alarm"),
            new RunEvent(-8_000_000_000L, "a", "UNBLOCKED", "connection", ""));

    facts.assertInvalid("schedule-missed", "the driver's send calls blocked");
  }

  @Test
  void aBlockThatReachesIntoThePhaseHeldItBack() {
    facts.sent = 8_000;
    facts.events =
        List.of(
            new RunEvent(-9_000_000_000L, "a", "BLOCKED", "connection", "memory alarm"),
            new RunEvent(1, "a", "UNBLOCKED", "connection", ""));

    facts.assertInvalid("schedule-missed", "it blocked producers 1 times");
  }

  @Test
  void aStallOfTheBrokerThatWasCaughtUpIsARemarkForResponseTimesHoldIt() {
    facts.record(Measure.SCHEDULE_DELAY, 500_000_000);
    facts.inFlight = 1_000;

    Verdict verdict = facts.verdict();

    assertThat(verdict.status()).isEqualTo(Status.VALID);
    assertThat(facts.finding("schedule-held-back").severity()).isEqualTo(Severity.REMARK);
  }

  @Test
  void aLateGeneratorIsNotExcusedByACapThatOneMessageFills() {
    facts.maxInFlight = 1;
    facts.inFlight = 1;
    facts.record(Measure.PUBLISH_LATENCY, 50_000);
    facts.record(Measure.SCHEDULE_DELAY, 20_000_000);

    facts.assertInvalid("schedule-missed", "the driver's send calls blocked");
  }

  @ParameterizedTest
  @CsvSource({"600000, 10000", "50000, 9999"})
  void aBrokerMayFillASmallCapToo(long publishNanos, long acknowledged) {
    facts.maxInFlight = 1;
    facts.inFlight = 1;
    facts.acknowledged = acknowledged;
    facts.received = acknowledged;
    facts.record(Measure.PUBLISH_LATENCY, publishNanos);
    facts.record(Measure.SCHEDULE_DELAY, 20_000_000);

    assertThat(facts.finding("schedule-held-back").message())
        .contains("1 messages were in flight, the cap is 1");
  }

  @Test
  void aStallOfTheBrokerIsSeenWithASmallCap() {
    facts.maxInFlight = 1;
    facts.inFlight = 1;
    facts.record(Measure.PUBLISH_LATENCY, 50_000);
    facts.histograms.get(Measure.PUBLISH_LATENCY).recordValue(15_000_000);
    facts.record(Measure.SCHEDULE_DELAY, 20_000_000);

    assertThat(facts.verdict().status()).isEqualTo(Status.VALID);
  }

  @Test
  void blamesTheLeaseForWhatWasNotSentAfterIt() {
    facts.sent = 5_000;
    facts.leaseExpired = true;

    facts.assertInvalid(
        "schedule-missed", "a worker stopped its load by itself, see lease-expired");
    assertThat(facts.finding("schedule-missed").message()).doesNotContain("send calls");
  }

  @Test
  void blamesBlockingSendsWhenNothingElseExplainsTheDelay() {
    facts.sent = 8_000;

    facts.assertInvalid("schedule-missed", "the driver's send calls blocked");
  }

  @Test
  void blamesABusyMachineBeforeTheSends() {
    facts.record(Measure.SCHEDULE_DELAY, 20_000_000);
    facts.host = new HostSample(0.4, 1.9, 2, 0, 0, 0, 0, 1, 1, 30_000_000);

    facts.assertInvalid(
        "schedule-missed",
        "too busy to keep up: worker a used 20.00 % of its cores, all processes there 95.00 %, its"
            + " ticker was late by 30 ms");
  }

  @Test
  void aClosedLoopHasNoScheduleToMiss() {
    facts.intended = Optional.empty();
    facts.sent = 10;
    facts.record(Measure.SCHEDULE_DELAY, 900_000_000);

    assertThat(facts.verdict().status()).isEqualTo(Status.VALID);
  }
}
