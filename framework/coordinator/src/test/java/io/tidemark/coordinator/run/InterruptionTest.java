package io.tidemark.coordinator.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tidemark.coordinator.RunFailedException;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Verdict.Status;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Interrupted runs. */
class InterruptionTest {
  private final Scenario scenario = new Scenario().workers("a");

  @ParameterizedTest
  @ValueSource(doubles = {0.05, 0.25})
  void anInterruptionBeforeTheLoadIsAFailureOfKindInterrupted(double seconds) throws Exception {
    scenario.broker.passesProbesTo = subscription -> false;
    scenario.time.at(seconds, scenario.stop::request);

    RunFailedException failure = catchThrowableOfType(RunFailedException.class, scenario::run);

    assertThat(failure.kind()).isEqualTo(RunFailedException.Kind.INTERRUPTED);
    assertThat(scenario.worker(0).calls("finish")).isEqualTo(1);
  }

  @Test
  void anUnlimitedTestEndsNormallyWhenItIsStopped() throws Exception {
    scenario.test = Optional.empty();
    scenario.time.at(15.5, scenario.stop::request);

    RunResult result = scenario.run();

    assertThat(result.verdict().status()).isEqualTo(Status.VALID);
    assertThat(result.verdict().findings()).isEmpty();
    assertThat(Scenario.phase(result, "test").lengthNanos())
        .isBetween(9_900_000_000L, 10_300_000_000L);
    assertThat(scenario.phasesSeen).containsExactly("warm-up", "test", "drain");
    assertThat(result.delivery().lost()).hasValue(0L);
  }

  @Test
  void aSecondRequestDoesNotEvenWaitForWhatIsOutstanding() throws Exception {
    scenario.broker.deliveryNanos = 60_000_000_000L;
    scenario.drainTimeout = Duration.ofMinutes(5);
    scenario.test = Optional.empty();
    scenario.time.at(15, scenario.stop::request);
    scenario.time.at(16, scenario.stop::request);

    scenario.run();

    assertThat(scenario.time.seconds()).isBetween(16.0, 16.5);
  }
}
