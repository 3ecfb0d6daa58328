package io.tidemark.coordinator.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.model.worker.ProbeCounts;
import io.tidemark.model.workload.Pattern;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Messages that are lost, late, doubled or without answer, and how long a run waits for them and
 * for the broker's own counts.
 */
class OutstandingMessagesTest {
  private final Scenario scenario = new Scenario().workers("a");

  @Test
  void givesUpDrainingWhenNothingComesAnyMoreAndReportsWhatIsMissing() throws Exception {
    scenario.broker.loses = message -> message.sequence() == 700 || message.sequence() == 701;

    RunResult result = scenario.run();

    assertThat(result.delivery().lost()).hasValue(2L);
    assertThat(result.delivery().subscriptions().get(0).firstLost())
        .containsExactly("0:700", "0:701");
    assertThat(Scenario.finding(result, "messages-lost")).startsWith("2 acknowledged messages");
    assertThat(Scenario.codes(result)).contains("drain-incomplete");
    assertThat(scenario.time.seconds()).isBetween(30.0, 31.0);
    assertThat(result.verdict().status()).isEqualTo(Status.VALID);
  }

  @Test
  void whatArrivesAfterTheDrainIsNotCalledMissing() throws Exception {
    scenario.broker.deliveryNanos = 6_200_000_000L;
    scenario.drainTimeout = Duration.ofSeconds(4);
    scenario.warmup = Duration.ZERO;
    scenario.test = Optional.of(Duration.ofSeconds(4));
    scenario.worker(0).countsLag = 40;

    RunResult result = scenario.run();

    assertThat(scenario.phasesSeen).containsExactly("test", "drain", "broker-counts");
    assertThat(result.delivery().lost()).hasValue(0L);
    assertThat(result.delivery().limits()).isEmpty();
    assertThat(Scenario.finding(result, "drain-incomplete"))
        .matches(
            "[1-9][0-9]* messages were outstanding when the run stopped waiting; they"
                + " arrived in the [0-9.]+ s in which it waited for the broker's counts");
  }

  @Test
  void aRunWaitsUntilTheBrokersFiguresHaveSettled() throws Exception {
    scenario.worker(0).countsLag = 20;
    RunResult result = scenario.run();
    assertThat(Scenario.codes(result)).contains("broker-counts");
    assertThat(scenario.phasesSeen).containsExactly("warm-up", "test", "drain", "broker-counts");
    assertThat(Scenario.phase(result, "broker-counts").measured()).isFalse();
  }

  @Test
  void aRunAsksItsWorkersForTheProbesThatThereReallyWere() throws Exception {
    scenario.workers("b");
    scenario.worker(0).countsLag = 0;
    scenario.worker(0).probes = new ProbeCounts(700, 700, 0);
    scenario.worker(1).probes = new ProbeCounts(0, 0, 700);
    RunResult result = scenario.run();
    assertThat(Scenario.finding(result, "broker-counts-differ")).contains("700 probes");
  }

  @Test
  void aRunDoesNotWaitForFiguresThatStandStill() throws Exception {
    scenario.worker(0).countsLag = 100_000;
    RunResult result = scenario.run();
    assertThat(Scenario.codes(result)).contains("broker-counts-differ");
    assertThat(Scenario.phase(result, "broker-counts").lengthNanos())
        .isBetween(6_000_000_000L, 7_000_000_000L);
  }

  @Test
  void countsThatComeAfterTheLoadAreWaitedForIfTheyWereAnnounced() throws Exception {
    scenario.worker(0).countsLag = 1;
    scenario.worker(0).countsOnlyAnnounced = true;
    assertThat(Scenario.codes(scenario.run())).contains("broker-counts");
    assertThat(scenario.phasesSeen).contains("broker-counts");
  }

  @Test
  void aFillThatIsDrainedIsComparedToo() throws Exception {
    scenario.pattern = Pattern.FILL_THEN_DRAIN;
    scenario.worker(0).countsLag = 3;
    assertThat(Scenario.codes(scenario.run())).contains("broker-counts");
  }
}
