package io.tidemark.coordinator.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.coordinator.RunFailedException;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.model.worker.RunSetup.DriverSource;
import io.tidemark.model.workload.Pattern;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ConsumeThroughRunTest {
  private static final DriverSource OTHER = new DriverSource("another.Driver", "name: another");

  private final Scenario scenario = new Scenario();

  private RunResult run(String... workers) throws RunFailedException {
    scenario.consuming = Optional.of(OTHER);
    return scenario.workers(workers).run();
  }

  @Test
  void workersThatConsumeHaveTheOtherDriverAndCreateTheTopics() throws Exception {
    RunResult result = run("a", "b", "c", "d");

    assertThat(scenario.workers)
        .extracting(worker -> worker.prepared.driver().equals(OTHER))
        .containsExactly(false, false, true, true);
    assertThat(scenario.workers)
        .extracting(worker -> worker.log.contains("create-topics"))
        .containsExactly(true, false, true, false);
    assertThat(scenario.workers)
        .extracting(worker -> worker.consumers.isEmpty())
        .startsWith(true, true);
    assertThat(result.verdict().status()).isEqualTo(Status.VALID);
  }

  @Test
  void theSubscriptionsAreThoseOfTheFill() throws Exception {
    scenario.pattern = Pattern.FILL_THEN_DRAIN;
    scenario.messageLimit = 100;

    run("a", "b");

    assertThat(scenario.worker(0).log).doesNotContain("create-subscriptions");
    assertThat(scenario.worker(1).log).contains("create-subscriptions");
  }

  @Test
  void oneWorkerIsNotEnough() {
    assertThatThrownBy(() -> run("a"))
        .isInstanceOf(RunFailedException.class)
        .hasMessageContainingAll("consumeThrough needs workers", "got 1");
  }
}
