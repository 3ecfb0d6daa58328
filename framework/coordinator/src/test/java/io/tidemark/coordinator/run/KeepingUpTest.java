package io.tidemark.coordinator.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Verdict.ObjectiveResult;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.model.snapshot.HostSample;
import io.tidemark.model.snapshot.LoadState;
import io.tidemark.model.snapshot.LoadThreads;
import io.tidemark.model.snapshot.TelemetrySample;
import io.tidemark.model.workload.Load;
import io.tidemark.model.workload.Objective;
import io.tidemark.model.workload.Objective.Comparison;
import io.tidemark.model.workload.Objective.Unit;
import io.tidemark.model.workload.Phase;
import io.tidemark.model.workload.Phase.Rates;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whole runs on brokers that do not keep up or become slower, and on machines that do not. */
class KeepingUpTest {
  private static final long SECOND = 1_000_000_000L;

  private final Scenario scenario = new Scenario().workers("a");

  @Test
  void aBrokerThatAcknowledgesHalfIsFailedWithUsableFigures() throws Exception {
    scenario.drainTimeout = Duration.ofSeconds(60);
    scenario.broker.acknowledgedPerSecond = 50;

    RunResult result = scenario.run();

    assertThat(result.verdict().status()).isEqualTo(Status.FAILED);
    assertThat(Scenario.finding(result, "rate-not-met"))
        .matches("phase test: .* (49|50)\\.\\d msg/s of 100 msg/s: .*");
  }

  @Test
  void aBrokerThatIsSlowFromTheBeginningOfAShortRunIsValid() throws Exception {
    scenario.warmup = Duration.ZERO;
    scenario.test = Optional.of(Duration.ofSeconds(10));
    scenario.broker.publishNanos = 2 * SECOND;

    assertThat(scenario.run().verdict().status()).isEqualTo(Status.VALID);
  }

  @ParameterizedTest
  @CsvSource({"99.5, VALID", "40, FAILED"})
  void consumersThatAreTooSlow(double consumedPerSecond, Status status) throws Exception {
    scenario.drainTimeout = Duration.ofSeconds(60);
    scenario.broker.consumedPerSecond = consumedPerSecond;

    assertThat(scenario.run().verdict().status()).isEqualTo(status);
  }

  @Test
  void aClosedLoopHasNoRateToMeet() throws Exception {
    scenario.load = new Load.ClosedLoop();
    scenario.warmup = Duration.ZERO;
    scenario.test = Optional.of(Duration.ofSeconds(10));
    scenario.broker.acknowledgedPerSecond = 100;
    scenario.broker.consumedPerSecond = 80;
    scenario.drainTimeout = Duration.ofSeconds(600);

    assertThat(Scenario.codes(scenario.run())).doesNotContain("rate-not-met", "schedule-missed");
  }

  @Test
  void aBrokerThatWasGoneForTwentySecondsFailsTheRun() throws Exception {
    RunResult result =
        runWithOutage(new LoadThreads(SECOND, SECOND, 0, SECOND, SECOND / 50, 0, 12 * SECOND, 0));

    assertThat(result.verdict().status()).isEqualTo(Status.FAILED);
    assertThat(Scenario.finding(result, "rate-not-met"))
        .contains("the broker did not answer in time", "in-flight cap", "12 s old");
  }

  @Test
  void sendsThatBlockFailTheRunAtAnIdleMachine() throws Exception {
    RunResult result =
        runWithOutage(new LoadThreads(SECOND, SECOND, SECOND, 0, SECOND / 33, 0, SECOND / 2, 0));

    assertThat(result.verdict().status()).isEqualTo(Status.FAILED);
    assertThat(Scenario.finding(result, "rate-not-met"))
        .contains("the driver's send calls blocked");
  }

  @Test
  void aMachineWithoutFreeCpuMakesTheRunInvalid() throws Exception {
    RunResult result =
        runWithOutage(
            new LoadThreads(SECOND, SECOND, SECOND / 5, 0, SECOND / 10, SECOND * 3 / 4, 0, 0));

    assertThat(result.verdict().status()).isEqualTo(Status.INVALID);
    assertThat(Scenario.codes(result)).contains("schedule-missed", "cpu-starved");
  }

  private RunResult runWithOutage(LoadThreads meanwhile) throws Exception {
    scenario.worker(0).fault("snapshot", call -> outage(call, meanwhile));
    scenario.test = Optional.of(Duration.ofSeconds(40));
    return scenario.run();
  }

  /** Nothing is sent from the 10th to the 30th second; what the load threads did meanwhile. */
  private void outage(int call, LoadThreads threads) {
    boolean out = call > 15 && call <= 35;
    ScriptedWorker worker = scenario.worker(0);
    worker.generates = !out;
    worker.host =
        new HostSample(0.06, out ? 0.4 : 0.2, 2, 0, 0, 0, 0, 1 << 20, 1 << 20, 0, LoadThreads.NONE)
            .with(out ? threads : new LoadThreads(SECOND, SECOND, 0, 0, SECOND / 50, 0, 0, 0));
    worker.overrideLoad = out ? new LoadState(true, false, 0, 0, 0, 0, 0, false, false) : null;
  }

  @Test
  void aRunJudgesItsPhasesByTheirOwnSamples() throws Exception {
    scenario.workers("b");
    scenario.phases =
        List.of(
            phase("slow", 10, 50, atLeast("consumeRate.min(5s)", 95)),
            phase("fast", 10, 100, atLeast("consumeRate.min(5s)", 95)));
    scenario.objectives = List.of(atLeast("publishRate.min(5s)", 95));
    scenario.broker.consumedPerSecond = 80;

    RunResult result = scenario.run();

    assertThat(result.verdict().objectives())
        .extracting(ObjectiveResult::key, ObjectiveResult::met)
        .containsExactly(
            tuple("publishRate.min(5s)", true),
            tuple("consumeRate.min(5s) of slow", true),
            tuple("consumeRate.min(5s) of fast", false));
    assertThat(result.verdict().objectives().get(2).actual()).startsWith("8");
  }

  private static Objective atLeast(String key, double percent) {
    return new Objective(key, Comparison.AT_LEAST, percent, Unit.PERCENT, ">= " + percent + "%");
  }

  private static Phase phase(String name, int seconds, double rate, Objective... objectives) {
    return Phase.of(
            name,
            Duration.ofSeconds(seconds),
            keys -> keys.rate(Rates.of(Optional.of(rate), Optional.empty())))
        .withObjectives(List.of(objectives));
  }

  @Test
  void aLatencyAndMemoryThatRiseAreFindingsOfTheRun() throws Exception {
    scenario.test = Optional.of(Duration.ofMinutes(10));
    for (int i = 0; i < 600; i++) {
      long nanos = 2_000_000 + i * 10_000L;
      long bytes = (500L + i) << 20;
      scenario.time.at(
          i,
          () -> {
            scenario.broker.publishNanos = nanos;
            scenario
                .worker(0)
                .reads(
                    new TelemetrySample(
                        scenario.time.clock.epochNanos(), "nodeMemoryBytes", "node", bytes, 0));
          });
    }

    RunResult result = scenario.run();

    assertThat(Scenario.finding(result, "drift"))
        .contains("nodeMemoryBytes of node rose", "publish latency rose from 2.");
  }

  @Test
  void aSteadySystemHasNoDrift() throws Exception {
    scenario.test = Optional.of(Duration.ofMinutes(10));

    assertThat(Scenario.codes(scenario.run())).doesNotContain("drift");
  }
}
