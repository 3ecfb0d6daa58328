package io.tidemark.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunEvent;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Sample;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.model.result.WorkerReport;
import io.tidemark.model.worker.Measure;
import io.tidemark.model.worker.RunSetup;
import io.tidemark.model.worker.WorkerException;
import io.tidemark.model.workload.Pattern;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RunFailureTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "describe",
        "read-clock",
        "prepare",
        "create-consumers",
        "create-producers",
        "correct-clocks",
        "probe",
        "probe-status"
      })
  void failsBeforeTheLoadWithWorkerAndOperationAndCleansUp(String operation) {
    Scenario scenario = new Scenario().workers("a", "b");
    scenario
        .worker(1)
        .failing(operation, WorkerException.Kind.INFRASTRUCTURE, "broker:9092 refused");

    RunFailedException failure = catchThrowableOfType(RunFailedException.class, scenario::run);

    assertThat(failure).hasMessage("worker b: " + operation + ": broker:9092 refused");
    assertThat(failure.kind()).isEqualTo(RunFailedException.Kind.INFRASTRUCTURE);
    assertThat(scenario.worker(0).calls("finish")).isEqualTo(1);
    assertThat(scenario.worker(1).calls("finish")).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"read-clock", "correct-clocks", "probe-status"})
  void oneAnswerThatDoesNotComeBeforeTheLoadEndsNoRun(String operation) throws Exception {
    Scenario scenario = new Scenario().workers("a", "b");
    scenario
        .worker(1)
        .fault(
            operation,
            call -> {
              if (call == 1) {
                throw new WorkerException(
                    "b", operation, WorkerException.Kind.WORKER_LOST, "no answer in 2 s", null);
              }
            });

    RunResult result = scenario.run();

    assertThat(result.verdict().status()).isEqualTo(Status.VALID);
    assertThat(scenario.worker(1).calls(operation)).isGreaterThan(1);
  }

  @Test
  void tellsConfigurationFromInfrastructure() {
    Scenario scenario = new Scenario().workers("a");
    scenario.worker(0).failing("prepare", WorkerException.Kind.CONFIGURATION, "no such class");

    RunFailedException failure = catchThrowableOfType(RunFailedException.class, scenario::run);

    assertThat(failure.kind()).isEqualTo(RunFailedException.Kind.CONFIGURATION);
  }

  @Test
  void needsAWorker() {
    RunFailedException failure =
        catchThrowableOfType(RunFailedException.class, () -> new Scenario().run());

    assertThat(failure).hasMessage("a run needs at least one worker");
  }

  @Test
  void namesTheSubscriptionThatNeverGetsReadyAndTheProducersItLacks() {
    Scenario scenario = new Scenario().workers("a");
    scenario.producers = 2;
    scenario.subscriptions = 2;
    scenario.broker.passesProbesTo = subscription -> subscription != 1;

    RunFailedException failure = catchThrowableOfType(RunFailedException.class, scenario::run);

    assertThat(failure)
        .hasMessageMatching(
            "not ready after 60 s: subscription sub-001-[A-Za-z0-9_-]{7} of topic topic-0 has no"
                + " probe from producers \\[0, 1\\]; 2 of 2 producers had a probe acknowledged by"
                + " the broker");
    assertThat(scenario.time.seconds()).isBetween(60.0, 61.0);
    assertThat(scenario.worker(0).calls("finish")).isEqualTo(1);
  }

  @Test
  void keepsWhatItHasWhenAWorkerStopsAnswering() throws Exception {
    Scenario scenario = new Scenario().workers("a", "b");
    scenario.worker(1).silentFrom("snapshot", 10);

    RunResult result = scenario.run();

    assertThat(result.verdict().status()).isEqualTo(Status.ABORTED);
    assertThat(Scenario.finding(result, "worker-lost"))
        .isEqualTo("worker b stopped answering: worker b: snapshot: no answer within 500 ms");
    assertThat(result.workers().get(1).lost()).isTrue();
    assertThat(result.workers().get(0).lost()).isFalse();
    assertThat(Scenario.phase(result, "test").counters().acknowledged()).isGreaterThan(300);
    assertThat(result.samples()).hasSizeBetween(8, 12);
    assertThat(scenario.worker(0).log).contains("stop-load").endsWith("finish");
  }

  @ParameterizedTest
  @CsvSource({"true, 5.0, 6.0", "false, 12.5, 14.5"})
  void losesADeadWorkerWhenItIsMissedAndALateOneAfterALongTime(
      boolean dead, double fromSeconds, double toSeconds) throws Exception {
    Scenario scenario = new Scenario().workers("a", "b");
    // The second cut of the load, at 2 s after its start of about 0.3 s, is the first unanswered.
    scenario.worker(1).silentFrom("snapshot", 3);
    scenario.time.at(
        5, () -> scenario.worker(1).silence = dead ? Optional.of("dead") : Optional.empty());

    RunResult result = scenario.run();

    long lostAt =
        result.events().stream()
            .filter(event -> event.kind().equals("WORKER_LOST"))
            .findFirst()
            .orElseThrow()
            .epochNanos();
    assertThat((lostAt - ScriptedWorker.ORIGIN) / 1e9).isBetween(fromSeconds, toSeconds);
  }

  @Test
  void missesAWorkerBetweenTwoSamplesHoweverFarApartTheyAre() throws Exception {
    Scenario scenario = new Scenario().workers("a", "b");
    scenario.sampleInterval = Duration.ofSeconds(10);
    scenario.time.at(12, () -> scenario.worker(1).silence = Optional.of("no sign of life"));

    RunResult result = scenario.run();

    assertThat(result.verdict().status()).isEqualTo(Status.ABORTED);
    assertThat(Scenario.finding(result, "worker-lost"))
        .isEqualTo("worker b stopped answering: worker b: no sign of life");
    long lostAt =
        result.events().stream()
            .filter(event -> event.kind().equals("WORKER_LOST"))
            .findFirst()
            .orElseThrow()
            .epochNanos();
    assertThat((lostAt - ScriptedWorker.ORIGIN) / 1e9).isBetween(12.0, 12.5);
    assertThat(Scenario.phase(result, "test").counters().acknowledged()).isGreaterThan(600);
  }

  @Test
  void goesOnWithTheOtherWorkersIfThePolicySaysSo() throws Exception {
    Scenario scenario = new Scenario().workers("a", "b", "c", "d");
    scenario.producers = 2;
    scenario.consumers = 2;
    scenario.options = RunOptions.DEFAULT.withLossPolicy(WorkerLossPolicy.CONTINUE);
    scenario.worker(1).silentFrom("snapshot", 10);

    RunResult result = scenario.run();

    assertThat(result.verdict().status()).isEqualTo(Status.INVALID);
    assertThat(Scenario.finding(result, "worker-lost")).contains("worker b").contains("went on");
    assertThat(scenario.phasesSeen).containsExactly("warm-up", "test", "drain");
    assertThat(Scenario.phase(result, "test").lengthNanos()).isEqualTo(20_000_000_000L);
    assertThat(result.delivery().limits().toString()).contains("lost workers");
  }

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
    Scenario scenario = new Scenario().workers("a", "b", "c");
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
                + " others took its share over); the others went on");
    assertThat(scenario.eventsSeen)
        .filteredOn(event -> event.kind().equals("WORKER_LOST"))
        .extracting(RunEvent::subject)
        .containsExactly(lost.name());
    assertThat(Scenario.phase(result, "test").counters().sent()).isBetween(1_999L, 2_001L);
    assertThat(result.delivery().lost()).hasValue(0L);
    assertThat(result.workers()).hasSize(3);
    assertThat(result.workers().get(2).info().name()).isEqualTo(lost.name());
    assertThat(result.workers()).extracting(WorkerReport::lost).containsExactly(false, false, true);
    assertThat(result.workers()).extracting(WorkerReport::producers).containsExactly(3, 0, 0);
    assertThat(result.workers()).extracting(WorkerReport::consumers).containsExactly(0, 3, 0);
  }

  @Test
  void workersThatTakeOverEndWhatTheyHadMadeAndPrepareUnderANewName() throws Exception {
    Scenario scenario = new Scenario().workers("a", "b", "c");
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
    Scenario scenario = new Scenario().workers("a", "b", "c");
    scenario.options = RunOptions.DEFAULT.withLossPolicy(WorkerLossPolicy.CONTINUE);
    scenario.worker(0).diesIn("create-producers");

    RunResult result = scenario.run();

    assertThat(result.verdict().findings())
        .anySatisfy(
            finding ->
                assertThat(finding.message())
                    .contains(scenario.worker(0).name(), "may be left at the broker"));
  }

  @Test
  void nothingIsMeasuredWhenEveryWorkerIsLostBeforeTheLoad() {
    Scenario scenario = new Scenario().workers("a", "b");
    scenario.options = RunOptions.DEFAULT.withLossPolicy(WorkerLossPolicy.CONTINUE);
    scenario.worker(0).diesIn("create-topics");
    scenario.worker(1).diesIn("create-producers");

    RunFailedException failure = catchThrowableOfType(RunFailedException.class, scenario::run);

    assertThat(failure).hasMessage("worker b: create-producers: connection refused");
    assertThat(failure.kind()).isEqualTo(RunFailedException.Kind.INFRASTRUCTURE);
  }

  @Test
  void theRunEndsWithAWorkerThatIsLostBeforeTheLoadUnlessThePolicyIsToGoOn() {
    Scenario scenario = new Scenario().workers("a", "b");
    scenario.worker(1).diesIn("create-producers");

    RunFailedException failure = catchThrowableOfType(RunFailedException.class, scenario::run);

    assertThat(failure).hasMessage("worker b: create-producers: connection refused");
    assertThat(scenario.worker(0).calls("prepare")).isEqualTo(1);
    assertThat(scenario.worker(0).calls("finish")).isEqualTo(1);
  }

  @Test
  void aWorkerLostWhileFillingDoesNotKeepTheOthersFromDraining() throws Exception {
    Scenario scenario = new Scenario().workers("a", "b", "c", "d");
    scenario.pattern = Pattern.FILL_THEN_DRAIN;
    scenario.producers = 2;
    scenario.consumers = 2;
    scenario.test = Optional.of(Duration.ofSeconds(20));
    scenario.options = RunOptions.DEFAULT.withLossPolicy(WorkerLossPolicy.CONTINUE);
    scenario.worker(1).silentFrom("snapshot", 10);

    RunResult result = scenario.run();

    assertThat(scenario.phasesSeen).containsExactly("fill", "settle", "drain");
    assertThat(scenario.worker(1).calls("create-consumers")).isZero();
    assertThat(Scenario.phase(result, "drain").rates().receivedPerSecond()).isPositive();
    assertThat(result.verdict().status()).isEqualTo(Status.INVALID);
  }

  @Test
  void abortsWhenTheLastWorkerIsLost() throws Exception {
    Scenario scenario = new Scenario().workers("a");
    scenario.options = RunOptions.DEFAULT.withLossPolicy(WorkerLossPolicy.CONTINUE);
    scenario.worker(0).silentFrom("snapshot", 10);

    RunResult result = scenario.run();

    assertThat(result.verdict().status()).isEqualTo(Status.ABORTED);
    assertThat(result.samples()).isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource({"start-load", "begin-phase", "stop-load"})
  void survivesAWorkerThatIsLostInAnyOtherCall(String operation) throws Exception {
    Scenario scenario = new Scenario().workers("a", "b");
    scenario.worker(1).silentFrom(operation, 1);

    RunResult result = scenario.run();

    assertThat(result.verdict().status()).isIn(Status.ABORTED, Status.INVALID);
    assertThat(Scenario.finding(result, "worker-lost")).contains("worker b: " + operation);
    assertThat(scenario.worker(0).calls("finish")).isEqualTo(1);
  }

  @Test
  void loseNothingWhenAnAnswerGetsLostAndTheSnapshotIsReadAgain() throws Exception {
    Scenario scenario = new Scenario().workers("a");
    ScriptedWorker worker = scenario.worker(0);
    worker.fault(
        "after-snapshot",
        call -> {
          if (call % 3 == 0) {
            throw new WorkerException(
                "a", "snapshot", WorkerException.Kind.WORKER_LOST, "connection reset", null);
          }
        });

    RunResult result = scenario.run();

    assertThat(result.verdict().findings()).isEmpty();
    assertThat(Scenario.phase(result, "test").counters().sent()).isBetween(1_999L, 2_001L);
    assertThat(result.delivery().lost()).hasValue(0L);
    assertThat(worker.asked).isSorted();
    assertThat(worker.asked.size()).isGreaterThan((int) worker.asked.stream().distinct().count());
  }

  @Test
  void aCutThatOutlastsThePhaseIsFollowedByAnotherOneOfThatPhase() throws Exception {
    Scenario scenario = new Scenario().workers("a");
    ScriptedWorker worker = scenario.worker(0);
    worker.debtAtStop = 700;
    AtomicBoolean paused = new AtomicBoolean();
    worker.fault(
        "after-snapshot",
        call -> {
          long now = scenario.time.clock.epochNanos();
          long left =
              worker.phases.stream()
                  .filter(phase -> phase.name().equals("test"))
                  .mapToLong(phase -> phase.startEpochNanos() + 20_000_000_000L - now)
                  .findFirst()
                  .orElse(Long.MAX_VALUE);
          if (left > 200_000_000 && left < 1_800_000_000 && !paused.getAndSet(true)) {
            scenario.time.clock.advance(4_000_000_000L);
          }
        });

    RunResult result = scenario.run();

    PhaseResult test = Scenario.phase(result, "test");
    List<Sample> samples =
        result.samples().stream().filter(sample -> sample.phase().equals("test")).toList();
    Sample last = samples.get(samples.size() - 1);
    assertThat(paused).isTrue();
    assertThat(last.startEpochNanos() + last.lengthNanos())
        .as("the end of the last sample")
        .isGreaterThanOrEqualTo(test.startEpochNanos() + test.lengthNanos());
    assertThat(Scenario.finding(result, "debt-at-end")).startsWith("700 messages were due");
  }

  @Test
  void aStopThatOutlastsTheDrainIsFollowedByACut() throws Exception {
    Scenario scenario = new Scenario().workers("a");
    scenario.drainTimeout = Duration.ofSeconds(4);
    ScriptedWorker worker = scenario.worker(0);
    worker.fault("stop-load", call -> scenario.time.clock.advance(15_000_000_000L));

    scenario.run();

    assertThat(worker.log.lastIndexOf("snapshot")).isGreaterThan(worker.log.indexOf("stop-load"));
  }

  @Test
  void ratesUseTheTrueLengthOfASampleThatCameLate() throws Exception {
    Scenario scenario = new Scenario().workers("a");
    scenario
        .worker(0)
        .fault(
            "snapshot",
            call -> {
              if (call == 10) {
                scenario.time.clock.advance(2_300_000_000L);
              }
            });

    RunResult result = scenario.run();

    assertThat(result.samples().stream().mapToLong(s -> s.lengthNanos()).max())
        .hasValue(3_300_000_000L);
    assertThat(result.samples().subList(0, 22))
        .allSatisfy(s -> assertThat(s.rates().sentPerSecond()).isBetween(99.0, 101.0));
    // The next cut is back on the grid.
    long first = result.samples().get(0).startEpochNanos();
    assertThat((result.samples().get(10).startEpochNanos() - first) % 1_000_000_000L).isZero();
  }

  @Test
  void aCoordinatorThatSleptThroughTheTestSaysSo() throws Exception {
    Scenario scenario = new Scenario().workers("a");
    scenario.test = Optional.of(Duration.ofSeconds(10));
    scenario.time.at(4.5, () -> scenario.time.clock.advance(12_000_000_000L));

    RunResult result = scenario.run();

    assertThat(Scenario.finding(result, "no-samples")).contains("the coordinator was too late");
    assertThat(Scenario.phase(result, "test").latency(Measure.PUBLISH_LATENCY)).isPresent();
  }

  @Test
  void aSampleThatCameLateShowsNoTimeBeyondItsPhase() throws Exception {
    Scenario scenario = new Scenario().workers("a");
    scenario.test = Optional.of(Duration.ofSeconds(10));
    scenario.time.at(14.5, () -> scenario.time.clock.advance(2_000_000_000L));

    scenario.run();

    assertThat(scenario.positions)
        .contains("test PT10S of PT10S")
        .noneMatch(position -> position.startsWith("test PT11"));
  }

  @Test
  void anExceptionOfTheListenerBreaksTheRunOffButLosesNothing() throws Exception {
    Scenario scenario = new Scenario().workers("a");
    scenario.time.at(9, () -> scenario.failListener = true);

    RunResult result = scenario.run();

    assertThat(result.verdict().status()).isEqualTo(Status.ABORTED);
    assertThat(Scenario.finding(result, "broke-off")).contains("a listener's defect");
    assertThat(Scenario.phase(result, "warm-up").counters().acknowledged()).isGreaterThan(490);
    assertThat(Scenario.phase(result, "test").counters().received()).isGreaterThan(300);
    assertThat(scenario.worker(0).calls("stop-load")).isEqualTo(1);
    assertThat(scenario.worker(0).calls("finish")).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.05, 0.25})
  void anInterruptionBeforeTheLoadIsAFailureOfKindInterrupted(double seconds) throws Exception {
    Scenario scenario = new Scenario().workers("a");
    scenario.broker.passesProbesTo = subscription -> false;
    scenario.time.at(seconds, scenario.stop::request);

    RunFailedException failure = catchThrowableOfType(RunFailedException.class, scenario::run);

    assertThat(failure.kind()).isEqualTo(RunFailedException.Kind.INTERRUPTED);
    assertThat(scenario.worker(0).calls("finish")).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"3.5, warm-up", "12.5, test", "25.35, drain"})
  void anInterruptionInAnyPhaseKeepsTheResultsSoFar(double seconds, String phase) throws Exception {
    Scenario scenario = new Scenario().workers("a");
    scenario.broker.deliveryNanos = 300_000_000;
    scenario.time.at(seconds, scenario.stop::request);

    RunResult result = scenario.run();

    assertThat(result.verdict().status()).isEqualTo(Status.ABORTED);
    assertThat(Scenario.finding(result, "interrupted"))
        .isEqualTo("interrupted in phase " + phase + "; the results so far have been kept");
    assertThat(result.samples()).hasSizeGreaterThanOrEqualTo((int) seconds - 1);
    // A moment is given to what is under way.
    assertThat(result.delivery().lost()).hasValue(0L);
    assertThat(scenario.worker(0).calls("stop-load")).isEqualTo(1);
    assertThat(scenario.worker(0).calls("finish")).isEqualTo(1);
  }

  @Test
  void anUnlimitedTestEndsNormallyWhenItIsStopped() throws Exception {
    Scenario scenario = new Scenario().workers("a");
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
    Scenario scenario = new Scenario().workers("a");
    scenario.broker.deliveryNanos = 60_000_000_000L;
    scenario.drainTimeout = Duration.ofMinutes(5);
    scenario.test = Optional.empty();
    scenario.time.at(15, scenario.stop::request);
    scenario.time.at(16, scenario.stop::request);

    scenario.run();

    assertThat(scenario.time.seconds()).isBetween(16.0, 16.5);
  }

  @Test
  void givesUpDrainingWhenNothingComesAnyMoreAndTellsWhatIsMissing() throws Exception {
    Scenario scenario = new Scenario().workers("a");
    scenario.broker.loses = message -> message.sequence() == 700 || message.sequence() == 701;

    RunResult result = scenario.run();

    assertThat(result.delivery().lost()).hasValue(2L);
    assertThat(result.delivery().subscriptions().get(0).firstLost())
        .containsExactly("0:700", "0:701");
    assertThat(Scenario.finding(result, "messages-lost"))
        .isEqualTo("2 acknowledged messages were not received");
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
            "[1-9][0-9]* messages were still outstanding when the run gave up waiting; they arrived"
                + " in the [0-9.]+ s in which it waited for the broker's counts");
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
    assertThat(Scenario.phase(result, "test").counters().received()).isBetween(1_999L, 2_001L);
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
