package io.tidemark.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunEvent;
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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The cause of a schedule that was not kept. */
class BlameTest {
  private final GoodRun facts = new GoodRun();

  @BeforeEach
  void aFifthOfTheMessagesWasNotSent() {
    facts.sent = 8_000;
  }

  @Test
  void aBrokerThatFillsTheInFlightCapFailsTheRunAndNotTheGenerator() {
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
    facts.loadThread(0.2, 0.001, 0.1, 0);
    facts.host(0.1, 0, 0, 250_000_000, 250_000_000, 0);
    facts.events =
        List.of(new RunEvent(5, "a", "CONNECTION_LOST", "producer", "connection refused"));

    facts.workload.thresholds = Map.of("gcPauseMax", 300e6, "gcPauseShare", 5.0);
    facts.assertFailed("rate-not-met", "it closed or lost 1 connection");
    facts.workload.thresholds = Map.of();
    assertThat(facts.verdict().status()).isEqualTo(Status.INVALID);
    assertThat(facts.finding("gc-pause").severity()).isEqualTo(Severity.INVALIDATES);
    assertThat(facts.finding("rate-not-met").severity()).isEqualTo(Severity.FAILS);
  }

  @Test
  void aBrokerThatBlocksProducersIsNamedToo() {
    facts.events = List.of(new RunEvent(5, "a", "BLOCKED", "connection", "memory alarm"));

    facts.assertFailed("rate-not-met", "the broker blocked producers 1 time (limits");
  }

  @Test
  void whatABrokerDidIsCountedWithinThePhase() {
    facts.events =
        List.of(
            new RunEvent(-1_000, "a", "CONNECTION_LOST", "producer", "before it"),
            new RunEvent(0, "a", "BLOCKED", "connection", "memory alarm"),
            new RunEvent(0, "a", "CONNECTION_LOST", "producer", "reset"),
            new RunEvent(5, "a", "CONSUMER_ERROR", "consumer", "no connection"),
            new RunEvent(10_000_000_000L, "a", "CONNECTION_LOST", "producer", "reset"),
            new RunEvent(10_000_001_000L, "a", "CONNECTION_LOST", "producer", "after it"));

    facts.assertFailed(
        "rate-not-met", "the broker blocked producers 1 time and closed or lost 2 connections (");
  }

  @ParameterizedTest
  @CsvSource({"10000000000, rate-not-met", "10000001000, schedule-missed"})
  void aBlockAfterThePhaseExcusesNothing(long epochNanos, String code) {
    facts.events = List.of(new RunEvent(epochNanos, "a", "BLOCKED", "connection", "memory alarm"));

    assertThat(GoodRun.codes(facts.verdict())).contains(code);
  }

  @ParameterizedTest
  @CsvSource({"-1000000000, rate-not-met", "-1000001000, schedule-missed"})
  void aBlockHasAnEffectForTwiceItsLength(long endEpochNanos, String code) {
    facts.events =
        List.of(
            new RunEvent(-2_000_000_000L, "a", "BLOCKED", "connection", "memory alarm"),
            new RunEvent(endEpochNanos, "a", "UNBLOCKED", "connection", ""));

    assertThat(GoodRun.codes(facts.verdict())).contains(code);
  }

  @Test
  void producersThatWaitedForNewClientsWereHeldBackByTheBroker() {
    facts.unstamped = Counters.ZERO.with(Counter.CLIENTS_OPENED, 1);

    facts.assertFailed("rate-not-met", "clients were opened and closed: producers sent nothing");
  }

  /** Half a percent of the time explains that a percent of the messages is missing. */
  @ParameterizedTest
  @CsvSource({"0.005, rate-not-met", "0.0049, schedule-missed"})
  void aCapThatWasHardlyReachedExplainsNothing(double share, String code) {
    facts.loadThread(share, 0, 0.1, 0);

    assertThat(GoodRun.codes(facts.verdict())).contains(code);
  }

  @Test
  void theWorkerThatWasHeldBackMostIsNamed() {
    facts.workers = List.of("a", "b");
    facts.loadThread(0.3, 0, 0.1, 0);
    HostSample held = facts.host.with(facts.loadThreads);
    facts.loadThread(0.01, 0, 0.1, 0);
    facts.otherHosts = List.of(held);

    facts.assertFailed("rate-not-met", "for 30.00 % of the time on worker b, the oldest send");
  }

  @Test
  void aLateGeneratorIsNotExcusedByACapThatOneMessageFills() {
    facts.sent = 10_000;
    facts.maxInFlight = 1;
    facts.inFlight = 1;
    facts.loadThread(0.001, 0, 0.1, 0);
    facts.record(Measure.SCHEDULE_DELAY, 20_000_000);

    facts.assertInvalid("schedule-missed", "not caused by broker, driver or machine");
  }

  @Test
  void sendsThatBlockAtAnIdleMachineAreTheDriversOrTheBrokers() {
    facts.acknowledged = 8_000;
    facts.inFlight = 1;
    facts.loadThread(0, 0.9, 0.03, 0.001);
    facts.host(0.06, 0, 0, 0, 0, 30_000_000);

    facts.assertFailed(
        "rate-not-met",
        "the driver's send calls blocked for 86.90 % of the load threads' time, with at most 1"
            + " send without an answer (cap 1,000 for each producer) and 3.00 % of the CPU used by"
            + " the worker: the driver or the broker delayed the load (limits");
    facts.events = List.of(new RunEvent(5, "a", "CONNECTION_LOST", "producer", "reset"));
    facts.assertFailed(
        "rate-not-met", "delayed the load; the broker closed or lost 1 connection (limits");
  }

  @Test
  void sendsThatComputeForHalfOfTheTimeHaveBlockedForTheRest() {
    facts.loadThread(0, 0.9, 0.5, 0);

    facts.assertFailed("rate-not-met", "the driver's send calls blocked for 40.00 %");
  }

  /** Sends stand still with the process; that is not the broker's doing. */
  @Test
  void pausesOfTheCollectorAreNoTimeInWhichSendsBlocked() {
    facts.loadThread(0, 0.9, 0.03, 0);
    facts.host(0.06, 0, 0, 2_000_000_000L, 1_000_000, 0);

    assertThat(facts.finding("rate-not-met").message()).contains("blocked for 67.00 %");
  }

  /** Percent of the CPU, the time, and the time. */
  @ParameterizedTest
  @CsvSource({"20, 0, 0", "0, 20, 0", "0, 0, 20", "8, 7, 5"})
  void whatTookTheCpuIsTheMachines(double steal, double throttled, double collector) {
    facts.loadThread(0.1, 0, 0.1, 0);
    facts.host(0.5, 2 * steal / 100, throttled / 100, (long) (collector * 1e8), 0, 0);

    facts.assertInvalid(
        "schedule-missed", "load threads of worker a could not run for 20.00 % of the time");
  }

  @Test
  void aCpuThatCannotBeReadIsUnknown() {
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
    facts.sent = 10_000;
    facts.record(Measure.SCHEDULE_DELAY, 490_000_000);
    facts.loadThread(0, 0.1, 0.03, 0.001);
    facts.host(0.06, 0, 0, 0, 0, 30_000_000);

    assertThat(facts.verdict().status()).isEqualTo(Status.VALID);
    assertThat(facts.finding("schedule-held-back").message()).contains("send calls blocked for");
  }

  @Test
  void sendsThatComputeAreTheGenerators() {
    facts.loadThread(0, 0.99, 0.97, 0.004);

    facts.assertInvalid(
        "schedule-missed", "spent 97.00 % of their time on a CPU in the driver's send calls");
  }

  @Test
  void whereTheKernelReportsNothingAnIdleProcessShowsThatSendsBlocked() {
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
    facts.loadThread(0.02, 0.3, 0.2, 0.4);
    facts.host = new HostSample(0.4, 1.99, 2, 0, 0, 0, 0, 1, 1, 5_000_000, LoadThreads.NONE);

    facts.assertInvalid(
        "schedule-missed",
        "the generator could not keep up, see the other findings: load threads of worker a could"
            + " not run for 40.00 %");
    assertThat(facts.finding("cpu-starved").message())
        .contains("the worker used 20.00 % of the cores, all processes 99.500 %");
  }

  @Test
  void noThreadWaitsForMoreThanAllOfTheTime() {
    facts.loadThread(0.02, 0.3, 0.2, 0.7);
    facts.host = new HostSample(0.4, 1.1, 2, 0.8, 0, 0, 0, 1, 1, 5_000_000, LoadThreads.NONE);

    facts.assertInvalid("schedule-missed", "load threads of worker a could not run for 100.00 %");
  }

  @Test
  void blamesTheLeaseForWhatWasNotSentAfterIt() {
    facts.sent = 5_000;
    facts.leaseExpired = true;

    facts.assertInvalid(
        "schedule-missed",
        "the lease of a worker expired and it stopped its load, see lease-expired");
    assertThat(facts.finding("schedule-missed").message()).doesNotContain("send calls");
    facts.host(0.5, 0, 0, 0, 0, 150_000_000);
    assertThat(facts.finding("schedule-missed").message())
        .as("a late ticker did not end the load")
        .doesNotContain("the generator could not keep up");
  }

  @Test
  void blamesACoordinatorThatAnnouncesThePhaseLate() {
    facts.events =
        List.of(new RunEvent(1_260_000_000, "coordinator", RunEvent.LATE_PHASE, "test", "late"));

    facts.assertInvalid("schedule-missed", "workers learned 1.26 s after its beginning");
  }

  @ParameterizedTest
  @CsvSource({"50000000, workers learned 50 ms", "49999000, not caused by broker"})
  void aCoordinatorThatIsHardlyLateExplainsNothing(long lateNanos, String text) {
    facts.sent = 10_000;
    facts.steps = List.of(startingAt(20_000_000_000L));
    facts.events =
        List.of(
            new RunEvent(
                20_000_000_000L + lateNanos, "coordinator", RunEvent.LATE_PHASE, "test", "late"),
            new RunEvent(
                29_000_000_000L, "coordinator", RunEvent.LATE_PHASE, "warm-up", "of another phase"),
            new RunEvent(29_000_000_000L, "a", "CONSUMER_ERROR", "test", "another event"));

    facts.assertInvalid("schedule-missed", text);
  }

  @ParameterizedTest
  @CsvSource({
    "1.75, 10000001, the machine of worker a was too busy",
    "1.75, 10000000, 'not caused by broker, driver or machine: the load threads have more producers"
        + " than they can serve'",
    "1.76, 0, the machine of worker a was too busy",
  })
  void aBusyMachineOrALateTickerExplainsADelayWithoutAnExceededLimit(
      double cpu, long tickerLag, String text) {
    facts.host(cpu, 0, 0, 0, 0, tickerLag); // Other processes use 0.05 more, of 2 cores.

    facts.assertInvalid("schedule-missed", text);
    assertThat(facts.finding("schedule-missed").message()).doesNotContain("see the other findings");
  }

  @Test
  void blamesABusyMachineBeforeTheSends() {
    facts.sent = 10_000;
    facts.record(Measure.SCHEDULE_DELAY, 20_000_000);
    facts.host = new HostSample(0.4, 1.9, 2, 0, 0, 0, 0, 1, 1, 30_000_000, LoadThreads.NONE);

    facts.assertInvalid(
        "schedule-missed",
        "the machine of worker a was too busy: the worker used 20.00 % of the cores, all processes"
            + " 95.00 %, its ticker was late by 30 ms");
  }

  private PhaseResult startingAt(long epochNanos) {
    return facts.phase("test", epochNanos, GoodRun.arrived(8_000), PhaseScale.NONE);
  }
}
