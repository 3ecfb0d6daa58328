package io.tidemark.coordinator.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.model.load.Curve.Point;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.LoadState;
import io.tidemark.model.snapshot.WorkerEvent;
import io.tidemark.model.workload.Load;
import io.tidemark.model.workload.Pattern;
import io.tidemark.model.workload.Phase;
import io.tidemark.model.workload.Phase.Rates;
import io.tidemark.model.workload.Phase.Times;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RunPatternTest {
  private final Scenario scenario = new Scenario().workers("a");

  private static Phase phase(String name, long seconds, Double start, Double end) {
    return Phase.of(
        name,
        Duration.ofSeconds(seconds),
        keys -> keys.rate(Rates.of(Optional.ofNullable(start), Optional.ofNullable(end))));
  }

  @Test
  void phasesHoldRampAndStepAndEachIsJudgedByItsOwnRate() throws Exception {
    scenario.phases =
        List.of(
            phase("low", 5, 50.0, null),
            phase("ramp", 10, null, 150.0),
            phase("high", 5, null, null));
    scenario.test = Optional.of(Duration.ofSeconds(20));

    RunResult result = scenario.run();

    assertThat(scenario.phasesSeen).containsExactly("warm-up", "low", "ramp", "high", "drain");
    assertThat(Scenario.phase(result, "warm-up").counters().get(Counter.SENT))
        .isBetween(249L, 251L);
    assertThat(Scenario.phase(result, "low").counters().get(Counter.SENT)).isBetween(249L, 251L);
    assertThat(Scenario.phase(result, "ramp").counters().get(Counter.SENT)).isBetween(998L, 1_002L);
    assertThat(Scenario.phase(result, "high").counters().get(Counter.SENT)).isBetween(749L, 751L);
    assertThat(Scenario.phase(result, "ramp").intendedRatePerSecond().orElseThrow())
        .isCloseTo(100, within(0.01));
    assertThat(result.verdict().findings()).isEmpty();
  }

  @Test
  void theScheduleItselfEndsTheLoadOnAllWorkersAtOnce() throws Exception {
    scenario.run();

    List<Point> points = scenario.worker(0).load.shape().rate().orElseThrow().points();
    assertThat(points.get(points.size() - 1)).isEqualTo(new Point(25_000_000_000L, 0));
  }

  @Test
  void theConsumersProcessingTimeFollowsThePhases() throws Exception {
    scenario.processing = Duration.ofMillis(1);
    scenario.phases =
        List.of(
            Phase.of(
                "slow",
                Duration.ofSeconds(10),
                keys ->
                    keys.consumerProcessingTime(
                        Times.of(
                            Optional.of(Duration.ofMillis(2)),
                            Optional.of(Duration.ofMillis(4))))));

    scenario.run();

    assertThat(scenario.worker(0).processing.valueAt(0)).isEqualTo(2e6);
    assertThat(scenario.worker(0).processing.valueAt(10_000_000_000L)).isEqualTo(3e6);
    assertThat(scenario.worker(0).processing.valueAt(20_000_000_000L)).isEqualTo(4e6);
  }

  @Test
  void aClosedLoopHasAWindowAndNoIntendedRate() throws Exception {
    scenario.load = new Load.ClosedLoop();

    RunResult result = scenario.run();

    assertThat(scenario.worker(0).load.shape().rate()).isEmpty();
    assertThat(scenario.worker(0).load.maxInFlightPerProducer()).isEqualTo(1_000);
    assertThat(Scenario.phase(result, "test").intendedRatePerSecond()).isEmpty();
    assertThat(Scenario.phase(result, "test").perSecond(Counter.SENT)).isBetween(199.0, 201.0);
    // What the closed loop still sends until it is stopped belongs to no measured phase.
    assertThat(Scenario.phase(result, "test").counters().get(Counter.SENT))
        .isBetween(3_999L, 4_001L);
    assertThat(result.verdict().status()).isEqualTo(Status.VALID);
  }

  @ParameterizedTest
  @EnumSource(names = {"PUBSUB", "FILL_THEN_DRAIN"})
  void aLimitIsMeasuredOverTheTimeForWhichItsMessagesAreDue(Pattern pattern) throws Exception {
    scenario.pattern = pattern;
    scenario.load = Load.OpenLoop.of(1);
    scenario.warmup = Duration.ZERO;
    scenario.messageLimit = 3;
    scenario.test = Optional.of(Duration.ofMinutes(1));

    RunResult result = scenario.run();

    PhaseResult measured =
        result.phases().stream().filter(PhaseResult::measured).findFirst().orElseThrow();
    assertThat(measured.lengthSeconds()).isEqualTo(3.0);
    assertThat(measured.intendedRatePerSecond()).hasValue(1.0);
    assertThat(measured.perSecond(Counter.SENT)).isEqualTo(1.0);
    assertThat(measured.perSecond(Counter.ACKNOWLEDGED)).isEqualTo(1.0);
  }

  @Test
  void aWarmUpBeforeALimitIsAsLongAsWithoutOne() throws Exception {
    scenario.load = Load.OpenLoop.of(7);
    scenario.warmup = Duration.ofSeconds(1);
    scenario.messageLimit = 10;
    scenario.test = Optional.of(Duration.ofMinutes(1));

    RunResult result = scenario.run();

    assertThat(Scenario.phase(result, "warm-up").lengthSeconds()).isEqualTo(1.0);
    PhaseResult test = Scenario.phase(result, "test");
    assertThat(test.lengthSeconds()).isCloseTo(3 / 7.0, within(1e-6));
    assertThat(test.counters().get(Counter.SENT)).isEqualTo(3);
    assertThat(test.perSecond(Counter.SENT)).isCloseTo(7.0, within(1e-3));
  }

  @Test
  void anAnswerThatDoesNotComeMakesALimitedPhaseNoLonger() throws Exception {
    scenario.messageLimit = 2_500;
    scenario.broker.neverAcknowledges = message -> message.sequence() == 2_400;

    RunResult result = scenario.run();

    PhaseResult test = Scenario.phase(result, "test");
    assertThat(test.lengthSeconds()).isEqualTo(20.0);
    assertThat(test.counters().get(Counter.SENT)).isBetween(1_999L, 2_000L);
  }

  @Test
  void aLimitedClosedLoopLastsUntilItsLastAnswer() throws Exception {
    scenario.load = new Load.ClosedLoop();
    scenario.warmup = Duration.ZERO;
    scenario.messageLimit = 201;

    RunResult result = scenario.run();

    PhaseResult test = Scenario.phase(result, "test");
    assertThat(test.intendedRatePerSecond()).isEmpty();
    assertThat(test.lengthSeconds()).isBetween(1.0, 1.02);
    assertThat(test.counters().get(Counter.ACKNOWLEDGED)).isEqualTo(201);
  }

  @Test
  void aLostAcknowledgementDoesNotKeepALimitedRunFromItsEnd() throws Exception {
    scenario.messageLimit = 1_000;
    scenario.test = Optional.empty();
    scenario.broker.neverAcknowledges = message -> message.sequence() == 900;
    scenario.time.at(300, scenario.stop::request);

    RunResult result = scenario.run();

    assertThat(scenario.time.seconds()).isLessThan(60);
    assertThat(result.delivery().sent()).isEqualTo(1_000);
    assertThat(Scenario.codes(result)).contains("unacknowledged").doesNotContain("interrupted");
  }

  @Test
  void aLoadThatItsLeaseStoppedEndsALimitedRun() throws Exception {
    scenario.messageLimit = 1_000;
    scenario.test = Optional.empty();
    scenario.time.at(
        8,
        () ->
            scenario.worker(0).overrideLoad =
                new LoadState(false, false, 0, 0, 0, 0, 0, true, false));
    scenario.time.at(300, scenario.stop::request);

    RunResult result = scenario.run();

    assertThat(scenario.time.seconds()).isLessThan(60);
    assertThat(Scenario.codes(result)).contains("lease-expired");
  }

  private void unlimitedButForItsMessages() {
    scenario.workers("b");
    scenario.producers = 2;
    scenario.messageLimit = 1_000_000;
    scenario.test = Optional.empty();
    scenario.time.at(300, scenario.stop::request);
  }

  @Test
  void aLoadThreadThatDiedEndsARunWhoseLimitItWouldNeverReach() throws Exception {
    unlimitedButForItsMessages();
    ScriptedWorker worker = scenario.worker(1);
    scenario.time.at(
        8,
        () -> {
          worker.events.add(new WorkerEvent(1, "ENGINE_ERROR", "load thread load-1-0", "Died: x"));
          worker.overrideLoad = new LoadState(true, false, 0, 0, 0, 0, 0, false, true);
        });

    RunResult result = scenario.run();

    assertThat(scenario.time.seconds()).isLessThan(60);
    assertThat(result.verdict().status()).isEqualTo(Status.INVALID);
    assertThat(Scenario.finding(result, "engine-error"))
        .contains("worker b, load thread load-1-0: Died: x");
    assertThat(Scenario.codes(result)).doesNotContain("interrupted");
  }

  @Test
  void aLoadThreadThatCouldNotEvenTellOfItsDeathMakesTheRunInvalidToo() throws Exception {
    unlimitedButForItsMessages();
    scenario.time.at(
        8,
        () ->
            scenario.worker(0).overrideLoad =
                new LoadState(true, false, 0, 3, 0, 0, 0, false, true));

    RunResult result = scenario.run();

    assertThat(scenario.time.seconds()).as("in flight for ever").isLessThan(60);
    assertThat(result.verdict().status()).isEqualTo(Status.INVALID);
    assertThat(Scenario.finding(result, "engine-error")).contains("worker a, a load thread");
  }

  @Test
  void showsWhenTheBrokerBlocksProducers() throws Exception {
    scenario.worker(0).offsetNanos = 1_000_000_000L;
    scenario.time.at(
        8.4,
        () ->
            scenario
                .worker(0)
                .events
                .add(
                    new WorkerEvent(
                        scenario.worker(0).own(scenario.time.clock.epochNanos()),
                        "BLOCKED",
                        "connection 1",
                        "memory alarm")));

    RunResult result = scenario.run();

    assertThat(result.events())
        .filteredOn(event -> event.kind().equals("BLOCKED"))
        .singleElement()
        .satisfies(
            event -> {
              assertThat(event.source()).isEqualTo("a");
              assertThat(event.detail()).isEqualTo("memory alarm");
              assertThat((event.epochNanos() - ScriptedWorker.ORIGIN) / 1e9)
                  .isCloseTo(8.4, within(0.001));
            });
    assertThat(scenario.eventsSeen).anyMatch(event -> event.kind().equals("BLOCKED"));
  }
}
