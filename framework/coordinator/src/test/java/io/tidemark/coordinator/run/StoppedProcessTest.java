package io.tidemark.coordinator.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.model.result.MeasuredPhases;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Sample;
import io.tidemark.model.result.Throughput;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.workload.Load;
import io.tidemark.model.workload.Phase;
import io.tidemark.model.workload.Phase.Rates;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rates and counts of a run in which a process was stopped for seconds, as by SIGSTOP. */
class StoppedProcessTest {
  private static final long SECOND = 1_000_000_000L;

  /** Warm-up from 1 s to 6 s, test to 26 s; the load starts about a second after the beginning. */
  private final Scenario scenario = new Scenario().workers("a");

  @ParameterizedTest
  @CsvSource({"3, 5", "5.5, 5", "5.5, 11", "12.3, 5", "12.3, 13", "24.8, 5", "25.99, 11", "4, 30"})
  void theCoordinatorIsStoppedAndTheWorkersGoOn(double at, double seconds) throws Exception {
    scenario.workers("b");
    scenario.load = new Load.ClosedLoop();
    scenario.time.at(at, () -> scenario.time.clock.advance((long) (seconds * 1e9)));

    RunResult result = scenario.run();

    assertCountsAreRatesByTime(result);
    PhaseResult test = Scenario.phase(result, "test");
    assertThat(test.byTime().sendingNanos()).isEqualTo(20 * SECOND);
    assertThat(test.perSecond(Counter.SENT))
        .isCloseTo(test.counters().get(Counter.SENT) / 20.0, within(1.0));
    assertThat(test.perSecond(Counter.RECEIVED))
        .isCloseTo(test.counters().get(Counter.RECEIVED) / 20.0, within(5.0));
  }

  @ParameterizedTest
  @CsvSource({"3, 5", "5.5, 5", "5.5, 11", "12.3, 5", "24.8, 5", "25.99, 11"})
  void allProcessesAreStopped(double at, double seconds) throws Exception {
    scenario.workers("b");
    scenario.load = new Load.ClosedLoop();
    scenario.time.at(
        at,
        () -> {
          scenario.broker.advance();
          scenario.time.clock.advance((long) (seconds * 1e9));
          scenario.broker.stoodStill();
        });

    RunResult result = scenario.run();

    assertCountsAreRatesByTime(result);
    PhaseResult test = Scenario.phase(result, "test");
    assertThat(test.byTime().sendingNanos()).isEqualTo(20 * SECOND);
    assertThat(test.perSecond(Counter.SENT))
        .isCloseTo(test.counters().get(Counter.SENT) / 20.0, within(1.0));
    double stopped = Math.min(at + seconds, 26) - Math.max(at, 6);
    assertThat(test.perSecond(Counter.SENT))
        .as("the time in which it was stopped counts")
        .isCloseTo(200.0 * (20 - stopped) / 20, within(12.0));
  }

  @Test
  void phasesThatBeginAndEndWhileTheCoordinatorIsStoppedHaveTheirOwnCounts() throws Exception {
    scenario.phases = List.of(phase("slow", 50, 3), phase("fast", 200, 4), phase("middle", 100, 3));
    scenario.test = Optional.empty();
    scenario.warmup = Duration.ofSeconds(2);
    scenario.time.at(3.5, () -> scenario.time.clock.advance(9 * SECOND));

    RunResult result = scenario.run();

    assertCountsAreRatesByTime(result);
    assertThat(Scenario.phase(result, "slow").perSecond(Counter.SENT)).isCloseTo(50, within(1.0));
    assertThat(Scenario.phase(result, "fast").perSecond(Counter.SENT)).isCloseTo(200, within(1.0));
    assertThat(Scenario.phase(result, "fast").counters().get(Counter.SENT)).isBetween(799L, 801L);
    assertThat(Scenario.phase(result, "middle").perSecond(Counter.SENT))
        .isCloseTo(100, within(1.0));
  }

  private static Phase phase(String name, double perSecond, int seconds) {
    return Phase.of(
        name,
        Duration.ofSeconds(seconds),
        keys -> keys.rate(Rates.of(Optional.of(perSecond), Optional.of(perSecond))));
  }

  private static void assertCountsAreRatesByTime(RunResult result) {
    Throughput all = Throughput.NONE;
    for (PhaseResult phase : result.phases()) {
      List<Sample> samples =
          result.samples().stream().filter(each -> each.phase().equals(phase.name())).toList();
      long nanos = samples.stream().mapToLong(Sample::lengthNanos).sum();
      Counters counted =
          samples.stream().map(Sample::counters).reduce(Counters.ZERO, Counters::plus);
      assertThat(phase.byTime().counters()).as(phase.name()).isEqualTo(counted);
      assertThat(phase.byTime().sendingNanos()).as(phase.name()).isEqualTo(nanos);
      assertThat(phase.lengthNanos()).as(phase.name()).isEqualTo(nanos);
      assertThat(phase.perSecond(Counter.ACKNOWLEDGED) * (nanos / 1e9))
          .as(phase.name())
          .isCloseTo(counted.get(Counter.ACKNOWLEDGED), within(1e-3));
      all = phase.measured() ? all.plus(phase.byTime()) : all;
    }
    assertThat(new MeasuredPhases(result.phases(), false).byTime()).isEqualTo(all);
    long end = result.samples().get(0).startEpochNanos();
    for (Sample sample : result.samples()) {
      assertThat(sample.startEpochNanos()).as("no gap before %s", sample).isEqualTo(end);
      end += sample.lengthNanos();
      assertThat(sample.perSecond(Counter.SENT) * (sample.lengthNanos() / 1e9))
          .isCloseTo(sample.counters().get(Counter.SENT), within(1e-3));
    }
    Counters everything =
        result.samples().stream().map(Sample::counters).reduce(Counters.ZERO, Counters::plus);
    Counters byIntention =
        result.phases().stream().map(PhaseResult::counters).reduce(Counters.ZERO, Counters::plus);
    assertThat(everything).isEqualTo(byIntention);
    assertThat(everything.get(Counter.SENT)).isEqualTo(result.delivery().sent());
  }
}
