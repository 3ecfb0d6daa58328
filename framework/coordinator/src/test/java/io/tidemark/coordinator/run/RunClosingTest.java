package io.tidemark.coordinator.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tidemark.coordinator.RunFailedException;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.model.snapshot.TelemetrySample;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is saved before clients are closed, and what their closing adds. */
class RunClosingTest {
  private static final String EXIT = "System.exit was called in X.close(X.java:1) on thread t";
  private final Scenario scenario = new Scenario().workers("a");

  @Test
  void addsWhatClosingShows() throws Exception {
    scenario.worker(0).leaves(new TelemetrySample(1, TelemetrySample.QUEUE_MESSAGES, "q", 3, 0));

    RunResult last = scenario.run();

    assertThat(scenario.measured.get(0).brokerFacts()).doesNotContainKey("queue.messages.left");
    assertThat(last.brokerFacts()).containsEntry("queue.messages.left", "3: q 3");
    assertThat(Scenario.finding(last, "messages-left")).contains("q 3");
  }

  @ParameterizedTest
  @CsvSource({"3.5", "12.5", "25.35"})
  void aProcessThatEndsFromWithinAbortsTheRunAndKeepsWhatItHas(double seconds) throws Exception {
    scenario.broker.deliveryNanos = 300_000_000;
    scenario.time.at(seconds, () -> scenario.stop.breakOff(EXIT));

    RunResult result = scenario.run();

    assertThat(result.verdict().status()).isEqualTo(Status.ABORTED);
    assertThat(Scenario.finding(result, "process-exit")).startsWith(EXIT);
    assertThat(result.samples()).isNotEmpty();
  }

  @Test
  void aProcessThatEndsWhileClientsAreClosedAbortsARunThatWasComplete() throws Exception {
    scenario.worker(0).fault("finish", call -> scenario.stop.breakOff(EXIT));

    RunResult result = scenario.run();

    assertThat(scenario.measured.get(0).verdict().status()).isEqualTo(Status.VALID);
    assertThat(result.verdict().status()).isEqualTo(Status.ABORTED);
    assertThat(Scenario.codes(result)).contains("process-exit");
  }

  @Test
  void aProcessThatEndsBeforeTheLoadIsAFailureThatNamesTheCall() {
    scenario.broker.passesProbesTo = subscription -> false;
    scenario.time.at(0.25, () -> scenario.stop.breakOff(EXIT));

    RunFailedException failure = catchThrowableOfType(RunFailedException.class, scenario::run);

    assertThat(failure).hasMessage(EXIT);
    assertThat(failure.kind()).isEqualTo(RunFailedException.Kind.INFRASTRUCTURE);
    assertThat(List.copyOf(scenario.measured)).isEmpty();
  }
}
