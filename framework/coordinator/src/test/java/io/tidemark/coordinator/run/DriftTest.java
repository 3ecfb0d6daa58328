package io.tidemark.coordinator.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.result.RunResult;
import io.tidemark.model.snapshot.TelemetrySample;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A system that becomes slower during a long run, in virtual time. */
class DriftTest {
  @Test
  void aLatencyAndMemoryThatRiseAreFindingsOfTheRun() throws Exception {
    Scenario scenario = new Scenario().workers("a");
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
  void aSteadySystemHasNoSuchFinding() throws Exception {
    Scenario scenario = new Scenario().workers("a");
    scenario.test = Optional.of(Duration.ofMinutes(10));

    assertThat(Scenario.codes(scenario.run())).doesNotContain("drift");
  }
}
