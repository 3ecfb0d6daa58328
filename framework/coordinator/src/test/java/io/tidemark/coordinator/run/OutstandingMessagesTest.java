package io.tidemark.coordinator.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Sample;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.model.snapshot.Counter;
import java.time.Duration;
import java.util.List;
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
    assertThat(Scenario.finding(result, "messages-lost"))
        .startsWith("2 acknowledged messages were not received");
    assertThat(Scenario.codes(result)).contains("drain-incomplete");
    assertThat(scenario.time.seconds()).isBetween(30.0, 31.0);
    assertThat(result.verdict().status()).isEqualTo(Status.VALID);
  }

  @Test
  void aDuplicateDoesNotHideALoss() throws Exception {
    Scenario scenario = new Scenario().workers("a");
    scenario.broker.loses = message -> message.sequence() == 900;
    scenario.broker.doubles = message -> message.sequence() == 901;

    RunResult result = scenario.run();

    assertThat(result.delivery().lost()).hasValue(1L);
    assertThat(result.delivery().duplicated()).hasValue(1L);
  }

  @Test
  void duplicatesDoNotLowerTheBacklog() throws Exception {
    Scenario scenario = new Scenario().workers("a");
    scenario.broker.doubles = message -> message.sequence() < 500;
    scenario.broker.loses = message -> message.sequence() >= 1_700;

    RunResult result = scenario.run();

    long lost = result.delivery().lost().orElseThrow();
    assertThat(lost).isBetween(799L, 801L);
    assertThat(result.delivery().duplicated()).hasValue(500L);
    List<Sample> samples = result.samples();
    assertThat(samples.get(samples.size() - 1).backlog()).isEqualTo(lost);
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

  @Test
  void aSendWithoutAnswerIsNotCalledAMissingMessage() throws Exception {
    Scenario scenario = new Scenario().workers("a");
    scenario.broker.neverAcknowledges = message -> message.sequence() == 700;

    RunResult result = scenario.run();

    assertThat(result.delivery().lost()).hasValue(0L);
    assertThat(result.delivery().unacknowledged()).isEqualTo(1);
    assertThat(result.delivery().limits()).isEmpty();
    assertThat(Scenario.codes(result))
        .contains("unacknowledged")
        .doesNotContain("drain-incomplete");
  }

  @Test
  void waitsForSlowDeliveriesAsLongAsThereIsProgress() throws Exception {
    Scenario scenario = new Scenario().workers("a");
    scenario.broker.deliveryNanos = 4_000_000_000L;

    RunResult result = scenario.run();

    assertThat(result.delivery().lost()).hasValue(0L);
    assertThat(Scenario.codes(result)).doesNotContain("drain-incomplete");
    assertThat(Scenario.phase(result, "test").counters().get(Counter.RECEIVED))
        .isBetween(1_999L, 2_001L);
  }

  @Test
  void countsWhatWasNeverAcknowledgedWithItsAge() throws Exception {
    Scenario scenario = new Scenario().workers("a");
    scenario.broker.neverAcknowledges = message -> message.sequence() == 2_000;

    RunResult result = scenario.run();

    assertThat(result.delivery().unacknowledged()).isEqualTo(1);
    assertThat(result.unacknowledgedAgesNanos()).hasSize(1);
    assertThat(result.unacknowledgedAgesNanos().get(0)).isGreaterThan(5_000_000_000L);
    assertThat(Scenario.codes(result)).contains("unacknowledged");
  }
}
