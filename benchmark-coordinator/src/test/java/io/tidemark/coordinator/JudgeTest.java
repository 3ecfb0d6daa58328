package io.tidemark.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.coordinator.RunEnd.Ending;
import io.tidemark.model.load.Arrivals;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunEvent;
import io.tidemark.model.result.Sample;
import io.tidemark.model.result.Sample.Rates;
import io.tidemark.model.result.Verdict;
import io.tidemark.model.result.Verdict.Finding;
import io.tidemark.model.result.Verdict.ObjectiveResult;
import io.tidemark.model.result.Verdict.Severity;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.model.worker.Counters;
import io.tidemark.model.worker.HostSample;
import io.tidemark.model.worker.LatencyHistogram;
import io.tidemark.model.worker.Measure;
import io.tidemark.model.worker.RoundTripCounts;
import io.tidemark.model.workload.Objective;
import io.tidemark.model.workload.Objective.Comparison;
import io.tidemark.model.workload.Objective.Unit;
import io.tidemark.model.workload.ProducerRate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JudgeTest {
  private final Facts facts = new Facts();

  private static Finding finding(Verdict verdict, String code) {
    return verdict.findings().stream()
        .filter(each -> each.code().equals(code))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + code + " in " + verdict.findings()));
  }

  private void invalid(String code, String text) {
    Verdict verdict = facts.verdict();
    assertThat(verdict.status()).isEqualTo(Status.INVALID);
    assertThat(finding(verdict, code).severity()).isEqualTo(Severity.INVALIDATES);
    assertThat(finding(verdict, code).message()).contains(text);
  }

  private void host(double cpu, double steal, double throttled, long gc, long longest, long lag) {
    facts.host = new HostSample(cpu, 2, 2, steal, throttled, gc, longest, 1, 1, lag);
  }

  @Test
  void aGoodRunIsValidWithoutFindings() {
    Verdict verdict = facts.verdict();

    assertThat(verdict.findings()).isEmpty();
    assertThat(verdict.status()).isEqualTo(Status.VALID);
  }

  @Test
  void aMissedRateIsInvalidAndSaysByHowMuch() {
    facts.sent = 9_000;
    facts.finalDebt = 1_000;
    facts.record(Measure.SCHEDULE_DELAY, 900_000_000);

    invalid("schedule-missed", "sent 9,000 of 10,000 intended messages (90.00 %;");
    assertThat(finding(facts.verdict(), "schedule-missed").message())
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
    host(0.5, 0, 0, 0, 0, 150_000_000);

    invalid("schedule-missed", "the generator could not keep up");
  }

  @Test
  void aBrokerThatFillsTheInFlightCapIsNamedInsteadOfTheGenerator() {
    facts.sent = 8_000;
    facts.inFlight = 1_000;

    invalid("schedule-missed", "the broker could not keep up, not the generator: 1,000 messages");
  }

  @Test
  void aBrokerThatBlocksProducersIsNamedToo() {
    facts.sent = 8_000;
    facts.events = List.of(new RunEvent(5, "a", "BLOCKED", "connection", "memory alarm"));

    invalid("schedule-missed", "it blocked producers 1 times");
  }

  @Test
  void aStallOfTheBrokerThatWasCaughtUpIsARemarkForResponseTimesHoldIt() {
    facts.record(Measure.SCHEDULE_DELAY, 500_000_000);
    facts.inFlight = 1_000;

    Verdict verdict = facts.verdict();

    assertThat(verdict.status()).isEqualTo(Status.VALID);
    assertThat(finding(verdict, "schedule-held-back").severity()).isEqualTo(Severity.REMARK);
  }

  @Test
  void aLateGeneratorIsNotExcusedByACapThatOneMessageFills() {
    facts.maxInFlight = 1;
    facts.inFlight = 1;
    facts.record(Measure.PUBLISH_LATENCY, 50_000);
    facts.record(Measure.SCHEDULE_DELAY, 20_000_000);

    invalid("schedule-missed", "the driver's send calls blocked");
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

    assertThat(finding(facts.verdict(), "schedule-held-back").message())
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

    invalid("schedule-missed", "a worker stopped its load by itself, see lease-expired");
    assertThat(finding(facts.verdict(), "schedule-missed").message()).doesNotContain("send calls");
  }

  @Test
  void blamesBlockingSendsWhenNothingElseExplainsTheDelay() {
    facts.sent = 8_000;

    invalid("schedule-missed", "the driver's send calls blocked");
  }

  @Test
  void blamesABusyMachineBeforeTheSends() {
    facts.record(Measure.SCHEDULE_DELAY, 20_000_000);
    facts.host = new HostSample(0.4, 1.9, 2, 0, 0, 0, 0, 1, 1, 30_000_000);

    invalid(
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

  @Test
  void theGeneratorsTickerMustNotBeLate() {
    host(0.5, 0, 0, 0, 0, 100_000_001);

    invalid("generator-late", "worker a: its ticker was late by 100 ms (limit 100 ms)");
  }

  @Test
  void collectorPausesMustNotBeLong() {
    host(0.5, 0, 0, 250_000_000, 250_000_000, 0);

    invalid("gc-pause", "250 ms (limit 200 ms)");
  }

  @Test
  void collectorPausesMustNotTakeMuchTime() {
    host(0.5, 0, 0, 150_000_000, 20_000_000, 0);

    invalid("gc-pause", "1.50 % (limit 1.00 %)");
  }

  @Test
  void aFigureJustBeyondItsLimitIsShownBeyondIt() {
    host(0.5, 0, 0, 100_020_000, 20_000_000, 0);

    invalid("gc-pause", "1.0002 % (limit 1.00 %)");
  }

  @Test
  void aPauseLongerThanItsSampleLayInTheSampleBefore() {
    HostTotals totals = new HostTotals();
    totals.add(pause(0), 2e9);
    totals.add(pause(3_000_000_000L), 1e9);
    totals.add(pause(0), 1e9);
    assertThat(totals.summary().gcPausePercent()).isCloseTo(75, within(1e-9));

    HostTotals edge = new HostTotals();
    edge.add(pause(3_000_000_000L), 1e9);
    edge.add(pause(0), 1e9);
    assertThat(edge.summary().gcPausePercent()).as("2 s lay before").isCloseTo(50, within(1e-9));
  }

  private static HostSample pause(long nanos) {
    return new HostSample(0.5, 1, 2, 0, 0, nanos, nanos, 1, 1, 0);
  }

  @Test
  void theHypervisorMustNotTakeMuchCpu() {
    host(0.5, 0.2, 0, 0, 0, 0);

    invalid("cpu-steal", "10.00 % (limit 5.00 %)");
  }

  @Test
  void theContainerMustNotBeThrottled() {
    host(0.5, 0, 0.02, 0, 0, 0);

    invalid("throttled", "2.00 % (limit 1.00 %)");
  }

  @Test
  void aSaturatedMachineAloneIsOnlyRemarked() {
    host(1.95, 0, 0, 0, 0, 0);

    Verdict verdict = facts.verdict();

    assertThat(verdict.status()).isEqualTo(Status.VALID);
    assertThat(finding(verdict, "cpu-saturated").severity()).isEqualTo(Severity.REMARK);
  }

  @Test
  void figuresThatTheMachineDoesNotTellExceedNothing() {
    facts.host =
        new HostSample(Double.NaN, Double.NaN, 2, Double.NaN, Double.NaN, -1, -1, -1, -1, -1);

    assertThat(facts.verdict().findings()).isEmpty();
  }

  @Test
  void messagesThatWereDueAndNeverSentAreRemarkedThoughTheScheduleWasKept() {
    facts.sent = 9_950;
    facts.finalDebt = 50;

    Verdict verdict = facts.verdict();

    assertThat(verdict.status()).isEqualTo(Status.VALID);
    assertThat(finding(verdict, "debt-at-end").message()).startsWith("50 messages were due");
    facts.finalDebt = 1; // Just due when the load stopped.
    assertThat(facts.verdict().findings()).isEmpty();
  }

  @Test
  void aBlockThatWasOverLongBeforeExcusesNothing() {
    facts.sent = 8_000;
    facts.events =
        List.of(
            new RunEvent(-9_000_000_000L, "a", "BLOCKED", "connection", "memory alarm"),
            new RunEvent(-8_000_000_000L, "a", "UNBLOCKED", "connection", ""));

    invalid("schedule-missed", "the driver's send calls blocked");
  }

  @Test
  void aBlockThatReachesIntoThePhaseHeldItBack() {
    facts.sent = 8_000;
    facts.events =
        List.of(
            new RunEvent(-9_000_000_000L, "a", "BLOCKED", "connection", "memory alarm"),
            new RunEvent(1, "a", "UNBLOCKED", "connection", ""));

    invalid("schedule-missed", "it blocked producers 1 times");
  }

  @Test
  void anErrorOfTheGeneratorItselfIsInvalid() {
    facts.events = List.of(new RunEvent(5, "a", "ENGINE_ERROR", "load thread x", "OutOfMemory"));

    invalid("engine-error", "worker a, load thread x: OutOfMemory");
  }

  @Test
  void thresholdsOfTheWorkloadReplaceTheDefaults() {
    facts.scenario.thresholds = Map.of("achievedRate", 80.0, "tickerLag", 1e9);
    facts.sent = 8_100;
    host(0.5, 0, 0, 0, 0, 500_000_000);

    assertThat(facts.verdict().status()).isEqualTo(Status.VALID);
  }

  @Test
  void aLostWorkerIsInvalidEvenWhenTheOthersWentOn() {
    facts.lost = Map.of("b", "no answer");

    invalid("worker-lost", "worker b stopped answering: no answer; the others went on");
  }

  @Test
  void whatBreaksTheRunOffAbortsIt() {
    facts.ending = Ending.INTERRUPTED;
    facts.reason = "interrupted in phase test";
    facts.sent = 10;

    Verdict verdict = facts.verdict();

    assertThat(verdict.status()).isEqualTo(Status.ABORTED);
    assertThat(verdict.findings().get(0).code()).isEqualTo("interrupted");
  }

  @Test
  void anExpiredLeaseIsInvalid() {
    facts.leaseExpired = true;

    invalid("lease-expired", "stopped its load by itself");
  }

  @Test
  void aClockThatIsNotKnownWellEnoughForTheMedianIsInvalid() {
    facts.clocks = new RunFacts.Clocks(1_100_000, "a and b", 0, "");

    invalid("clock-uncertain", "the clocks of a and b are known to +/- 1.10 ms, 11.0");
  }

  @Test
  void aBoundThatIsSmallAgainstTheMedianIsGoodEnough() {
    facts.clocks = new RunFacts.Clocks(900_000, "a and b", 0, "");

    assertThat(facts.verdict().findings()).isEmpty();
  }

  @Test
  void aClockThatJumpedIsInvalid() {
    facts.clocks = new RunFacts.Clocks(0, "", 3_000_000, "b");

    invalid("clock-uncertain", "worker b jumped by 3 ms");
  }

  @ParameterizedTest
  @CsvSource({"9, VALID", "20, INVALID"})
  void fewNegativeLatenciesAreRemarkedManyAreInvalid(long negative, Status status) {
    facts.negative = negative;

    assertThat(facts.verdict().status()).isEqualTo(status);
    assertThat(facts.verdict().findings()).hasSize(1);
  }

  @Test
  void valuesBeyondTheHistogramsAreInvalid() {
    facts.overflowed = 1;

    invalid("histogram-overflow", "1 values");
  }

  @Test
  void foreignMessagesInTopicsOfItsOwnAreInvalid() {
    facts.foreign = 3;

    invalid("foreign-messages", "3 messages of somebody else");
  }

  @Test
  void corruptedMessagesAreInvalid() {
    facts.corrupted = 1;

    invalid("corrupted-messages", "1 messages");
  }

  @Test
  void nothingMeasuredIsInvalid() {
    facts.acknowledged = 0;
    facts.received = 0;

    invalid("no-samples", "no message was measured");
  }

  @Test
  void aCoordinatorThatCameTooLateHasLatenciesAndNoRates() {
    facts.coordinatorLate = true;
    facts.scenario.objectives =
        List.of(
            new Objective("publishRate", Comparison.AT_LEAST, 1, Unit.PER_SECOND, "as written"),
            new Objective(
                "publishLatency.p99", Comparison.AT_MOST, 6e6, Unit.NANOSECONDS, "as written"));

    invalid("no-samples", "the latencies of 10,000 messages are known, rates and backlog are not");
    assertThat(facts.verdict().objectives())
        .extracting(ObjectiveResult::actual, ObjectiveResult::met)
        .containsExactly(tuple("not measured", false), tuple("5.00 ms", true));
  }

  @Test
  void messagesThatWereAnsweredAfterTheMeasuredPhasesAreNotCalledUnmeasured() {
    facts.answeredAfterwards = true;

    invalid("no-samples", "while the measured phases lasted; of theirs, 10,000 were afterwards");
  }

  @Test
  void aMessageLimitThatTheWarmUpUsedUpIsNamed() {
    facts.scenario.messageLimit = facts.sent;
    facts.acknowledged = 0;
    facts.received = 0;

    invalid("no-samples", "messageLimit 10000 was used up before they began");
  }

  @Test
  void generatorAndBrokerOnOneMachineAreRemarked() {
    facts.coLocated = true;
    facts.scenario.rate = new ProducerRate.OpenLoop(1_000);

    assertThat(finding(facts.verdict(), "co-located").severity()).isEqualTo(Severity.REMARK);
  }

  @ParameterizedTest
  @CsvSource({
    "publishLatency.p99, AT_MOST, 5.01e6, NANOSECONDS, true, 5",
    "publishLatency.p99, LESS, 4e6, NANOSECONDS, false, 5",
    "endToEnd.p99.9, AT_MOST, 9e6, NANOSECONDS, false, 10",
    "endToEnd.mean, AT_MOST, 11e6, NANOSECONDS, true, 10",
    "publishResponse.max, AT_MOST, 1e9, NANOSECONDS, false, not measured",
    "publishRate, AT_LEAST, 99, PERCENT, true, 100",
    "publishRate, AT_LEAST, 1001, PER_SECOND, false, '1,000 msg/s'",
    "publishRate, AT_LEAST, 100000, BYTES_PER_SECOND, true, '100,000 B/s'",
    "consumeRate, AT_LEAST, 100, PERCENT, true, 100",
    "lost, EQUAL, 0, COUNT, true, 0",
    "errors, EQUAL, 0, COUNT, true, 0",
    "maxBacklog, AT_MOST, 2, COUNT, false, 3",
    "backlog, LESS, 4, COUNT, true, 3",
  })
  void comparesObjectivesWithWhatWasMeasured(
      String key, Comparison comparison, double limit, Unit unit, boolean met, String actual) {
    facts.scenario.objectives = List.of(new Objective(key, comparison, limit, unit, "as written"));

    Verdict verdict = facts.verdict();

    ObjectiveResult result = verdict.objectives().get(0);
    assertThat(result.met()).isEqualTo(met);
    assertThat(result.actual()).startsWith(actual);
    assertThat(result.condition()).isEqualTo("as written");
    assertThat(verdict.status()).isEqualTo(met ? Status.VALID : Status.FAILED);
  }

  private ObjectiveResult latency(String key, long limitNanos) {
    facts.scenario.objectives =
        List.of(new Objective(key, Comparison.AT_MOST, limitNanos, Unit.NANOSECONDS, "as written"));
    return facts.verdict().objectives().get(0);
  }

  /** Of 1,000 messages that were due so many have a latency: 1 us, 2 us and so on. */
  @ParameterizedTest
  @CsvSource({
    "990, p99, 991000, true, '990 us, with 10 never sent'",
    "990, p99, 988000, false, '990 us, with 10 never sent'",
    "990, p98, 981000, true, '980 us, with 10 never sent'",
    "990, p0, 1000, true, '1 us, with 10 never sent'",
    "990, p99.1, 990000, false, 'unknown: 10 of 1,000 have none (10 never sent)'",
    "989, p99, 990000, false, 'unknown: 11 of 1,000 have none (11 never sent)'",
    "990, p100, 990000, false, 'unknown: 10 of 1,000 have none (10 never sent)'",
    "990, max, 990000, false, 'unknown: 10 of 1,000 have none (10 never sent)'",
    "990, mean, 990000, false, 'unknown: 10 of 1,000 have none (10 never sent)'",
    "990, min, 1000, true, '1 us, with 10 never sent'",
    "1000, p99, 991000, true, '990 us'",
    "1000, max, 1001000, true, '1.00 ms'",
  })
  void aMessageThatWasNeverSentIsSlowerThanAllThatWere(
      int measured, String statistic, long limitNanos, boolean met, String actual) {
    facts.sent = facts.acknowledged = facts.received = measured;
    facts.finalDebt = 1_000 - measured;
    facts.overdueNanos = 2_000_000;
    for (Measure measure :
        List.of(
            Measure.SCHEDULE_DELAY,
            Measure.PUBLISH_LATENCY,
            Measure.PUBLISH_RESPONSE,
            Measure.END_TO_END)) {
      facts.recordEachMicrosecondTo(measure, measured);

      ObjectiveResult result = latency(measure.key() + "." + statistic, limitNanos);

      assertThat(result.actual()).isEqualTo(actual);
      assertThat(result.met()).isEqualTo(met);
    }
  }

  @Test
  void whatHadJustBecomeDueWhenTheLoadStoppedSaysNothingAgainstALimit() {
    facts.finalDebt = 500;
    facts.overdueNanos = 4_000_000;

    assertThat(latency("publishLatency.p99", 5_100_000).met()).isTrue();
    facts.overdueNanos = 5_200_000;
    assertThat(latency("publishLatency.p99", 5_100_000).actual())
        .isEqualTo("unknown: 500 of 10,500 have none (500 never sent)");
  }

  @Test
  void whatFailedOrWasNeverAcknowledgedIsSlowerThanWhatWas() {
    facts.recordEachMicrosecondTo(Measure.PUBLISH_RESPONSE, 9_900);
    facts.acknowledged = 9_900;
    facts.failed = 60;

    assertThat(latency("publishResponse.p99", 10_000_000).actual())
        .isEqualTo("9.90 ms, with 60 failed, 40 unacknowledged");
    assertThat(latency("publishResponse.p99.9", 10_000_000).actual())
        .isEqualTo("unknown: 100 of 10,000 have none (60 failed, 40 unacknowledged)");
    assertThat(latency("scheduleDelay.p99.9", 10_000_000).actual()).isEqualTo("20.0 us");
  }

  @Test
  void whatWasNeverReceivedIsSlowerThanWhatWas() {
    facts.recordEachMicrosecondTo(Measure.END_TO_END, 9_900);
    facts.received = 9_900;
    facts.messagesLost = Optional.of(100L);

    assertThat(latency("endToEnd.p99", 10_000_000).actual())
        .isEqualTo("9.90 ms, with 100 never received");
    assertThat(latency("endToEnd.p99.5", 10_000_000).met()).isFalse();
    assertThat(latency("publishLatency.p99.9", 10_000_000).met()).isTrue();
  }

  @Test
  void whatCannotBeKnownMeetsNoLowerLimitEither() {
    facts.finalDebt = 5_000;
    facts.overdueNanos = 10_000_000_000L;
    facts.scenario.objectives =
        List.of(
            new Objective("endToEnd.p99", Comparison.AT_LEAST, 1, Unit.NANOSECONDS, "as written"));

    assertThat(facts.verdict().objectives().get(0).met()).isFalse();
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

    invalid("send-errors", "phase test: 9,900 of 10,000 sends failed (99.00 %, limit 10.00 %)");
    facts.scenario.thresholds = Map.of("failedShare", 100.0);
    assertThat(facts.verdict().status()).isEqualTo(Status.VALID);
  }

  @Test
  void aWarmUpsDebtMeetsNoObjectiveOfARate() {
    Rates rates = new Rates(1_100, 1_096.7, 109_670, 50, 1_096.7, 109_670);
    Counters counters = new Counters(10_000, 0, 9_500, 0, 500, 9_500, 0, 0, 0, 0, 0, 0, 0);
    facts.steps =
        List.of(
            new PhaseResult(
                "test",
                true,
                0,
                10_000_000_000L,
                Optional.of(1_000.0),
                rates,
                counters,
                facts.histograms));
    facts.scenario.objectives =
        List.of(new Objective("publishRate", Comparison.AT_LEAST, 99, Unit.PERCENT, ">= 99%"));

    ObjectiveResult result = facts.verdict().objectives().get(0);

    assertThat(result.met()).isFalse();
    assertThat(result.actual()).isEqualTo("95.00 %");
  }

  @Test
  void objectivesOfASweepAreJudgedStepByStep() {
    facts.steps = List.of(step(1, 5_000_000), step(250, 50_000_000));
    facts.scenario.objectives =
        List.of(
            new Objective("roundTrip.p99", Comparison.AT_MOST, 20e6, Unit.NANOSECONDS, "<= 20ms"),
            new Objective("lost", Comparison.EQUAL, 0, Unit.COUNT, "0"));

    assertThat(facts.verdict().objectives())
        .extracting(ObjectiveResult::key, ObjectiveResult::met)
        .containsExactly(
            Assertions.tuple("roundTrip.p99 of requesters-1", true),
            Assertions.tuple("roundTrip.p99 of requesters-250", false),
            Assertions.tuple("lost", true));
  }

  private static PhaseResult step(int requesters, long roundTripNanos) {
    Histogram histogram = LatencyHistogram.create();
    histogram.recordValueWithCount(roundTripNanos, 1_000);
    RoundTripCounts answered = new RoundTripCounts(1_000, 1_000, 0, 1_000, 0, 0, 0, 0);
    return new PhaseResult(
        "requesters-" + requesters,
        true,
        0,
        10_000_000_000L,
        Optional.empty(),
        new Sample.Rates(100, 100, 100, 0, 100, 100, 100),
        new Counters(1_000, 1_000, 1_000, 1_000, 0, 1_000, 1_000, 0, 0, 0, 0, 0, 0, answered),
        Optional.of(requesters),
        Map.of(Measure.ROUND_TRIP, histogram));
  }

  @Test
  void lossesMissAnObjectiveAndAreOnlyRemarkedWithoutOne() {
    facts.messagesLost = Optional.of(7L);
    assertThat(facts.verdict().status()).isEqualTo(Status.VALID);
    assertThat(finding(facts.verdict(), "messages-lost").message()).startsWith("7 ");

    facts.scenario.objectives =
        List.of(new Objective("lost", Comparison.EQUAL, 0, Unit.COUNT, "0"));
    assertThat(facts.verdict().status()).isEqualTo(Status.FAILED);
  }

  @Test
  void invalidWinsOverAMissedObjective() {
    facts.scenario.objectives =
        List.of(new Objective("lost", Comparison.AT_LEAST, 1, Unit.COUNT, ">= 1"));
    facts.sent = 10;

    Verdict verdict = facts.verdict();

    assertThat(verdict.status()).isEqualTo(Status.INVALID);
    assertThat(verdict.objectives().get(0).met()).isFalse();
  }

  @Test
  void whatCouldNotBeKeptIsTold() {
    facts.damages = List.of("3 entries of samples.jsonl were lost: No space left on device");
    invalid("result-incomplete", "3 entries of samples.jsonl were lost");
  }

  @Test
  void eventsBeyondThoseKeptAreCounted() {
    facts.droppedEvents = 12_345;
    Verdict verdict = facts.verdict();
    assertThat(verdict.status()).isEqualTo(Status.VALID);
    assertThat(finding(verdict, "events-cut").message()).contains("12,345 events more");
  }

  @Test
  void readingsBeyondThoseKeptAreCounted() {
    facts.cutReadings = 12_345;
    Verdict verdict = facts.verdict();
    assertThat(verdict.status()).isEqualTo(Status.VALID);
    assertThat(finding(verdict, "telemetry-cut").message()).contains("12,345 readings");
  }
}
