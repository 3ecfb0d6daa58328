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
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.workload.Pattern;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Workers that stop answering while the load runs, also because a fault killed them. */
class LostWorkerTest {
  private final Scenario scenario = new Scenario().workers("a", "b");

  @ParameterizedTest
  @CsvSource({"true, 5.0, 6.0", "false, 12.5, 14.5"})
  void losesADeadWorkerWhenItIsMissedAndALateOneAfterALongTime(
      boolean dead, double fromSeconds, double toSeconds) throws Exception {
    // The second cut of the load, at 2 s after its start of about 0.3 s, is the first unanswered.
    scenario.worker(1).silentFrom("snapshot", 3);
    scenario.time.at(
        5, () -> scenario.worker(1).silence = dead ? Optional.of("dead") : Optional.empty());

    RunResult result = scenario.run();

    assertThat(lostAtSeconds(result)).isBetween(fromSeconds, toSeconds);
  }

  @Test
  void missesAWorkerBetweenTwoSamplesHoweverFarApartTheyAre() throws Exception {
    scenario.sampleInterval = Duration.ofSeconds(10);
    scenario.time.at(12, () -> scenario.worker(1).silence = Optional.of("no response"));

    RunResult result = scenario.run();

    assertThat(result.verdict().status()).isEqualTo(Status.ABORTED);
    assertThat(Scenario.finding(result, "worker-lost"))
        .startsWith("worker b ")
        .endsWith("no response");
    assertThat(lostAtSeconds(result)).isBetween(12.0, 12.5);
    assertThat(Scenario.phase(result, "test").counters().get(Counter.ACKNOWLEDGED))
        .isGreaterThan(600);
  }

  @Test
  void aWorkerThatIsStoppedAsPlannedIsNamedSoAndNotAskedToClose() throws Exception {
    ScriptedWorker leaving = scenario.worker(1);
    scenario.time.at(
        12,
        () -> {
          leaving.departure = Optional.of("it was stopped (SIGTERM)");
          leaving.silence = leaving.departure;
        });

    RunResult result = scenario.run();

    assertThat(result.verdict().status()).isEqualTo(Status.ABORTED);
    assertThat(Scenario.codes(result)).contains("worker-stopped").doesNotContain("worker-lost");
    assertThat(Scenario.finding(result, "worker-stopped"))
        .isEqualTo("worker b: it was stopped (SIGTERM)");
    assertThat(result.events()).anyMatch(event -> event.kind().equals("WORKER_STOPPED"));
    assertThat(leaving.calls("finish")).isZero();
    assertThat(Scenario.phase(result, "test").counters().get(Counter.ACKNOWLEDGED))
        .isGreaterThan(600);
  }

  private static double lostAtSeconds(RunResult result) {
    long lostAt =
        result.events().stream()
            .filter(event -> event.kind().equals("WORKER_LOST"))
            .findFirst()
            .orElseThrow()
            .epochNanos();
    return (lostAt - ScriptedWorker.ORIGIN) / 1e9;
  }

  private void fourWorkersOfWhichOneMayBeLost() {
    scenario.workers("c", "d");
    scenario.producers = 2;
    scenario.consumers = 2;
    scenario.options = RunOptions.DEFAULT.withLossPolicy(WorkerLossPolicy.CONTINUE);
  }

  @Test
  void goesOnWithTheOtherWorkersIfThePolicySaysSo() throws Exception {
    fourWorkersOfWhichOneMayBeLost();
    scenario.worker(1).silentFrom("snapshot", 10);

    RunResult result = scenario.run();

    assertThat(result.verdict().status()).isEqualTo(Status.INVALID);
    assertThat(Scenario.finding(result, "worker-lost")).contains("worker b").contains("continued");
    assertThat(scenario.phasesSeen).containsExactly("warm-up", "test", "drain");
    assertThat(Scenario.phase(result, "test").lengthNanos()).isEqualTo(20_000_000_000L);
    assertThat(result.delivery().limits().toString()).contains("lost workers");
  }

  @Test
  void aWorkerLostWhileFillingDoesNotKeepTheOthersFromDraining() throws Exception {
    fourWorkersOfWhichOneMayBeLost();
    scenario.pattern = Pattern.FILL_THEN_DRAIN;
    scenario.test = Optional.of(Duration.ofSeconds(20));
    scenario.worker(1).silentFrom("snapshot", 10);

    RunResult result = scenario.run();

    assertThat(scenario.phasesSeen).containsExactly("fill", "settle", "drain");
    assertThat(scenario.worker(1).calls("create-consumers")).isZero();
    assertThat(Scenario.phase(result, "drain").perSecond(Counter.RECEIVED)).isPositive();
    assertThat(result.verdict().status()).isEqualTo(Status.INVALID);
  }

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
    fourWorkersOfWhichOneMayBeLost();
    scenario.faults = List.of(killOfTheSecondWorker());
    scenario.injector =
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
            scenario.worker(numbers.get(0) - 1).silence = Optional.of("killed");
            return Undo.NONE;
          }
        };

    RunResult result = scenario.run();

    FaultReport fault = result.faults().get(0);
    assertThat(fault.workers()).containsExactly("b");
    assertThat(fault.problem()).isEmpty();
    assertThat(fault.effect().orElseThrow().windowSeconds()).isCloseTo(12, within(0.5));
    assertThat(result.workers().get(1).lost()).isTrue();
    assertThat(result.verdict().status()).as("%s", result.verdict()).isEqualTo(Status.VALID);
  }
}
