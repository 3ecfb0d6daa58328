package io.tidemark.coordinator.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.result.RunResult;
import io.tidemark.model.worker.ProbeCounts;
import io.tidemark.model.workload.Pattern;
import org.junit.jupiter.api.Test;

/** How a run waits for the broker's own counts. */
class BrokerCountsRunTest {
  @Test
  void aRunWaitsUntilTheBrokersFiguresHaveSettled() throws Exception {
    Scenario scenario = new Scenario().workers("a");
    scenario.worker(0).countsLag = 20;
    RunResult result = scenario.run();
    assertThat(Scenario.codes(result)).contains("broker-counts");
    assertThat(scenario.phasesSeen).containsExactly("warm-up", "test", "drain", "broker-counts");
    assertThat(Scenario.phase(result, "broker-counts").measured()).isFalse();
  }

  @Test
  void aRunAsksItsWorkersForTheProbesThatThereReallyWere() throws Exception {
    Scenario scenario = new Scenario().workers("a", "b");
    scenario.worker(0).countsLag = 0;
    scenario.worker(0).probes = new ProbeCounts(700, 700, 0);
    scenario.worker(1).probes = new ProbeCounts(0, 0, 700);
    RunResult result = scenario.run();
    assertThat(Scenario.finding(result, "broker-counts-differ")).contains("700 probes");
  }

  @Test
  void aRunDoesNotWaitForFiguresThatStandStill() throws Exception {
    Scenario scenario = new Scenario().workers("a");
    scenario.worker(0).countsLag = 100_000;
    RunResult result = scenario.run();
    assertThat(Scenario.codes(result)).contains("broker-counts-differ");
    assertThat(Scenario.phase(result, "broker-counts").lengthNanos())
        .isBetween(6_000_000_000L, 7_000_000_000L);
  }

  @Test
  void countsThatComeAfterTheLoadAreWaitedForIfTheyWereAnnounced() throws Exception {
    Scenario scenario = new Scenario().workers("a");
    scenario.worker(0).countsLag = 1;
    scenario.worker(0).countsOnlyAnnounced = true;
    assertThat(Scenario.codes(scenario.run())).contains("broker-counts");
    assertThat(scenario.phasesSeen).contains("broker-counts");
  }

  @Test
  void aFillThatIsDrainedIsComparedToo() throws Exception {
    Scenario scenario = new Scenario().workers("a");
    scenario.pattern = Pattern.FILL_THEN_DRAIN;
    scenario.worker(0).countsLag = 3;
    assertThat(Scenario.codes(scenario.run())).contains("broker-counts");
  }
}
