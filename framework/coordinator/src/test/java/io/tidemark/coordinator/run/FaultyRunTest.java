package io.tidemark.coordinator.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.coordinator.RunOptions;
import io.tidemark.coordinator.WorkerLossPolicy;
import io.tidemark.model.fault.FaultInjector;
import io.tidemark.model.fault.FaultSpec;
import io.tidemark.model.fault.FaultTarget;
import io.tidemark.model.grammar.Grammar;
import io.tidemark.model.result.FaultReport;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Verdict.Status;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** A fault of a worker; those of brokers are simulated. */
class FaultyRunTest {
  private static FaultSpec killOfTheSecondWorker() {
    return Grammar.defaults(FaultSpec.class)
        .with()
        .name("f")
        .kill(Optional.of(FaultTarget.worker(2)))
        .at(Optional.of(Duration.ofSeconds(8)))
        .build();
  }

  /** Half of the producers are on it. */
  @Test
  void theEffectOfAKilledWorkerLastsUntilTheEnd() throws Exception {
    Scenario four = new Scenario().workers("a", "b", "c", "d");
    four.producers = 2;
    four.consumers = 2;
    four.options = RunOptions.DEFAULT.withLossPolicy(WorkerLossPolicy.CONTINUE);
    four.faults = List.of(killOfTheSecondWorker());
    four.injector =
        new FaultInjector() {
          @Override
          public List<Integer> running() {
            return nodes();
          }

          @Override
          public List<Integer> nodes() {
            return List.of();
          }

          @Override
          public List<String> workers() {
            return List.of("a", "b", "c", "d");
          }

          @Override
          public OptionalInt numberOf(String driversName) {
            return OptionalInt.empty();
          }

          @Override
          public Undo inject(FaultSpec fault, List<Integer> numbers) {
            four.worker(numbers.get(0) - 1).silence = Optional.of("killed");
            return Undo.NONE;
          }
        };

    RunResult result = four.run();

    FaultReport fault = result.faults().get(0);
    assertThat(fault.workers()).containsExactly("b");
    assertThat(fault.problem()).isEmpty();
    assertThat(fault.effect().orElseThrow().windowSeconds()).isCloseTo(12, within(0.5));
    assertThat(result.workers().get(1).lost()).isTrue();
    assertThat(result.verdict().status()).as("%s", result.verdict()).isEqualTo(Status.VALID);
  }
}
