package io.tidemark.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.load.ArrivalProcess;
import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.Verdict;
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
    facts.workload.arrivals = ArrivalProcess.POISSON;
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
  void aRateFarAboveWhatTheBrokerTakesIsToBeLowered() {
    facts.loadThread(0.3, 0, 0.1, 0);
    facts.sent = 800;

    assertThat(facts.finding("rate-not-met").message())
        .contains("the broker took 80.0 msg/s of 1,000 msg/s");
    assertThat(facts.finding("rate-not-met").next())
        .startsWith("lower the rate, or search for the limit");
  }

  @Test
  void aRateThatIsNearlyReachedIsNotFarTooHigh() {
    facts.loadThread(0.3, 0, 0.1, 0);
    facts.sent = 9_500;

    assertThat(facts.finding("rate-not-met").message()).doesNotContain("lower the rate");
  }

  @Test
  void withoutAMessageThereIsNoScheduleDelay() {
    facts.loadThread(0.3, 0, 0.1, 0);
    facts.sent = 0;
    facts.histograms.clear();

    assertThat(facts.finding("rate-not-met").message())
        .contains("sent 0 of 10,000 intended messages")
        .doesNotContain("schedule delay", "0 ns");
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

  @Test
  void whatWasCaughtUpHasAFindingOfItsOwn() {
    facts.record(Measure.SCHEDULE_DELAY, 900_000_000);
    facts.loadThread(0.3, 0, 0.1, 0);
    facts.steps = List.of(step("one", 8_000), step("two", 10_000));

    assertThat(facts.finding("rate-not-met").message()).startsWith("phase one: sent 8,000");
    assertThat(facts.finding("schedule-held-back").message()).startsWith("phase two: sent 10,000");
  }

  /** Messages and delays in milliseconds of phase one, and of phase two. */
  @ParameterizedTest
  @CsvSource({
    "10000, 500, 10000, 900, two",
    "10000, 900, 10000, 500, one",
    "9000, 500, 10000, 900, one",
    "10000, 500, 9000, 900, two",
    "8000, 500, 9000, 900, one",
  })
  void missingMessagesAreWorseThanLateOnes(
      long one, long lateOne, long two, long lateTwo, String worst) {
    facts.record(Measure.SCHEDULE_DELAY, lateOne * 1_000_000);
    PhaseResult first = step("one", one);
    facts.record(Measure.SCHEDULE_DELAY, lateTwo * 1_000_000);
    facts.steps = List.of(first, step("two", two));

    assertThat(facts.finding("schedule-missed").message())
        .startsWith("phases one, two: the worst is " + worst);
  }

  @Test
  void aDelayAtItsLimitIsAllowed() {
    facts.workload.thresholds = Map.of("scheduleDelayP99", 2_000.0);
    facts.record(Measure.SCHEDULE_DELAY, 2_000); // Short enough for an exact percentile.
    assertThat(facts.verdict().findings()).isEmpty();
    facts.record(Measure.SCHEDULE_DELAY, 2_001);
    assertThat(GoodRun.codes(facts.verdict())).contains("schedule-missed");
  }

  @Test
  void aScheduleThatABrokerHeldBackSaysNothingOfTheMachine() {
    facts.sent = 8_000;
    facts.loadThread(0.2, 0, 0.1, 0);
    facts.host = new HostSample(0.4, 1.99, 2, 0, 0, 0, 0, 1, 1, 5_000_000, LoadThreads.NONE);

    assertThat(GoodRun.codes(facts.verdict())).containsExactly("rate-not-met");
  }

  /** Answers cannot be missing where messages are; they can in other phases. */
  @Test
  void answersAreJudgedInThePhasesInWhichEnoughWasSent() {
    facts.steps =
        List.of(step("one", 8_000, 4_000), step("two", 10_000, 4_000), step("three", 10_000));

    assertThat(facts.finding("schedule-missed").message()).startsWith("phase one: sent 8,000");
    assertThat(facts.finding("rate-not-met").message())
        .startsWith("phase two: of 10,000 sends, 4,000 were acknowledged");
  }

  @ParameterizedTest
  @CsvSource({"3, false", "0, true"})
  void messagesMissingInAPhaseWithAFaultMakeItsRecoveryUnknown(double window, boolean usable) {
    facts.sent = 5_000;
    facts.faults =
        List.of(GoodRun.fault(1_000_000, 2_000_000, GoodRun.effect(window, Optional.empty())));

    assertThat(facts.finding("schedule-missed").message()).doesNotContain("behind at the end");
    assertThat(facts.verdict().usable(FigureGroup.RECOVERY)).isEqualTo(usable);
  }

  private PhaseResult step(String name, long sent) {
    return step(name, sent, sent);
  }

  private PhaseResult step(String name, long sent, long acknowledged) {
    Counters counters =
        Counters.ZERO
            .with(Counter.SENT, sent)
            .with(Counter.ACKNOWLEDGED, acknowledged)
            .with(Counter.RECEIVED, sent);
    return facts.phase(name, 0, counters, PhaseScale.NONE);
  }

  @Test
  void aClosedLoopHasNoScheduleToMiss() {
    facts.intended = Optional.empty();
    facts.sent = 10;
    facts.record(Measure.SCHEDULE_DELAY, 900_000_000);

    assertThat(facts.verdict().status()).isEqualTo(Status.VALID);
  }
}
