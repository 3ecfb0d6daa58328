package io.tidemark.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.load.Arrivals;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunEvent;
import io.tidemark.model.result.Throughput;
import io.tidemark.model.result.Verdict;
import io.tidemark.model.result.Verdict.Severity;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.snapshot.HostSample;
import io.tidemark.model.snapshot.LoadThreads;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.workload.PhaseScale;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whether the schedule was kept, and who is to blame when it was not. */
class ScheduleRuleTest {
  private final GoodRun facts = new GoodRun();

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
    facts.workload.arrivals = Arrivals.POISSON;
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
  void aBrokerThatFillsTheInFlightCapFailsTheRunAndNotTheGenerator() {
    facts.sent = 8_000;
    facts.acknowledged = 8_000;
    facts.loadThread(0.2, 0.001, 0.1, 0);

    facts.assertFailed(
        "rate-not-met",
        "the broker did not answer in time: due messages waited for the in-flight cap (1,000 for"
            + " each producer) for 20.00 % of the time, the oldest send without an answer was 1.50"
            + " s old");
    assertThat(GoodRun.codes(facts.verdict())).doesNotContain("schedule-missed");
  }

  @Test
  void aBrokerThatWasGoneIsNamedAlsoWhereTheGeneratorPausedForAMoment() {
    facts.sent = 8_000;
    facts.loadThread(0.2, 0.001, 0.1, 0);
    facts.host(0.1, 0, 0, 250_000_000, 250_000_000, 0);
    facts.events =
        List.of(new RunEvent(5, "a", "CONNECTION_LOST", "producer", "connection refused"));

    facts.workload.thresholds = Map.of("gcPauseMax", 300e6, "gcPauseShare", 5.0);
    facts.assertFailed("rate-not-met", "it closed or lost 1 connections");
    facts.workload.thresholds = Map.of();
    assertThat(facts.verdict().status()).isEqualTo(Status.INVALID);
    assertThat(facts.finding("gc-pause").severity()).isEqualTo(Severity.INVALIDATES);
    assertThat(facts.finding("rate-not-met").severity()).isEqualTo(Severity.FAILS);
  }

  @Test
  void aBrokerThatBlocksProducersIsNamedToo() {
    facts.sent = 8_000;
    facts.events = List.of(new RunEvent(5, "a", "BLOCKED", "connection", "memory alarm"));

    facts.assertFailed("rate-not-met", "the broker blocked producers 1 times");
  }

  @Test
  void aBlockThatWasOverLongBeforeExcusesNothing() {
    facts.sent = 8_000;
    facts.events =
        List.of(
            new RunEvent(-9_000_000_000L, "a", "BLOCKED", "connection", "memory alarm"),
            new RunEvent(-8_000_000_000L, "a", "UNBLOCKED", "connection", ""));

    facts.assertInvalid("schedule-missed", "not caused by broker, driver or machine");
  }

  @Test
  void aBlockThatReachesIntoThePhaseHeldItBack() {
    facts.sent = 8_000;
    facts.events =
        List.of(
            new RunEvent(-9_000_000_000L, "a", "BLOCKED", "connection", "memory alarm"),
            new RunEvent(1, "a", "UNBLOCKED", "connection", ""));

    facts.assertFailed("rate-not-met", "the broker blocked producers 1 times");
  }

  @Test
  void aStallOfTheBrokerThatWasCaughtUpIsARemarkForResponseTimesHoldIt() {
    facts.record(Measure.SCHEDULE_DELAY, 500_000_000);
    facts.loadThread(0.05, 0, 0.1, 0);

    Verdict verdict = facts.verdict();

    assertThat(verdict.status()).isEqualTo(Status.VALID);
    assertThat(facts.finding("schedule-held-back").severity()).isEqualTo(Severity.REMARK);
  }

  @Test
  void aLateGeneratorIsNotExcusedByACapThatOneMessageFills() {
    facts.maxInFlight = 1;
    facts.inFlight = 1;
    facts.loadThread(0.001, 0, 0.1, 0);
    facts.record(Measure.SCHEDULE_DELAY, 20_000_000);

    facts.assertInvalid("schedule-missed", "not caused by broker, driver or machine");
  }

  @Test
  void sendsThatBlockAtAnIdleMachineAreTheDriversOrTheBrokers() {
    facts.sent = 8_000;
    facts.acknowledged = 8_000;
    facts.inFlight = 1;
    facts.loadThread(0, 0.9, 0.03, 0.001);
    facts.host(0.06, 0, 0, 0, 0, 30_000_000);

    facts.assertFailed(
        "rate-not-met",
        "the driver's send calls blocked for 86.90 % of the load threads' time, with at most 1"
            + " sends without an answer (cap 1,000 for each producer) and 3.00 % of the CPU used by"
            + " the worker: the driver or the broker delayed the load");
  }

  @Test
  void aCpuThatCannotBeReadIsUnknown() {
    facts.sent = 8_000;
    facts.acknowledged = 8_000;
    facts.inFlight = 1;
    facts.loadThread(0, 0.9, 0.03, 0.001);
    facts.host =
        new HostSample(
            Double.NaN, Double.NaN, 2, 0, 0, 0, 0, 1, 1, 1_000_000, facts.host.loadThreads());

    facts.assertFailed(
        "rate-not-met",
        "(cap 1,000 for each producer) and an unknown share of the CPU used by the worker");
  }

  @Test
  void sendsThatBlockForHalfASecondNowAndThenAreARemarkWhereTheRateWasMet() {
    facts.record(Measure.SCHEDULE_DELAY, 490_000_000);
    facts.loadThread(0, 0.1, 0.03, 0.001);
    facts.host(0.06, 0, 0, 0, 0, 30_000_000);

    assertThat(facts.verdict().status()).isEqualTo(Status.VALID);
    assertThat(facts.finding("schedule-held-back").message()).contains("send calls blocked for");
  }

  @Test
  void sendsThatComputeAreTheGenerators() {
    facts.sent = 8_000;
    facts.loadThread(0, 0.99, 0.97, 0.004);

    facts.assertInvalid(
        "schedule-missed", "spent 97.00 % of their time on a CPU in the driver's send calls");
  }

  @Test
  void whereTheKernelReportsNothingAnIdleProcessShowsThatSendsBlocked() {
    facts.sent = 8_000;
    facts.loadThread(0, 0.9, 0, 0);
    LoadThreads reported = facts.loadThreads;
    facts.loadThreads =
        new LoadThreads(
            reported.threadNanos(),
            reported.producerNanos(),
            reported.sendNanos(),
            0,
            -1,
            -1,
            0,
            0);
    facts.host(0.06, 0, 0, 0, 0, 0);

    facts.assertFailed("rate-not-met", "the driver's send calls blocked for 87.30 %");
  }

  @Test
  void threadsThatWaitForACpuAreTheMachines() {
    facts.sent = 8_000;
    facts.loadThread(0.02, 0.3, 0.2, 0.4);
    facts.host = new HostSample(0.4, 1.99, 2, 0, 0, 0, 0, 1, 1, 5_000_000, LoadThreads.NONE);

    facts.assertInvalid("schedule-missed", "load threads of worker a could not run for 40.00 %");
    assertThat(facts.finding("cpu-starved").message())
        .contains("the worker used 20.00 % of the cores, all processes 99.500 %");
  }

  @Test
  void noThreadWaitsForMoreThanAllOfTheTime() {
    facts.sent = 8_000;
    facts.loadThread(0.02, 0.3, 0.2, 0.7);
    facts.host = new HostSample(0.4, 1.1, 2, 0.8, 0, 0, 0, 1, 1, 5_000_000, LoadThreads.NONE);

    facts.assertInvalid("schedule-missed", "load threads of worker a could not run for 100.00 %");
  }

  @Test
  void oneCauseIsOneFindingOverAllPhases() {
    facts.loadThread(0.3, 0, 0.1, 0);
    facts.steps = List.of(step("one", 9_000), step("two", 7_000), step("three", 10_000));

    List<String> messages =
        facts.verdict().findings().stream()
            .filter(finding -> finding.code().equals("rate-not-met"))
            .map(Verdict.Finding::message)
            .toList();
    assertThat(messages).hasSize(1);
    assertThat(messages.get(0))
        .startsWith("phases one, two: the worst is two: sent 7,000 of 10,000 intended messages");
  }

  private PhaseResult step(String name, long sent) {
    Counters counters =
        Counters.ZERO
            .with(Counter.SENT, sent)
            .with(Counter.ACKNOWLEDGED, sent)
            .with(Counter.RECEIVED, sent);
    return new PhaseResult(
        name,
        true,
        0,
        10_000_000_000L,
        facts.intended,
        new Throughput(counters, 10_000_000_000L),
        counters,
        PhaseScale.NONE,
        facts.histograms);
  }

  @Test
  void blamesTheLeaseForWhatWasNotSentAfterIt() {
    facts.sent = 5_000;
    facts.leaseExpired = true;

    facts.assertInvalid(
        "schedule-missed",
        "the lease of a worker expired and it stopped its load, see lease-expired");
    assertThat(facts.finding("schedule-missed").message()).doesNotContain("send calls");
  }

  @Test
  void blamesACoordinatorThatAnnouncesThePhaseLate() {
    facts.sent = 8_000;
    facts.events =
        List.of(new RunEvent(1_260_000_000, "coordinator", RunEvent.LATE_PHASE, "test", "late"));

    facts.assertInvalid("schedule-missed", "workers learned 1.26 s after its beginning");
  }

  @Test
  void blamesTheGeneratorWhenNothingElseExplainsTheDelay() {
    facts.sent = 8_000;

    facts.assertInvalid(
        "schedule-missed", "the load threads have more producers than they can serve");
  }

  @Test
  void blamesABusyMachineBeforeTheSends() {
    facts.record(Measure.SCHEDULE_DELAY, 20_000_000);
    facts.host = new HostSample(0.4, 1.9, 2, 0, 0, 0, 0, 1, 1, 30_000_000, LoadThreads.NONE);

    facts.assertInvalid(
        "schedule-missed",
        "the machine of worker a was too busy: the worker used 20.00 % of the cores, all processes"
            + " 95.00 %, its ticker was late by 30 ms");
  }

  @Test
  void aClosedLoopHasNoScheduleToMiss() {
    facts.intended = Optional.empty();
    facts.sent = 10;
    facts.record(Measure.SCHEDULE_DELAY, 900_000_000);

    assertThat(facts.verdict().status()).isEqualTo(Status.VALID);
  }
}
