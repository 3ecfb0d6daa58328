package io.tidemark.coordinator.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.coordinator.RunOptions;
import io.tidemark.coordinator.WorkerLossPolicy;
import io.tidemark.model.fault.FaultInjector;
import io.tidemark.model.fault.FaultKeys;
import io.tidemark.model.fault.FaultKind;
import io.tidemark.model.fault.FaultSpec;
import io.tidemark.model.fault.FaultTarget;
import io.tidemark.model.fault.FaultTrigger;
import io.tidemark.model.fault.FaultTrigger.At;
import io.tidemark.model.grammar.ChangedRecord;
import io.tidemark.model.result.FaultReport;
import io.tidemark.model.result.FaultReport.Effect;
import io.tidemark.model.result.FaultReport.Flow;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.model.yaml.SourceFile;
import io.tidemark.model.yaml.SourceLocation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Runs in which a fault stops all acknowledgements; 100 messages per second for 20 s. */
class FaultyRunTest {
  private final Scenario scenario = new Scenario().workers("a");
  private final List<String> done = new ArrayList<>();

  private final FaultInjector injector =
      new FaultInjector() {
        @Override
        public List<Integer> running() {
          return nodes();
        }

        @Override
        public List<Integer> nodes() {
          return List.of(1);
        }

        @Override
        public OptionalInt numberOf(String driversName) {
          return OptionalInt.of(1);
        }

        @Override
        public Undo inject(FaultSpec fault, List<Integer> nodes) {
          scenario.broker.advance();
          scenario.broker.neverAcknowledges = message -> true;
          done.add("injected");
          return () -> {
            scenario.broker.advance();
            scenario.broker.neverAcknowledges = message -> false;
            done.add("undone");
          };
        }
      };

  private RunResult run(Optional<Duration> duration) throws Exception {
    scenario.injector = injector;
    scenario.faults = List.of(fault(FaultKind.FREEZE, FaultTarget.ALL, duration));
    return scenario.run();
  }

  private static FaultSpec fault(FaultKind kind, FaultTarget target, Optional<Duration> duration) {
    FaultTrigger trigger = new At(Optional.empty(), Duration.ofSeconds(8));
    FaultKeys keys =
        ChangedRecord.ofDefaults(FaultKeys.class)
            .with(kind.key(), Optional.of(target))
            .with("duration", duration)
            .record();
    return new FaultSpec(
        keys.complete("f", trigger),
        trigger,
        kind,
        target,
        new SourceLocation(new SourceFile("w", ""), 1, 1),
        "faults[0]." + kind.key());
  }

  /** Half of the producers are on it. */
  @Test
  void theEffectOfAKilledWorkerLastsUntilTheEnd() throws Exception {
    Scenario four = new Scenario().workers("a", "b", "c", "d");
    four.producers = 2;
    four.consumers = 2;
    four.options = RunOptions.DEFAULT.withLossPolicy(WorkerLossPolicy.CONTINUE);
    four.faults = List.of(fault(FaultKind.KILL, FaultTarget.worker(2), Optional.empty()));
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

  @Test
  void anOutageHasItsFiguresAndIsNotJudged() throws Exception {
    RunResult result = run(Optional.of(Duration.ofSeconds(3)));

    assertThat(done).containsExactly("injected", "undone");
    FaultReport fault = result.faults().get(0);
    Effect effect = fault.effect().orElseThrow();
    assertThat((fault.undoneMicros().orElseThrow() - fault.injectedMicros()) / 1e6)
        .isCloseTo(3, within(0.01));
    Flow publish = effect.publish().orElseThrow();
    assertThat(publish.beforePerSecond()).isCloseTo(100, within(1.0));
    assertThat(publish.recoverySeconds().orElseThrow()).isCloseTo(3, within(1.0));
    assertThat(publish.missing()).isCloseTo(300, within(10L));
    assertThat(publish.afterPercent().orElseThrow())
        .as("what was late comes, too")
        .isBetween(99.0, 140.0);
    assertThat(result.verdict().status()).as("%s", result.verdict()).isEqualTo(Status.VALID);
  }

  @Test
  void aFaultWithoutADurationIsUndoneWhenTheLoadEnds() throws Exception {
    RunResult result = run(Optional.empty());

    assertThat(done).containsExactly("injected", "undone");
    FaultReport fault = result.faults().get(0);
    assertThat(fault.undoBegunMicros().orElseThrow() - fault.injectedMicros())
        .isCloseTo(12_000_000L, within(300_000L));
    assertThat(fault.effect().orElseThrow().recovered()).isFalse();
  }

  @Test
  void anInterruptedRunUndoesItsFault() throws Exception {
    scenario.time.at(17, scenario.stop::request);

    RunResult result = run(Optional.empty());

    assertThat(done).containsExactly("injected", "undone");
    assertThat(result.verdict().status()).isEqualTo(Status.ABORTED);
    assertThat(result.faults().get(0).undoneMicros()).isPresent();
  }

  @Test
  void aRunThatBreaksOffUndoesItsFault() throws Exception {
    scenario.time.at(17, () -> scenario.worker(0).diesIn("snapshot"));

    RunResult result = run(Optional.empty());

    assertThat(done).containsExactly("injected", "undone");
    assertThat(result.verdict().status()).isEqualTo(Status.ABORTED);
  }
}
