package io.tidemark.coordinator.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.coordinator.RunOptions;
import io.tidemark.model.cost.CostFigure;
import io.tidemark.model.cost.Efficiency;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.TelemetrySample;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the coordinator itself reads of the broker, and the time without load. */
class EfficiencyTest {
  private static final double MILLION = 1e6;

  /** A broker that uses 0.4 cores once messages have arrived, and 0.1 cores before. */
  private static Scenario scenario() {
    Scenario scenario = new Scenario().workers("a");
    double[] used = new double[2];
    scenario.options =
        RunOptions.DEFAULT.withReadings(
            epochNanos -> {
              double cores = scenario.worker(0).calls("start-load") > 0 ? 0.4 : 0.1;
              double seconds = used[1] == 0 ? 0 : epochNanos / 1e9 - used[1];
              used[0] += cores * seconds;
              used[1] = epochNanos / 1e9;
              return List.of(
                  new TelemetrySample(
                      epochNanos, TelemetrySample.PROCESS_CPU, "node-1", used[0], 0));
            });
    return scenario;
  }

  private static double value(RunResult result, CostFigure figure) {
    return result.part(Efficiency.PART).orElseThrow().totals().figure(figure).orElseThrow().value();
  }

  @Test
  void countersOfBrokerAndClientsAreThoseOfTheMeasuredPhase() throws Exception {
    RunResult result = scenario().run();

    long received = result.totals().byTime().counters().get(Counter.RECEIVED);
    double seconds = result.totals().lengthSeconds();
    assertThat(result.part(Efficiency.PART).orElseThrow().totals().deliveredMessages())
        .isEqualTo(received);
    assertThat(value(result, CostFigure.BROKER_CPU_PER_MESSAGES))
        .isEqualTo(0.4 * seconds / received * MILLION, within(1.0));
    assertThat(value(result, CostFigure.CLIENT_CPU_PER_MESSAGES))
        .isEqualTo(0.2 * seconds / received * MILLION, within(1.0));
    assertThat(result.part(Efficiency.PART).orElseThrow().idleBaseline()).isEmpty();
    assertThat(result.part(TelemetrySample.PART))
        .extracting(TelemetrySample::name)
        .contains(TelemetrySample.PROCESS_CPU);
  }

  @Test
  void theIdleBaselineIsMeasuredBeforeTheLoadAndSubtracted() throws Exception {
    Scenario scenario = scenario();
    scenario.idleBaseline = Duration.ofSeconds(5);

    RunResult result = scenario.run();

    assertThat(scenario.phasesSeen).containsExactly("idle-baseline", "warm-up", "test", "drain");
    assertThat(scenario.worker(0).log.indexOf("start-load"))
        .isGreaterThan(scenario.worker(0).log.indexOf("snapshot") + 5);
    Efficiency.IdleBaseline idle =
        result.part(Efficiency.PART).flatMap(Efficiency::idleBaseline).orElseThrow();
    assertThat(idle.lengthSeconds()).isEqualTo(5, within(0.1));
    assertThat(idle.brokerCpuCores().orElseThrow()).isEqualTo(0.1, within(0.001));
    assertThat(idle.clientCpuCores().orElseThrow()).isEqualTo(0.2, within(0.01));
    long received = result.totals().byTime().counters().get(Counter.RECEIVED);
    assertThat(value(result, CostFigure.BROKER_CPU_PER_MESSAGES))
        .isEqualTo(0.3 * result.totals().lengthSeconds() / received * MILLION, within(1.0));
    assertThat(value(result, CostFigure.CLIENT_CPU_PER_MESSAGES)).isLessThan(100);
    assertThat(result.phases()).extracting(phase -> phase.name()).doesNotContain("idle-baseline");
    assertThat(result.verdict().findings()).isEmpty();
  }
}
