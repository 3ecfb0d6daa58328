package io.tidemark.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.model.question.Question;
import io.tidemark.model.result.FaultReport;
import io.tidemark.model.result.FaultReport.Flow;
import io.tidemark.model.result.FigureError;
import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.FigureValidity;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.Sample;
import io.tidemark.model.result.Verdict;
import io.tidemark.model.result.Verdict.Severity;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.model.result.VerdictInputs.BrokerCounts;
import io.tidemark.model.result.VerdictInputs.Clocks;
import io.tidemark.model.result.VerdictInputs.Ending;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.snapshot.HostSample;
import io.tidemark.model.snapshot.LatencyHistogram;
import io.tidemark.model.snapshot.LoadThreads;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.workload.Objective;
import io.tidemark.model.workload.Objective.Comparison;
import io.tidemark.model.workload.Objective.Unit;
import io.tidemark.model.workload.Pattern;
import io.tidemark.model.workload.PhaseScale;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which figures a cause damages, by how much, and what that does to the status. */
class FigureUseTest {
  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1_000 * MILLI;

  private final GoodRun facts = new GoodRun();

  /** The share of the messages has the delay, the others are on time. */
  private void late(double percent, long nanos) {
    Histogram delays = LatencyHistogram.create();
    delays.recordValueWithCount(10_000, Math.round(100 * (100 - percent)));
    delays.recordValueWithCount(nanos, Math.round(100 * percent));
    facts.histograms.put(Measure.SCHEDULE_DELAY, delays);
  }

  private void objectives(String... keys) {
    facts.workload.objectives =
        Stream.of(keys)
            .map(key -> new Objective(key, Comparison.AT_LEAST, 0, Unit.COUNT, ">= 0"))
            .toList();
  }

  private void failover(long recoveryNanos) {
    facts.workload.pattern = Pattern.FAILOVER;
    facts.failover =
        Optional.of(
            FailoverVerdictTest.FAILOVER
                .with()
                .oldestMissingNanos(Optional.empty())
                .firstMessageNanos(Optional.of(recoveryNanos))
                .lastMessageNanos(Optional.of(recoveryNanos))
                .build());
  }

  private FigureValidity figures(FigureGroup group) {
    return facts.verdict().of(group);
  }

  private static double millis(FigureValidity validity, String statistic) {
    return validity.error().nanos(statistic).orElseThrow() / MILLI;
  }

  @Test
  void aLateScheduleDamagesLatenciesByItsDelayAndNeitherRatesNorCounts() {
    late(2, 50 * MILLI);

    Verdict verdict = facts.verdict();

    assertThat(verdict.status()).isEqualTo(Status.INVALID);
    assertThat(verdict.usable(FigureGroup.RATES)).isTrue();
    assertThat(verdict.usable(FigureGroup.DELIVERY)).isTrue();
    assertThat(verdict.usable(FigureGroup.TELEMETRY)).isTrue();
    FigureValidity latency = verdict.of(FigureGroup.END_TO_END_LATENCY);
    assertThat(latency.usable()).isFalse();
    assertThat(latency.because()).containsExactly("schedule-missed");
    // 98 of 100 messages were on time, so their median of 10 ms is as it should be.
    assertThat(millis(latency, "p50")).isCloseTo(0.01, within(0.001));
    assertThat(latency.usable("p50", 10 * MILLI)).isTrue();
    assertThat(millis(latency, "p99")).isCloseTo(50, within(0.1));
    assertThat(latency.usable("p99", 10 * MILLI)).isFalse();
    assertThat(latency.usable("p99", 600 * MILLI)).isTrue();
    assertThat(latency.errorText("p99")).isEqualTo("error at most 50.0 ms");
  }

  @ParameterizedTest
  @CsvSource({"0.05, VALID", "0.5, INVALID"})
  void theStatusIsThatOfTheFiguresInUse(double percent, Status status) {
    facts.workload.thresholds = Map.of("scheduleDelayP99", 0.0);
    late(percent, 50 * MILLI);
    objectives("publishLatency.p50");
    facts.workload.subscriptions = 0; // The question of the open loop: the p99 of publishing.

    assertThat(facts.verdict().usable(FigureGroup.PUBLISH_LATENCY)).isFalse();
    assertThat(facts.verdict().status()).isEqualTo(status);
  }

  private void question(String... metrics) {
    facts.workload.question = Optional.of(new Question(List.of(metrics), 0.1));
  }

  @ParameterizedTest
  @CsvSource({
    "publishRate, VALID",
    "endToEnd.p50, VALID",
    "endToEnd.p99, INVALID",
    "publishLatency.p99.9, INVALID"
  })
  void theQuestionOfTheWorkloadIsWhatTheRunIsMadeFor(String metric, Status status) {
    late(2, 50 * MILLI);
    question(metric);

    assertThat(facts.verdict().status()).isEqualTo(status);
    assertThat(facts.verdict().usable(FigureGroup.END_TO_END_LATENCY))
        .as("the figures are damaged with every question")
        .isFalse();
  }

  @Test
  void theQuestionReplacesTheUsualOneAndObjectivesRemain() {
    late(2, 50 * MILLI);
    objectives("lost");
    assertThat(facts.verdict().status()).as("the usual endToEnd.p99").isEqualTo(Status.INVALID);

    question("consumeRate");
    assertThat(facts.verdict().status()).isEqualTo(Status.VALID);

    objectives("endToEnd.p99");
    assertThat(facts.verdict().status()).isEqualTo(Status.INVALID);
  }

  @Test
  void aFailoverWithALateScheduleHasItsTimesUnlessItAsksForItsLatency() {
    failover(8 * SECOND);
    late(5, 216 * MILLI);
    assertThat(facts.verdict().status()).isEqualTo(Status.VALID);
    assertThat(facts.finding("schedule-missed").severity()).isEqualTo(Severity.WARNS);
    assertThat(figures(FigureGroup.RECOVERY)).isEqualTo(FigureValidity.GOOD);

    question("endToEnd.p99");

    assertThat(facts.verdict().status()).isEqualTo(Status.INVALID);

    question("recoveryPointMessages", "recoveryTimeFirst");
    assertThat(facts.verdict().status()).isEqualTo(Status.VALID);
  }

  @Test
  void aFindingOnOtherFiguresIsAWarning() {
    facts.intended = Optional.empty();
    objectives("lost");
    facts.clocks = new Clocks(20 * MILLI, "a and b", 0, "", List.of());

    assertThat(facts.verdict().status()).isEqualTo(Status.VALID);
    assertThat(facts.finding("clock-uncertain").severity()).isEqualTo(Severity.WARNS);
    assertThat(figures(FigureGroup.END_TO_END_LATENCY).errorText("p50"))
        .isEqualTo("error at most 20 ms");
    assertThat(Stream.of(FigureGroup.values()).filter(each -> !facts.verdict().usable(each)))
        .containsExactly(FigureGroup.END_TO_END_LATENCY);

    facts.workload.objectives = List.of();
    assertThat(facts.verdict().status()).as("all figures are in use").isEqualTo(Status.INVALID);
  }

  @Test
  void aScheduleThatIsNotKeptDamagesRatesByWhatIsMissing() {
    facts.sent = 9_000;
    facts.finalDebt = 1_000;

    FigureValidity rates = figures(FigureGroup.RATES);

    assertThat(rates.usable()).isFalse();
    assertThat(rates.errorText("")).isEqualTo("error at most 10.00 %");
    assertThat(figures(FigureGroup.PUBLISH_LATENCY).errorText("p99")).isEqualTo("error unknown");
    assertThat(facts.verdict().usable(FigureGroup.DELIVERY)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"8200, VALID", "2600, VALID", "2400, INVALID"})
  void aPauseIsComparedWithTheTimeOfAFailover(long recoveryMillis, Status status) {
    failover(recoveryMillis * MILLI);
    facts.host(0.5, 0, 0, 250 * MILLI, 250 * MILLI, 0);

    Verdict verdict = facts.verdict();

    assertThat(verdict.status()).isEqualTo(status);
    assertThat(verdict.usable(FigureGroup.DELIVERY)).as("the recovery point").isTrue();
    assertThat(verdict.usable(FigureGroup.PUBLISH_LATENCY)).isFalse();
    FigureValidity times = verdict.of(FigureGroup.RECOVERY);
    assertThat(times.because()).containsExactly("gc-pause");
    assertThat(times.errorText(FigureError.MAX)).isEqualTo("error at most 250 ms");
  }

  @ParameterizedTest
  @CsvSource({"0.5, true", "3, false"})
  void pausesOfAClosedLoopDamageRatesByTheirShare(double percent, boolean usable) {
    objectives("publishRate");
    pausesOfAClosedLoop(percent);

    FigureValidity rates = figures(FigureGroup.RATES);

    assertThat(rates.usable()).isEqualTo(usable);
    assertThat(rates.errorPercent()).isCloseTo(percent, within(1e-6));
    Status expected = usable ? Status.VALID : Status.INVALID;
    assertThat(facts.verdict().status()).isEqualTo(expected);

    objectives();
    question("publishRate");
    assertThat(facts.verdict().status()).isEqualTo(expected);
  }

  @Test
  void aRateThatWasNotMetByAStoppedProcessIsNotThatOfTheSystem() {
    objectives("publishRate");
    facts.acknowledged = 8_000;
    facts.host(0.5, 0, 0, 250 * MILLI, 250 * MILLI, 0);

    assertThat(facts.verdict().usable(FigureGroup.RATES)).isFalse();
    assertThat(facts.verdict().status()).isEqualTo(Status.INVALID);
  }

  @Test
  void aDifferenceOfCountsDamagesCountsAndTheRateByItsShare() {
    facts.brokerCounts = new BrokerCounts(12_000L, null, null, false, true, true, 0);

    assertThat(figures(FigureGroup.DELIVERY).usable()).isFalse();
    assertThat(figures(FigureGroup.RATES).errorPercent()).isCloseTo(20.0, within(0.1));
    assertThat(figures(FigureGroup.END_TO_END_LATENCY).usable()).isTrue();
  }

  @Test
  void noFigureOfAnAbortedRunIsUsable() {
    facts.ending = Ending.INTERRUPTED;

    assertThat(facts.verdict().figures().values()).noneMatch(FigureValidity::usable);
  }

  @Test
  void anErrorIsComparedWithTheFiguresOfItsGroupOnly() {
    facts.workload.thresholds = Map.of("scheduleDelayP99", 0.0);
    late(100, 400_000);

    FigureValidity latency = figures(FigureGroup.END_TO_END_LATENCY);
    assertThat(latency.because()).containsExactly("schedule-missed");
    assertThat(latency.usable()).as("0.4 ms of 10 ms").isTrue();
    assertThat(figures(FigureGroup.PUBLISH_LATENCY).usable())
        .as("0.4 ms of a schedule delay of 0.4 ms")
        .isFalse();
    facts.record(Measure.END_TO_END, MILLI);
    assertThat(figures(FigureGroup.END_TO_END_LATENCY).usable()).as("0.4 ms of 1 ms").isFalse();
  }

  /** For a share of the time. */
  private void pausesOfAClosedLoop(double percent) {
    facts.intended = Optional.empty();
    facts.inFlight = 1;
    long pauses = Math.round(percent / 100 * 10 * SECOND);
    facts.host(0.5, 0, 0, pauses, 250 * MILLI, 0);
  }

  private static FaultReport fault(double recoverySeconds) {
    Flow flow = GoodRun.flow(Optional.of(recoverySeconds), 100);
    return GoodRun.fault(1_000_000, 2_000_000, GoodRun.effect(recoverySeconds, Optional.of(flow)));
  }

  @ParameterizedTest
  @CsvSource({"2.6, true", "2.4, false"})
  void aPauseIsComparedWithTheRecoveryFromAFault(double recoverySeconds, boolean usable) {
    facts.faults = List.of(fault(recoverySeconds));
    facts.inFlightSeries = Collections.nCopies(10, 5L);
    facts.host(0.5, 0, 0, 250 * MILLI, 250 * MILLI, 0);

    assertThat(figures(FigureGroup.RECOVERY).errorText(FigureError.MAX))
        .isEqualTo("error at most 250 ms");
    assertThat(figures(FigureGroup.RECOVERY).usable()).isEqualTo(usable);
  }

  @ParameterizedTest
  @CsvSource({"0, true", "2400, false"})
  void aRecoveryPointWithoutMissingMessagesHasNoError(long missingMillis, boolean usable) {
    failover(8 * SECOND);
    facts.failover =
        facts.failover.map(
            report -> report.withOldestMissingNanos(Optional.of(missingMillis * MILLI)));
    facts.host(0.5, 0, 0, 250 * MILLI, 250 * MILLI, 0);

    assertThat(figures(FigureGroup.RECOVERY).usable()).isEqualTo(usable);
  }

  /** Percentiles of 1, 2, 4, ... s; an error is small up to a tenth of the figure. */
  @ParameterizedTest
  @CsvSource({
    "min, 1",
    "p25, 1",
    "p50, 2",
    "p60, 2",
    "p75, 4",
    "p80, 4",
    "p90, 8",
    "p92, 8",
    "p95, 16",
    "p98, 16",
    "p99, 32",
    "p99.5, 32",
    "p99.9, 64",
    "p99.95, 64",
    "p99.99, 128",
    "max, 256",
    "mean, 4.6"
  })
  void anErrorIsComparedWithTheStatisticThatIsAskedFor(String statistic, double seconds) {
    Histogram latency = LatencyHistogram.create();
    int[] counts = {30_000, 30_000, 20_000, 12_000, 5_000, 2_500, 450, 45, 5};
    for (int i = 0; i < counts.length; i++) {
      latency.recordValueWithCount(SECOND << i, counts[i]);
    }
    facts.histograms.put(Measure.END_TO_END, latency);
    facts.intended = Optional.empty();
    question("publishRate");
    objectives("endToEnd." + statistic);
    facts.workload.thresholds = Map.of("clockErrorShare", 1.0);

    facts.clocks = new Clocks(Math.round(0.09 * seconds * SECOND), "a and b", 0, "", List.of());
    assertThat(facts.verdict().status()).isEqualTo(Status.VALID);
    facts.clocks = new Clocks(Math.round(0.11 * seconds * SECOND), "a and b", 0, "", List.of());
    assertThat(facts.verdict().status()).isEqualTo(Status.INVALID);
  }

  @Test
  void onlyWhatWasMeasuredHasAValidity() {
    assertThat(facts.verdict().figures())
        .doesNotContainKeys(FigureGroup.ROUND_TRIP_LATENCY, FigureGroup.RECOVERY);
    facts.faults = List.of(fault(1));
    assertThat(facts.verdict().figures()).containsKey(FigureGroup.RECOVERY);
  }

  /** A process that stood still for 250 ms, and delays of 1, 2, ... 1,000 us. */
  @Test
  void aMessageMayBeSentLateAndReceivedLate() {
    facts.recordEachMicrosecondTo(Measure.SCHEDULE_DELAY, 1_000);
    facts.host(0.5, 0, 0, 250 * MILLI, 250 * MILLI, 0);

    FigureValidity published = figures(FigureGroup.PUBLISH_LATENCY);
    FigureValidity received = figures(FigureGroup.END_TO_END_LATENCY);

    double[] millis = {0.95, 0.99, 0.999, 1, 0.5005, 250};
    List<String> statistics = List.of("p50", "p95", "p99", "p99.9", "mean", "max");
    for (int i = 0; i < millis.length; i++) {
      String statistic = statistics.get(i);
      assertThat(millis(published, statistic)).as(statistic).isCloseTo(millis[i], within(0.002));
      assertThat(millis(received, statistic)).as(statistic).isCloseTo(2 * millis[i], within(0.004));
    }
  }

  @Test
  void whatStoodStillInTheWarmUpIsNoErrorOfTheTest() {
    HostSample warm = new HostSample(0.5, 1, 2, 0, 0, 0, 0, 1, 1, 5 * SECOND, LoadThreads.NONE);
    HostSample test = new HostSample(0.5, 1, 2, 0, 0, 0, 0, 1, 1, 250 * MILLI, LoadThreads.NONE);
    facts.steps =
        List.of(
            phase("warm-up", PhaseScale.NONE).withMeasured(false), phase("test", PhaseScale.NONE));
    facts.samples = List.of(sample("warm-up", warm), sample("test", test));

    assertThat(millis(figures(FigureGroup.PUBLISH_LATENCY), "max")).isEqualTo(250);
  }

  private static Sample sample(String phase, HostSample host) {
    Counters counters = Counters.ZERO.with(Counter.ACKNOWLEDGED, 1).with(Counter.RECEIVED, 1);
    return new Sample(phase, 0, 10 * SECOND, counters, Map.of(), 0, 0, 0, List.of(host));
  }

  private PhaseResult phase(String name, PhaseScale scale) {
    return facts.phase(name, 0, GoodRun.arrived(10_000), scale);
  }

  /** An error of 5 ms in latencies of 1 ms with 1 client and of 100 ms with 8. */
  @ParameterizedTest
  @CsvSource({
    "roundTrip.p99 at 1 requester, INVALID",
    "roundTrip.p99 at 8 requesters, VALID",
    "publishLatency.p99 at 1 producer, INVALID",
    "publishLatency.p99 at 8 producers, VALID",
    "endToEnd.p99 at 1 consumer, INVALID",
    "endToEnd.p99 at 8 consumers, VALID",
    "endToEnd.p99, INVALID",
  })
  void anErrorIsComparedWithThePhaseThatIsAskedFor(String metric, Status status) {
    List<PhaseResult> steps = new ArrayList<>();
    for (int clients : List.of(1, 8)) {
      long nanos = clients == 1 ? MILLI : 100 * MILLI;
      facts.record(Measure.ROUND_TRIP, nanos);
      facts.record(Measure.PUBLISH_LATENCY, nanos);
      facts.record(Measure.END_TO_END, nanos);
      Optional<Integer> number = Optional.of(clients);
      steps.add(
          phase("clients-" + clients, new PhaseScale(number, number, number, Optional.empty())));
    }
    facts.steps = steps;
    facts.clocks = new Clocks(0, "", 5 * MILLI, "b", List.of());
    question(metric);

    assertThat(facts.verdict().status()).isEqualTo(status);
  }
}
