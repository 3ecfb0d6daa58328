package io.tidemark.coordinator.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.coordinator.RunOptions;
import io.tidemark.model.result.IdleTime;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.snapshot.TelemetrySample;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the coordinator itself reads of the broker, and the time without load. */
class IdleBaselineTest {
  private final Scenario scenario = new Scenario().workers("a");

  /** A broker that uses 0.4 cores once messages have arrived, and 0.1 cores before. */
  IdleBaselineTest() {
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
  }

  private static List<TelemetrySample> readings(RunResult result) {
    return result.part(TelemetrySample.PART).stream()
        .filter(each -> each.name().equals(TelemetrySample.PROCESS_CPU))
        .toList();
  }

  @Test
  void whatTheCoordinatorReadsIsTelemetry() throws Exception {
    RunResult result = scenario.run();

    List<TelemetrySample> readings = readings(result);
    TelemetrySample first = readings.get(0);
    TelemetrySample last = readings.get(readings.size() - 1);
    assertThat((last.epochNanos() - first.epochNanos()) / 1e9)
        .isGreaterThan(result.totals().lengthSeconds());
    assertThat(last.value() - first.value())
        .isBetween(
            0.4 * result.totals().lengthSeconds(),
            0.4 * (last.epochNanos() - first.epochNanos()) / 1e9 + 0.001);
    assertThat(result.part(IdleTime.PART)).isEmpty();
  }

  @Test
  void theIdleBaselineIsMeasuredBeforeTheLoad() throws Exception {
    scenario.idleBaseline = Duration.ofSeconds(5);

    RunResult result = scenario.run();

    assertThat(scenario.phasesSeen).containsExactly("idle-baseline", "warm-up", "test", "drain");
    assertThat(scenario.worker(0).log.indexOf("start-load"))
        .isGreaterThan(scenario.worker(0).log.indexOf("snapshot") + 5);
    IdleTime idle = result.part(IdleTime.PART).orElseThrow();
    assertThat(idle.lengthNanos() / 1e9).isEqualTo(5, within(0.1));
    assertThat(idle.clientCpuCores()).isEqualTo(0.2, within(0.01));
    assertThat(readings(result))
        .filteredOn(
            each ->
                each.epochNanos() >= idle.startEpochNanos()
                    && each.epochNanos() <= idle.startEpochNanos() + idle.lengthNanos())
        .hasSizeGreaterThan(4);
    assertThat(result.phases()).extracting(phase -> phase.name()).doesNotContain("idle-baseline");
    assertThat(result.verdict().findings()).isEmpty();
  }
}
