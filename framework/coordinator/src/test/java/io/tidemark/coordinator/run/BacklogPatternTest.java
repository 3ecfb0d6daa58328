package io.tidemark.coordinator.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.model.earlier.EarlierRun;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Sample;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.worker.RunSetup;
import io.tidemark.model.workload.Load;
import io.tidemark.model.workload.Pattern;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Runs that consume a backlog: their own, or one that is there. */
class BacklogPatternTest {
  private final Scenario scenario = new Scenario().workers("a");

  /** What reads so many messages that are there. */
  private void consumesOnly(int messages) {
    scenario.pattern = Pattern.CONSUME_ONLY;
    scenario.warmup = Duration.ZERO;
    for (int i = 0; i < messages; i++) {
      scenario.broker.waiting.add(
          new SimulatedBroker.Message(0, i, ScriptedWorker.ORIGIN, ScriptedWorker.ORIGIN));
    }
  }

  @Test
  void buildsTheBacklogThenDrainsItThenGoesOnWithTheTest() throws Exception {
    scenario.drainRatio = 0.5;
    scenario.load = Load.OpenLoop.of(1_000);
    scenario.backlogBytes = 1_000_000; // Ten thousand messages of 100 bytes.
    scenario.broker.consumedPerSecond = 3_000;
    scenario.test = Optional.of(Duration.ofSeconds(30));

    RunResult result = scenario.run();

    assertThat(scenario.phasesSeen)
        .containsExactly("warm-up", "backlog-build", "backlog-drain", "test", "drain");
    PhaseResult build = Scenario.phase(result, "backlog-build");
    assertThat(build.lengthNanos() / 1e9).isBetween(9.9, 10.3);
    assertThat(build.counters().get(Counter.SENT)).isBetween(9_900L, 10_300L);
    // 10,000 messages shrink by 2,000 a second; half of them may stay.
    assertThat(Scenario.phase(result, "backlog-drain").lengthNanos() / 1e9).isBetween(2.4, 2.8);
    assertThat(result.samples().stream().mapToLong(Sample::backlog).max().orElseThrow())
        .isBetween(9_900L, 10_300L);
    assertThat(
            result.phases().stream()
                .filter(PhaseResult::measured)
                .mapToLong(PhaseResult::lengthNanos)
                .sum())
        .isBetween(29_900_000_000L, 30_200_000_000L);
    assertThat(Scenario.finding(result, "backlog")).contains("backlog");
    assertThat(result.delivery().lost()).hasValue(0L);
    assertThat(result.verdict().status()).isEqualTo(Status.VALID);
  }

  @Test
  void endsThoughTheBacklogDoesNotDrain() throws Exception {
    scenario.backlogBytes = 300_000;
    scenario.load = Load.OpenLoop.of(1_000);
    scenario.broker.consumedPerSecond = 500;
    scenario.test = Optional.of(Duration.ofSeconds(10));

    RunResult result = scenario.run();

    assertThat(Scenario.finding(result, "backlog-not-drained")).contains("were left");
    assertThat(scenario.time.seconds()).isLessThan(120);
    assertThat(scenario.worker(0).calls("finish")).isEqualTo(1);
  }

  @Test
  void endsThoughTheBacklogIsNeverBuiltAndIsInvalidThen() throws Exception {
    scenario.backlogBytes = 1L << 40;
    scenario.load = new Load.ClosedLoop();
    scenario.worker(0).generates = false;

    RunResult result = scenario.run();

    assertThat(Scenario.finding(result, "backlog-not-built")).contains("0 of");
    assertThat(result.verdict().status()).isEqualTo(Status.INVALID);
    assertThat(scenario.time.seconds()).isLessThan(120);
  }

  @Test
  void fillsFirstAndDrainsThen() throws Exception {
    scenario.workers("b");
    scenario.pattern = Pattern.FILL_THEN_DRAIN;
    scenario.messageLimit = 2_000;
    scenario.load = Load.OpenLoop.of(500);
    scenario.test = Optional.of(Duration.ofMinutes(1));
    scenario.broker.consumedPerSecond = 1_000;

    RunResult result = scenario.run();

    assertThat(scenario.phasesSeen).containsExactly("fill", "settle", "drain");
    assertThat(scenario.positions).noneMatch(position -> position.startsWith("drain"));
    assertThat(scenario.worker(0).log).contains("create-subscriptions");
    assertThat(scenario.worker(1).log.indexOf("create-consumers"))
        .isGreaterThan(scenario.worker(1).log.indexOf("stop-load"));
    PhaseResult fill = Scenario.phase(result, "fill");
    PhaseResult drain = Scenario.phase(result, "drain");
    assertThat(fill.measured()).isTrue();
    assertThat(drain.measured()).isTrue();
    assertThat(fill.lengthNanos() / 1e9).isEqualTo(4.0);
    assertThat(drain.lengthNanos() / 1e9).isBetween(1.9, 2.3);
    assertThat(drain.perSecond(Counter.RECEIVED)).isCloseTo(1_000, within(2.0));
    assertThat(Scenario.finding(result, "fill-then-drain")).contains("peak backlog 2,000");
    assertThat(result.delivery().lost()).hasValue(0L);
    assertThat(result.part(Sample.TEN_SECONDS)).isNotEmpty();
    assertThat(result.verdict().status()).isEqualTo(Status.VALID);
  }

  @Test
  void theDrainOfAFillGivesUpWhenNothingComes() throws Exception {
    scenario.pattern = Pattern.FILL_THEN_DRAIN;
    scenario.messageLimit = 500;
    scenario.test = Optional.of(Duration.ofMinutes(1));
    scenario.broker.consumedPerSecond = 0;

    RunResult result = scenario.run();

    assertThat(result.delivery().lost()).hasValue(500L);
    assertThat(Scenario.codes(result)).contains("drain-incomplete");
    assertThat(scenario.time.seconds()).isBetween(15.0, 17.0);
  }

  @Test
  void consumesOnlyWhatIsThere() throws Exception {
    consumesOnly(1_000);
    scenario.warmup = Duration.ofSeconds(5);
    scenario.load = new Load.None();
    scenario.broker.consumedPerSecond = 100;

    RunResult result = scenario.run();

    assertThat(scenario.worker(0).log).doesNotContain("start-load", "probe");
    assertThat(scenario.phasesSeen).containsExactly("warm-up", "test");
    assertThat(result.samples().get(0).counters().get(Counter.RECEIVED)).isBetween(90L, 130L);
    assertThat(Scenario.phase(result, "test").intendedRatePerSecond()).isEmpty();
    assertThat(Scenario.codes(result))
        .doesNotContain("schedule-missed", "no-samples", "search-not-converged");
  }

  @Test
  void countsOnlyTheTimeInWhichMessagesArriveAndEndsWhenAllHasBeenRead() throws Exception {
    consumesOnly(3_000);
    scenario.test = Optional.of(Duration.ofMinutes(10));
    scenario.broker.consumedPerSecond = 1_500;

    RunResult result = scenario.run();

    PhaseResult test = Scenario.phase(result, "test");
    assertThat(test.byTime().counters().get(Counter.RECEIVED)).isEqualTo(3_000);
    assertThat(test.byTime().receivingNanos() / 1e9).isCloseTo(2, within(0.01));
    assertThat(test.perSecond(Counter.RECEIVED)).isCloseTo(1_500, within(10.0));
    assertThat(test.lengthNanos() / 1e9).as("drainTimeout after the last").isBetween(11.8, 12.5);
    assertThat(result.verdict().status()).isEqualTo(Status.VALID);
  }

  @Test
  void aRunThatReadsNothingLastsAsLongAsItWasPlanned() throws Exception {
    consumesOnly(0);
    scenario.test = Optional.of(Duration.ofMinutes(1));

    RunResult result = scenario.run();

    assertThat(Scenario.phase(result, "test").lengthNanos()).isEqualTo(60_000_000_000L);
  }

  @Test
  void corruptedMessagesAreLostAndNotWaitedFor() throws Exception {
    scenario.drainTimeout = Duration.ofSeconds(60);
    scenario.broker.corrupts = message -> message.sequence() % 500 == 7;

    RunResult result = scenario.run();

    assertThat(result.delivery().corrupted()).hasValue(5L);
    assertThat(result.delivery().lost()).hasValue(5L);
    assertThat(Scenario.phase(result, "drain").lengthNanos() / 1e9).isBetween(1.0, 2.0);
    assertThat(Scenario.codes(result))
        .contains("corrupted-messages")
        .doesNotContain("drain-incomplete");
  }

  @Test
  void whatIsMissingBesideCorruptedMessagesIsWaitedFor() throws Exception {
    scenario.broker.corrupts = message -> message.sequence() % 500 == 7;
    scenario.broker.loses = message -> message.sequence() == 8;

    RunResult result = scenario.run();

    assertThat(result.delivery().lost()).hasValue(6L);
    assertThat(Scenario.phase(result, "drain").lengthNanos() / 1e9).isGreaterThan(4);
    assertThat(Scenario.codes(result)).contains("drain-incomplete");
  }

  @Test
  void countsWhatComesAtOnceWhenConsumersAreCreated() throws Exception {
    consumesOnly(1_000);
    scenario.broker.consumedPerSecond = 1_000_000;

    RunResult result = scenario.run();

    assertThat(Scenario.phase(result, "test").counters().get(Counter.RECEIVED)).isEqualTo(1_000);
    assertThat(result.samples().get(0).counters().get(Counter.RECEIVED)).isEqualTo(1_000);
  }

  @Test
  void takesTheMessagesOfANamedRunAsItsOwn() throws Exception {
    scenario.pattern = Pattern.CONSUME_ONLY;
    scenario.topicNames = List.of("t");
    scenario.fromRun =
        Optional.of(
            new EarlierRun(
                "the run before", "a folder", 33, Optional.empty(), List.of("Loss is not known.")));

    RunResult result = scenario.run();

    RunSetup setup = scenario.worker(0).prepared;
    assertThat(setup.runEpoch()).isEqualTo(RunSetup.epochOf("the run before"));
    assertThat(setup.runEpoch()).isNotEqualTo(RunSetup.epochOf(setup.runId()));
    assertThat(setup.totalProducers()).isEqualTo(33);
    assertThat(result.delivery().limits())
        .anyMatch(limit -> limit.contains("the time stamps of run the run before"));
  }
}
