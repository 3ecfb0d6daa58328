package io.tidemark.coordinator.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.result.RunEvent;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.workload.Load;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** {@code warmupDuration: auto}, with a scripted course of the latency in virtual time. */
class AutoWarmUpTest {
  private final Scenario scenario = new Scenario().workers("a", "b");

  AutoWarmUpTest() {
    scenario.warmupLimit = Optional.of(Duration.ofMinutes(2));
    scenario.producers = 2;
  }

  /** The latency of each second from the start of the simulation. */
  private void latency(int seconds, double firstMillis, double factor) {
    for (int i = 0; i < seconds; i++) {
      long nanos = (long) (1e6 * Math.max(2, firstMillis * Math.pow(factor, i)));
      scenario.time.at(i, () -> scenario.broker.publishNanos = nanos);
    }
  }

  private static double lengthSeconds(RunResult result, String phase) {
    return Scenario.phase(result, phase).lengthSeconds();
  }

  @Test
  void endsWhenLatenciesAreSteadyAndTheTestHasItsWholeLoad() throws Exception {
    latency(60, 60, 0.85); // 2 ms after 21 s.

    RunResult result = scenario.run();

    assertThat(scenario.phasesSeen).containsExactly("warm-up", "test", "drain");
    assertThat(lengthSeconds(result, "warm-up")).isBetween(20.0, 40.0);
    assertThat(lengthSeconds(result, "test")).isEqualTo(20);
    assertThat(Scenario.phase(result, "test").counters().get(Counter.SENT))
        .isBetween(1_998L, 2_002L);
    assertThat(Scenario.phase(result, "test").intendedRatePerSecond()).hasValue(100.0);
    assertThat(result.delivery().lost()).hasValue(0L);
    assertThat(result.verdict().findings()).isEmpty();
    assertThat(endings(result)).containsExactly("rates and latencies are steady");
  }

  @Test
  void isTenSecondsLongWhereAllIsSteadyFromTheStart() throws Exception {
    RunResult result = scenario.run();

    assertThat(lengthSeconds(result, "warm-up")).isBetween(10.0, 12.5);
    assertThat(result.verdict().status()).isEqualTo(Status.VALID);
  }

  @Test
  void aClosedLoopGoesOnWithoutAnotherSchedule() throws Exception {
    scenario.load = new Load.ClosedLoop();

    RunResult result = scenario.run();

    assertThat(lengthSeconds(result, "warm-up")).isBetween(10.0, 12.5);
    assertThat(lengthSeconds(result, "test")).isEqualTo(20);
    assertThat(scenario.worker(0).log).doesNotContain("change-rate");
    assertThat(result.verdict().status()).isEqualTo(Status.VALID);
  }

  @Test
  void aSystemThatGoesOnChangingIsMeasuredAfterTheLimitAndTheResultSaysSo() throws Exception {
    scenario.warmupLimit = Optional.of(Duration.ofSeconds(30));
    latency(60, 2, 1.05);

    RunResult result = scenario.run();

    assertThat(lengthSeconds(result, "warm-up")).isEqualTo(30);
    assertThat(lengthSeconds(result, "test")).isEqualTo(20);
    assertThat(endings(result).get(0)).startsWith("the ").contains("rose");
    assertThat(Scenario.finding(result, "warm-up-not-steady")).contains("30 s");
  }

  private static List<String> endings(RunResult result) {
    return result.events().stream()
        .filter(each -> List.of(RunEvent.WARM_UP, RunEvent.NOT_STEADY).contains(each.kind()))
        .map(RunEvent::detail)
        .toList();
  }
}
