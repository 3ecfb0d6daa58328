package io.tidemark.coordinator.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tidemark.coordinator.RunFailedException;
import io.tidemark.coordinator.RunOptions;
import io.tidemark.coordinator.WorkerLossPolicy;
import io.tidemark.model.result.RunEvent;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.model.result.WorkerReport;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.worker.RunSetup;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Workers that are lost before the load, and who does their share. */
class TakeOverTest {
  private final Scenario scenario = new Scenario().workers("a", "b");

  @ParameterizedTest
  @CsvSource({
    "describe, 1",
    "read-clock, 1",
    "prepare, 1",
    "broker-facts, 0",
    "create-topics, 0",
    "create-consumers, 2",
    "create-producers, 0",
    "correct-clocks, 1",
    "probe, 0",
    "probe-status, 2"
  })
  void theOthersTakeOverWhatAWorkerShouldHaveHadThatIsLostBeforeTheLoad(String operation, int index)
      throws Exception {
    scenario.workers("c");
    scenario.producers = 3;
    scenario.consumers = 3;
    scenario.options = RunOptions.DEFAULT.withLossPolicy(WorkerLossPolicy.CONTINUE);
    ScriptedWorker lost = scenario.worker(index).diesIn(operation);

    RunResult result = scenario.run();

    assertThat(result.verdict().status()).isEqualTo(Status.INVALID);
    assertThat(Scenario.finding(result, "worker-lost"))
        .isEqualTo(
            "worker %s stopped answering: worker %s: %s: connection refused (before the load: the"
                    .formatted(lost.name(), lost.name(), operation)
                + " others took over its share); the others continued");
    assertThat(scenario.eventsSeen)
        .filteredOn(event -> event.kind().equals("WORKER_LOST"))
        .extracting(RunEvent::subject)
        .containsExactly(lost.name());
    assertThat(Scenario.phase(result, "test").counters().get(Counter.SENT))
        .isBetween(1_999L, 2_001L);
    assertThat(result.delivery().lost()).hasValue(0L);
    assertThat(result.workers()).hasSize(3);
    assertThat(result.workers().get(2).name()).isEqualTo(lost.name());
    assertThat(result.workers()).extracting(WorkerReport::lost).containsExactly(false, false, true);
    assertThat(result.workers()).extracting(WorkerReport::producers).containsExactly(3, 0, 0);
    assertThat(result.workers()).extracting(WorkerReport::consumers).containsExactly(0, 3, 0);
  }

  @Test
  void workersThatTakeOverEndWhatTheyHadMadeAndPrepareUnderANewName() throws Exception {
    scenario.workers("c");
    scenario.options = RunOptions.DEFAULT.withLossPolicy(WorkerLossPolicy.CONTINUE);
    scenario.worker(1).diesIn("create-producers");
    scenario.worker(2).diesIn("probe");

    RunResult result = scenario.run();

    assertThat(scenario.worker(0).log)
        .filteredOn(call -> List.of("prepare", "create-topics", "finish").contains(call))
        .containsExactly(
            "prepare",
            "create-topics",
            "finish",
            "prepare",
            "create-topics",
            "finish",
            "prepare",
            "create-topics",
            "finish");
    assertThat(scenario.worker(0).prepared.runId()).isEqualTo("run-without-2");
    assertThat(scenario.worker(0).prepared.runEpoch()).isEqualTo(RunSetup.epochOf("run"));
    assertThat(result.identity().runId()).isEqualTo("run");
    assertThat(result.delivery().lost()).hasValue(0L);
    assertThat(Scenario.codes(result)).contains("worker-lost", "clean-up");
  }

  @Test
  void topicsThatALostWorkerHadMadeAreNamedAsLeftBehind() throws Exception {
    scenario.workers("c");
    scenario.options = RunOptions.DEFAULT.withLossPolicy(WorkerLossPolicy.CONTINUE);
    scenario.worker(0).diesIn("create-producers");

    RunResult result = scenario.run();

    assertThat(result.verdict().findings())
        .anySatisfy(
            finding ->
                assertThat(finding.message())
                    .contains(scenario.worker(0).name(), "may remain at the broker"));
  }

  @Test
  void nothingIsMeasuredWhenEveryWorkerIsLostBeforeTheLoad() {
    scenario.options = RunOptions.DEFAULT.withLossPolicy(WorkerLossPolicy.CONTINUE);
    scenario.worker(0).diesIn("create-topics");
    scenario.worker(1).diesIn("create-producers");

    RunFailedException failure = catchThrowableOfType(RunFailedException.class, scenario::run);

    assertThat(failure).hasMessage("worker b: create-producers: connection refused");
    assertThat(failure.kind()).isEqualTo(RunFailedException.Kind.INFRASTRUCTURE);
  }

  @Test
  void theRunEndsWithAWorkerThatIsLostBeforeTheLoadUnlessThePolicyIsToGoOn() {
    scenario.worker(1).diesIn("create-producers");

    RunFailedException failure = catchThrowableOfType(RunFailedException.class, scenario::run);

    assertThat(failure).hasMessage("worker b: create-producers: connection refused");
    assertThat(scenario.worker(0).calls("prepare")).isEqualTo(1);
    assertThat(scenario.worker(0).calls("finish")).isEqualTo(1);
  }
}
