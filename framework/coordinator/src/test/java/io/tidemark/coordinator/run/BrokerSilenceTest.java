package io.tidemark.coordinator.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.model.snapshot.WorkerEvent;
import io.tidemark.model.workload.Load;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A run whose brokers stop answering, for good or for another reason. */
class BrokerSilenceTest {
  private static final int GONE = 12;
  private final Scenario scenario = new Scenario().workers("a");

  @BeforeEach
  void brokersAnswerUntilTheyAreGone() {
    scenario.test = Optional.of(Duration.ofMinutes(2));
    scenario.load = Load.OpenLoop.of(20);
  }

  private void silentFrom(double seconds, double until) {
    scenario.time.at(
        seconds,
        () -> {
          scenario.broker.neverAcknowledges = message -> true;
          scenario.broker.consumedPerSecond = 0;
        });
    scenario.time.at(
        until,
        () -> {
          scenario.broker.neverAcknowledges = message -> false;
          scenario.broker.consumedPerSecond = Double.MAX_VALUE;
        });
  }

  private void reported(double seconds, String kind) {
    scenario.time.at(
        seconds,
        () ->
            scenario
                .worker(0)
                .events
                .add(
                    new WorkerEvent(
                        scenario.time.clock.epochNanos(), kind, "consumer 0", "refused")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"CONNECTION_LOST", "CONSUMER_ERROR", "SEND_ERROR"})
  void endsTheRunWithTheCauseFirst(String report) throws Exception {
    silentFrom(GONE, 1_000);
    reported(GONE + 0.1, report);

    RunResult result = scenario.run();

    assertThat(result.verdict().status()).isEqualTo(Status.ABORTED);
    assertThat(result.verdict().findings().get(0).message())
        .startsWith("no broker has answered since 1")
        .contains(report + " consumer 0: refused");
    assertThat(Scenario.codes(result)).doesNotContain("rate-not-met", "schedule-missed");
    assertThat(scenario.time.seconds()).isBetween(GONE + 30.0, GONE + 40.0);
    assertThat(scenario.worker(0).deletedTopics).isFalse();
  }

  @Test
  void endsARunWhoseBrokersAreGoneWhenTheLoadEnds() throws Exception {
    scenario.test = Optional.of(Duration.ofSeconds(20));
    scenario.drainTimeout = Duration.ofSeconds(30);
    silentFrom(24, 1_000);
    reported(24.1, "CONNECTION_LOST");

    RunResult result = scenario.run();

    assertThat(result.verdict().status()).isEqualTo(Status.ABORTED);
    assertThat(result.verdict().findings().get(0).message()).startsWith("no broker has answered");
  }

  @Test
  void aBrokerThatOnlyDoesNotAnswerIsNotGone() throws Exception {
    silentFrom(GONE, 100);

    assertThat(scenario.run().verdict().status()).isNotEqualTo(Status.ABORTED);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "it blocks producers, 100, CONSUMER_ERROR BLOCKED",
    "its connections are back, 100, CONNECTION_LOST CONNECTION_RECOVERED",
    "it answers again in time, 37, CONNECTION_LOST"
  })
  void aSilentBrokerThatReportsErrorsMayNotBeGone(String why, double until, String reports)
      throws Exception {
    silentFrom(GONE, until);
    double at = GONE + 0.1;
    for (String report : reports.split(" ")) {
      reported(at, report);
      at += 5;
    }

    assertThat(scenario.run().verdict().status()).as(why).isNotEqualTo(Status.ABORTED);
  }

  @Test
  void nothingIsAwaitedBetweenMessagesOfALowRate() throws Exception {
    scenario.load = Load.OpenLoop.of(1 / 60.0);
    reported(GONE, "CONNECTION_LOST");

    assertThat(scenario.run().verdict().status()).isNotEqualTo(Status.ABORTED);
  }
}
