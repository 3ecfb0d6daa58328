package io.tidemark.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.model.result.Sample;
import io.tidemark.model.result.Verdict;
import io.tidemark.model.result.Verdict.Severity;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.snapshot.HostSample;
import io.tidemark.model.snapshot.LoadThreads;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whether the generators' machines let them work. */
class HostRuleTest {
  private final GoodRun facts = new GoodRun();

  /** A machine of two cores that other processes may use, too. */
  private static HostSample shared(
      double cpu, double ofAll, long pauses, long longestPause, long tickerLag) {
    return new HostSample(
        cpu, ofAll, 2, 0, 0, pauses, longestPause, 1, 1, tickerLag, LoadThreads.NONE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          0   | 0    | 0         | 0         | 100000001 | generator-late | worker a: its ticker was late by 100 ms (limit 100 ms)
          0   | 0    | 250000000 | 250000000 | 0         | gc-pause       | 250 ms (limit 200 ms)
          0   | 0    | 150000000 | 20000000  | 0         | gc-pause       | 1.50 % (limit 1.00 %)
          0   | 0    | 100020000 | 20000000  | 0         | gc-pause       | 1.0002 % (limit 1.00 %)
          0.2 | 0    | 0         | 0         | 0         | cpu-steal      | 10.00 % (limit 5.00 %)
          0   | 0.02 | 0         | 0         | 0         | throttled      | 2.00 % (limit 1.00 %)
          """)
  void eachFigureHasALimit(
      double steal,
      double throttled,
      long pauses,
      long longest,
      long tickerLag,
      String code,
      String words) {
    facts.host(0.5, steal, throttled, pauses, longest, tickerLag);

    facts.assertInvalid(code, words);
  }

  @Test
  void pausesThatTheSendsInFlightBridgeCostAClosedLoopNothing() {
    facts.intended = Optional.empty();
    facts.inFlight = 20; // 1,000 msg/s: work for the broker as long as the pauses of 20 ms
    facts.host(0.5, 0, 0, 150_000_000, 20_000_000, 0);

    assertThat(facts.verdict().status()).isEqualTo(Status.VALID);
    assertThat(facts.finding("gc-pause").severity()).isEqualTo(Severity.REMARK);
    assertThat(facts.finding("gc-pause").message()).contains("took 1.50 %", "except for 0.00 %");
  }

  @Test
  void pausesInWhichTheBrokerRunsOutOfSendsCostAClosedLoopItsRate() {
    facts.intended = Optional.empty();
    facts.inFlight = 19;
    facts.host(0.5, 0, 0, 150_000_000, 20_000_000, 0);

    facts.assertInvalid("gc-pause", "kept the broker busy took 1.50 % (limit 1.00 %)");
  }

  @Test
  void sendsInFlightExcuseNoPausesOfAnOpenLoop() {
    facts.inFlight = 30;
    facts.host(0.5, 0, 0, 150_000_000, 20_000_000, 0);

    facts.assertInvalid("gc-pause", "collector pauses took 1.50 % (limit 1.00 %)");
  }

  /** 2.50 % of 20 s, of which the sends in flight do not last for 1.00 %, which is the limit. */
  @Test
  void pausesThatCostAClosedLoopAsMuchAsIsAllowedAreARemark() {
    facts.intended = Optional.empty();
    facts.samples = List.of(sample(0, 30, 300_000_000), sample(10, 19, 200_000_000));

    assertThat(facts.finding("gc-pause").severity()).isEqualTo(Severity.REMARK);
    assertThat(facts.finding("gc-pause").message())
        .contains("took 2.50 %", "except for 1.00 % (limit 1.00 %)");
  }

  /** Ten seconds with pauses of 20 ms, at 1,000 messages a second. */
  private static Sample sample(int second, long inFlight, long pauses) {
    HostSample host = shared(0.5, 1, pauses, 20_000_000, 0);
    Counters counters = Counters.ZERO.with(Counter.ACKNOWLEDGED, 10_000);
    return new Sample(
        "test",
        second * 1_000_000_000L,
        10_000_000_000L,
        counters,
        Map.of(),
        0,
        inFlight,
        0,
        List.of(host));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void figuresAtTheirLimitsExceedNothing(boolean closedLoop) {
    facts.intended = closedLoop ? Optional.empty() : facts.intended;
    facts.host(1.8, 0.1, 0.01, 100_000_000, 100_000_000, 100_000_000);

    assertThat(facts.verdict().findings()).isEmpty();
  }

  /** All processes use 96 % of two cores. */
  @ParameterizedTest
  @CsvSource({
    "1.42, 0.05, generator-late",
    "1.42, 0.051, cpu-starved",
    "1.41, 0.05, cpu-starved",
  })
  void aMachineIsTooBusyWithAQuarterForOthersOrAFewPercentOfWaiting(
      double cpu, double runQueue, String code) {
    facts.host = shared(cpu, 1.92, 0, 0, 150_000_000);
    facts.loadThread(0, 0, 0.1, runQueue);

    assertThat(GoodRun.codes(facts.verdict())).containsExactly(code);
  }

  @Test
  void aPauseLongerThanItsSampleLayInTheSampleBefore() {
    HostSummary.Totals totals = new HostSummary.Totals();
    totals.add(pause(0), 2e9, 0);
    totals.add(pause(3_000_000_000L), 1e9, 0);
    totals.add(pause(0), 1e9, 0);
    assertThat(totals.summary().gcPausePercent()).isCloseTo(75, within(1e-9));

    HostSummary.Totals edge = new HostSummary.Totals();
    edge.add(pause(3_000_000_000L), 1e9, 0);
    edge.add(pause(0), 1e9, 0);
    assertThat(edge.summary().gcPausePercent()).as("2 s lay before").isCloseTo(50, within(1e-9));
  }

  @Test
  void aPauseALittleLongerThanItsSampleHasItsLength() {
    HostSummary.Totals totals = new HostSummary.Totals();
    totals.add(pause(0), 2e9, 0);
    totals.add(pause(1_200_000_000L), 1e9, 0);
    assertThat(totals.summary().gcPausePercent()).isCloseTo(40, within(1e-9));
  }

  @Test
  void pausesTakeAtMostAllOfTheTime() {
    HostSummary.Totals totals = new HostSummary.Totals();
    totals.add(pause(1_500_000_000L), 2e9, 0);
    totals.add(pause(3_000_000_000L), 1e9, 0);
    assertThat(totals.summary().gcPausePercent()).isCloseTo(100, within(1e-9));
  }

  @Test
  void theTickersDelaysAreSummedOverSamplesAndPhases() {
    HostSummary.Totals totals = new HostSummary.Totals();
    totals.add(late(30_000_000), 1e9, 0);
    totals.add(late(-1), 1e9, 0);
    HostSummary.Totals both = new HostSummary.Totals();
    both.add(totals);
    both.add(totals);

    assertThat(both.summary().tickerLagPercent()).isCloseTo(1.5, within(1e-9));
    assertThat(both.summary().tickerLagNanos()).isEqualTo(30_000_000);
  }

  private static HostSample late(long nanos) {
    return shared(0.5, 1, 0, 0, nanos);
  }

  @Test
  void aMachineThatReportsNoCoresHasNoFigures() {
    HostSummary.Totals totals = new HostSummary.Totals();
    totals.add(new HostSample(1, 1, 0, 1, 1, 9, 9, 1, 1, 9, LoadThreads.NONE), 1e9, 0);

    assertThat(totals.summary().cpuShare()).isNaN();
    assertThat(totals.summary().tickerLagNanos()).isZero();
  }

  private static HostSample pause(long nanos) {
    return shared(0.5, 1, nanos, nanos, 0);
  }

  @Test
  void aSaturatedMachineAloneIsOnlyRemarked() {
    facts.host(1.95, 0, 0, 0, 0, 0);

    Verdict verdict = facts.verdict();

    assertThat(verdict.status()).isEqualTo(Status.VALID);
    assertThat(facts.finding("cpu-saturated").severity()).isEqualTo(Severity.REMARK);
  }

  @Test
  void figuresThatTheMachineDoesNotTellExceedNothing() {
    double none = Double.NaN;
    facts.host = new HostSample(none, none, 2, none, none, -1, -1, -1, -1, -1, LoadThreads.NONE);

    assertThat(facts.verdict().findings()).isEmpty();
  }

  @Test
  void pausesOfAMachineThatOthersUseUpAreForWantOfCpu() {
    facts.host = shared(0.3, 1.96, 250_000_000, 250_000_000, 150_000_000);

    facts.assertInvalid(
        "cpu-starved",
        "worker a: it had too little CPU: the worker used 15.00 % of the cores, all"
            + " processes 98.00 %; as a result its ticker was late by 150 ms (limit 100 ms), and"
            + " the longest collector pause took 250 ms (limit 200 ms), and collector pauses took"
            + " 2.50 % (limit 1.00 %)");
    assertThat(GoodRun.codes(facts.verdict())).doesNotContain("gc-pause", "generator-late");
  }

  @Test
  void aClosedLoopBesideItsBrokerMayUseUpTheMachine() {
    facts.host = shared(1, 1.98, 1_000_000, 1_000_000, 150_000_000);
    facts.intended = Optional.empty();
    facts.inFlight = 19;
    facts.assertInvalid("cpu-starved", "its ticker was late by 150 ms");

    facts.coLocated = true;
    assertThat(facts.verdict().status()).isEqualTo(Status.VALID);
    assertThat(facts.finding("cpu-starved").severity()).isEqualTo(Severity.REMARK);

    facts.host = shared(1, 1.98, 100_000_000, 50_000_000, 150_000_000);
    assertThat(facts.finding("cpu-starved").severity())
        .as("at the limit")
        .isEqualTo(Severity.REMARK);

    // 2.5 % of the time, and nothing in flight meanwhile: that did cost the rate.
    facts.host = shared(1, 1.98, 250_000_000, 50_000_000, 150_000_000);
    facts.assertInvalid("cpu-starved", "kept the broker busy took 2.50 % (limit 1.00 %)");
  }

  @Test
  void theRunQueueShowsItWhereTheHostsCpuDoesNot() {
    facts.host = shared(0.3, Double.NaN, 0, 0, 150_000_000);
    facts.loadThread(0, 0, 0.1, 0.08);

    facts.assertInvalid("cpu-starved", "its load threads waited for a CPU for 8.00 % of the time");
  }

  @Test
  void aBusyMachineThatHeldNothingUpIsNoFinding() {
    facts.host = shared(0.3, 1.96, 0, 0, 20_000_000);
    facts.loadThread(0, 0, 0.1, 0.08);

    assertThat(facts.verdict().findings()).isEmpty();
  }

  @Test
  void pausesOfAMachineWithFreeCpuAreTheCollectors() {
    facts.host = shared(0.3, 0.9, 250_000_000, 250_000_000, 0);
    facts.loadThread(0, 0, 0.1, 0.001);

    facts.assertInvalid("gc-pause", "250 ms (limit 200 ms)");
    assertThat(GoodRun.codes(facts.verdict())).doesNotContain("cpu-starved");
  }

  @Test
  void pausesOfAWorkerThatUsesTheWholeMachineItselfAreTheCollectors() {
    facts.host = shared(1.9, 1.98, 250_000_000, 250_000_000, 0);

    facts.assertInvalid("gc-pause", "250 ms (limit 200 ms)");
  }

  @Test
  void whatTheHypervisorOrTheContainerTookHasItsOwnCode() {
    facts.host = new HostSample(0.3, 1.96, 2, 0.2, 0, 0, 0, 1, 1, 150_000_000, LoadThreads.NONE);

    facts.assertInvalid("cpu-steal", "10.00 %");
    assertThat(GoodRun.codes(facts.verdict())).doesNotContain("cpu-starved");
  }

  @Test
  void aSampleTooShortForATickHidesNothingOfTheOthers() {
    HostSummary.Totals totals = new HostSummary.Totals();
    totals.add(new HostSample(1, 1, 2, 1, 0.5, 0, 0, 1, 1, 0, LoadThreads.NONE), 1e9, 0);
    double unknown = Double.NaN;
    totals.add(
        new HostSample(unknown, unknown, 2, unknown, unknown, 0, 0, 1, 1, 0, LoadThreads.NONE),
        1e3,
        0);

    HostSummary summary = totals.summary();

    assertThat(summary.stealPercent()).isCloseTo(50, within(1e-9));
    assertThat(summary.hostCpuPercent()).isCloseTo(50, within(1e-9));
    assertThat(summary.cpuShare()).isCloseTo(50, within(1e-9));
    assertThat(summary.throttledPercent()).isCloseTo(50, within(1e-9));
  }
}
