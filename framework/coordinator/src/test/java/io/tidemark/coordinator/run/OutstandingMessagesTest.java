package io.tidemark.coordinator.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Verdict.Status;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Messages that are lost, late, doubled or without answer, and how long a run waits for them. */
class OutstandingMessagesTest {
  @Test
  void givesUpDrainingWhenNothingComesAnyMoreAndReportsWhatIsMissing() throws Exception {
    Scenario scenario = new Scenario().workers("a");
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
    Scenario scenario = new Scenario().workers("a");
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
}
