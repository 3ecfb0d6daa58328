package io.tidemark.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.RunEvent;
import io.tidemark.model.result.Verdict;
import io.tidemark.model.result.Verdict.Finding;
import io.tidemark.model.result.Verdict.ObjectiveResult;
import io.tidemark.model.result.Verdict.Severity;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.model.result.VerdictInputs.Ending;
import io.tidemark.model.result.VerdictInputs.LostWorker;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.snapshot.WorkerEvent;
import io.tidemark.model.workload.Load;
import io.tidemark.model.workload.Objective;
import io.tidemark.model.workload.Objective.Comparison;
import io.tidemark.model.workload.Objective.Unit;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The verdict as a whole, and findings without a rule class. */
class VerdictRulesTest {
  private final GoodRun facts = new GoodRun();

  @Test
  void aGoodRunIsValidWithoutFindings() {
    Verdict verdict = facts.verdict();

    assertThat(verdict.findings()).isEmpty();
    assertThat(verdict.status()).isEqualTo(Status.VALID);
  }

  @Test
  void otherProcessesAreRemarkedThoughAllLimitsWereKept() {
    facts.events =
        List.of(
            new RunEvent(
                1,
                "a",
                RunEvent.OTHER_PROCESSES,
                "machine",
                "81 % of the CPU: yes 81 %",
                Map.of(WorkerEvent.CPU_PERCENT, 81.2)));

    assertThat(facts.verdict().status()).isEqualTo(Status.VALID);
    assertThat(facts.finding("other-processes").message())
        .isEqualTo("on the machine of worker a other processes used 81 % of the CPU: yes 81 %");
    assertThat(facts.finding("other-processes").values()).containsEntry("cpuPercent", 81.2);
  }

  @Test
  void profiledProcessesAndThoseThatCouldNotBeAreRemarked() {
    facts.events =
        List.of(
            new RunEvent(1, "coordinator", RunEvent.PROFILED, "worker local", "20 s in test"),
            new RunEvent(2, "coordinator", RunEvent.PROFILED, "broker 1", "20 s in test"),
            new RunEvent(3, "coordinator", RunEvent.PROFILE_FAILED, "broker 2", "it ended"));

    assertThat(facts.verdict().status()).isEqualTo(Status.VALID);
    assertThat(facts.finding("profiled").message())
        .isEqualTo(
            "profiles of worker local, broker 1 were recorded; the figures contain their cost");
    assertThat(facts.finding("profile-incomplete").message()).isEqualTo("broker 2: it ended");
  }

  @Test
  void messagesThatWereDueAndNeverSentAreRemarkedThoughTheScheduleWasKept() {
    facts.sent = 9_950;
    facts.finalDebt = 50;

    Verdict verdict = facts.verdict();

    assertThat(verdict.status()).isEqualTo(Status.VALID);
    assertThat(facts.finding("debt-at-end").message()).startsWith("50 messages were due");
  }

  @Test
  void aSearchWithoutConvergenceFailsTheRunAndNamesItsBounds() {
    facts.search = GoodRun.search(Optional.of(900.0), Optional.empty(), "timeLimit was reached");

    assertThat(facts.verdict().status()).isEqualTo(Status.FAILED);
    assertThat(facts.finding("search-not-converged").message())
        .contains("timeLimit was reached", "passed: 900 msg/s", "failed: none");
    facts.search = GoodRun.search(Optional.empty(), Optional.of(930.0), "too slow");
    assertThat(facts.finding("search-not-converged").message())
        .contains("passed: none", "failed: 930 msg/s");
    facts.search = GoodRun.search(Optional.of(900.0), Optional.of(930.0), "");
    assertThat(facts.verdict().status()).isEqualTo(Status.VALID);
  }

  @Test
  void thresholdsOfTheWorkloadReplaceTheDefaults() {
    facts.workload.thresholds = Map.of("achievedRate", 80.0, "tickerLag", 1e9);
    facts.sent = 8_100;
    facts.host(0.5, 0, 0, 0, 0, 500_000_000);

    assertThat(facts.verdict().status()).isEqualTo(Status.VALID);
  }

  @Test
  void aWorkerThatAnnouncedItsDepartureIsNotReportedAsOneThatFailed() {
    facts.lost = List.of(new LostWorker("b", "worker b: it was stopped (SIGTERM)", true));

    facts.assertInvalid(
        "worker-stopped", "worker b: it was stopped (SIGTERM); the others continued");
  }

  @ParameterizedTest
  @CsvSource({
    "INTERRUPTED, interrupted",
    "FAILED, broke-off",
    "PROCESS_EXIT, process-exit",
    "WORKER_LOST, worker-lost"
  })
  void theEndingIsNamed(Ending ending, String code) {
    facts.ending = ending;
    facts.reason = "why";
    facts.sent = 10; // Which invalidates a run, and is not what is named first.
    facts.lost =
        ending == Ending.WORKER_LOST ? List.of(new LostWorker("b", "why", false)) : List.of();

    assertThat(facts.verdict().status()).isEqualTo(Status.ABORTED);
    assertThat(facts.verdict().findings().get(0).code()).isEqualTo(code);
    assertThat(facts.finding(code).severity()).isEqualTo(Severity.ABORTS);
    assertThat(facts.finding(code).message()).contains("why");
    assertThat(facts.verdict().findings().stream().filter(f -> f.severity() == Severity.ABORTS))
        .hasSize(1);
  }

  @Test
  void aWorkloadMayLoseAsManyWorkersAsItsThresholdAllows() {
    facts.workload.thresholds = Map.of("lostWorkers", 1.0);
    facts.lost = List.of(new LostWorker("b", "no answer", false));
    assertThat(facts.finding("worker-lost").severity()).isEqualTo(Severity.REMARK);
    facts.lost =
        List.of(new LostWorker("b", "no answer", false), new LostWorker("c", "no answer", false));
    assertThat(facts.finding("worker-lost").severity()).isEqualTo(Severity.INVALIDATES);
  }

  @Test
  void anErrorOfTheGeneratorItselfIsInvalidAndFurtherOnesAreCounted() {
    RunEvent error = new RunEvent(1, "a", RunEvent.ENGINE_ERROR, "load thread x", "OutOfMemory");
    facts.events = List.of(error);
    facts.assertInvalid("engine-error", "worker a, load thread x: OutOfMemory");
    assertThat(facts.finding("engine-error").message()).endsWith("OutOfMemory");
    facts.events = List.of(error, error, error);
    assertThat(facts.finding("engine-error").message()).endsWith("; and 2 events more");
  }

  @Test
  void clientsThatCouldNotBeOpenedFailTheRunWithTheLastReason() {
    facts.unstamped = Counters.ZERO.with(Counter.CLIENTS_FAILED, 2).with(Counter.CLIENTS_OPENED, 8);
    facts.events =
        List.of(
            new RunEvent(1, "a", RunEvent.CLIENT_ERROR, "consumer 0", "first"),
            new RunEvent(2, "a", RunEvent.CLIENT_ERROR, "consumer 0", "last"),
            new RunEvent(3, "a", "OTHER", "consumer 0", "none of them"));

    facts.assertFailed("clients-not-opened", "failed 2 of 10 times; the last time: last");
  }

  @Test
  void eventsBecomeRemarksOfTheirKind() {
    facts.workload.warmup = Duration.ofSeconds(30);
    facts.events =
        List.of(
            new RunEvent(1, "a", RunEvent.EARLIER_TOPICS, "broker", "2 topics of run x"),
            new RunEvent(1, "b", RunEvent.EARLIER_TOPICS, "broker", "3 topics of run y"),
            new RunEvent(2, "a", RunEvent.WARM_UP, "warm-up", "rates and latencies are steady"),
            new RunEvent(3, "a", RunEvent.NOT_STEADY, "warm-up", "slope"),
            new RunEvent(4, "a", RunEvent.NOT_EXPORTED, "otlp", "1 batch"),
            new RunEvent(5, "a", RunEvent.NOT_EXPORTED, "otlp", "2 batches"),
            new RunEvent(6, "a", "OTHER", "warm-up", "not of the run"));
    facts.problems = List.of("topic t: not deleted", "consumer c: not closed");
    facts.stuckThreads = 3;

    assertThat(facts.verdict().status()).isEqualTo(Status.VALID);
    assertThat(facts.verdict().findings())
        .extracting(Finding::code, Finding::message)
        .containsExactlyInAnyOrder(
            tuple("earlier-topics", "2 topics of run x"),
            tuple("warm-up-not-steady", "the warm-up ended at its limit of 30 s: slope"),
            tuple("not-exported", "2 batches"),
            tuple("clean-up", "topic t: not deleted"),
            tuple("clean-up", "consumer c: not closed"),
            tuple("stuck-threads", "3 load threads did not return from a send at the end"));
  }

  @Test
  void aFewMessagesBehindAreNoDebt() {
    facts.finalDebt = 2; // Of one producer, and of 10,000 sent.
    assertThat(GoodRun.codes(facts.verdict())).doesNotContain("debt-at-end");
    facts.finalDebt = 3;
    assertThat(GoodRun.codes(facts.verdict())).contains("debt-at-end");
  }

  @Test
  void anExpiredLeaseIsInvalid() {
    facts.leaseExpired = true;

    facts.assertInvalid("lease-expired", "it stopped its load");
  }

  @Test
  void nothingMeasuredIsInvalid() {
    facts.acknowledged = 0;
    facts.received = 0;

    facts.assertInvalid("no-samples", "no message was measured");
    assertThat(facts.finding("no-samples").message())
        .as("without a limit of messages")
        .endsWith("in the measured phases");
    assertThat(facts.verdict().usable(FigureGroup.PUBLISH_LATENCY)).isFalse();
  }

  @Test
  void aCoordinatorThatCameTooLateHasLatenciesAndNoRates() {
    facts.coordinatorLate = true;
    facts.workload.objectives =
        List.of(
            new Objective("publishRate", Comparison.AT_LEAST, 1, Unit.PER_SECOND, "as written"),
            new Objective(
                "publishLatency.p99", Comparison.AT_MOST, 6e6, Unit.NANOSECONDS, "as written"));

    facts.assertInvalid(
        "no-samples", "the latencies of 10,000 messages are known, rates and backlog are not");
    assertThat(facts.verdict().objectives())
        .extracting(ObjectiveResult::actual, ObjectiveResult::met)
        .containsExactly(tuple("not measured", false), tuple("5.00 ms", true));
    assertThat(facts.verdict().usable(FigureGroup.PUBLISH_LATENCY)).isTrue();
    assertThat(facts.verdict().usable(FigureGroup.RATES)).isFalse();
  }

  @Test
  void samplesThatCouldNotBeWrittenAreNotTheCoordinatorsLateness() {
    facts.coordinatorLate = true;
    facts.damages = List.of("9 entries of samples.jsonl were lost: No space left on device");

    facts.assertInvalid(
        "no-samples", "no sample of the measured phases, see result-incomplete: the latencies");
  }

  @Test
  void messagesThatWereAnsweredAfterTheMeasuredPhasesAreNotCalledUnmeasured() {
    facts.answeredAfterwards = true;

    facts.assertInvalid(
        "no-samples", "during the measured phases; of their messages, 10,000 were afterwards");
  }

  @Test
  void aMessageLimitThatTheWarmUpUsedUpIsNamed() {
    facts.workload.messageLimit = facts.sent;
    facts.acknowledged = 0;
    facts.received = 0;

    facts.assertInvalid("no-samples", "messageLimit 10,000 was used up before they began");
  }

  @Test
  void generatorAndBrokerOnOneMachineAreRemarked() {
    facts.coLocated = true;
    facts.workload.load = Load.OpenLoop.of(1_000);

    assertThat(facts.finding("co-located").severity()).isEqualTo(Severity.REMARK);
  }

  @Test
  void invalidWinsOverAMissedObjective() {
    facts.workload.objectives =
        List.of(new Objective("lost", Comparison.AT_LEAST, 1, Unit.COUNT, ">= 1"));
    facts.sent = 10;

    Verdict verdict = facts.verdict();

    assertThat(verdict.status()).isEqualTo(Status.INVALID);
    assertThat(verdict.objectives().get(0).met()).isFalse();
  }

  @Test
  void whatCouldNotBeKeptIsReported() {
    facts.damages = List.of("3 entries of samples.jsonl were lost: No space left on device");
    facts.assertInvalid("result-incomplete", "3 entries of samples.jsonl were lost");
  }

  @Test
  void eventsAndReadingsBeyondThoseKeptAreCounted() {
    facts.droppedEvents = 12_345;
    facts.cutReadings = 67_890;
    assertThat(facts.verdict().status()).isEqualTo(Status.VALID);
    assertThat(facts.finding("events-cut").message()).contains("12,345 more events");
    assertThat(facts.finding("telemetry-cut").message()).contains("67,890 more telemetry readings");
  }

  @Test
  void aRunWithTrafficClassesHasTheWorstStatusOfThem() {
    Verdict good = facts.verdict();
    facts.sent = 10;
    facts.classVerdicts = Map.of("orders", good, "quotes", facts.verdict());
    facts.sent = 10_000;

    assertThat(facts.verdict().status()).isEqualTo(Status.INVALID);
  }

  @Test
  void dataThatOnlyTheTotalOfAllClassesLacksInvalidatesTheRun() {
    facts.classVerdicts = Map.of("orders", facts.verdict());
    assertThat(facts.verdict().findings()).isEmpty();
    facts.damages = List.of("3 entries of samples.jsonl were lost: No space left on device");

    Verdict verdict = facts.verdict();
    assertThat(verdict.status()).isEqualTo(Status.INVALID);
    assertThat(verdict.usable(FigureGroup.RATES)).isFalse();
    assertThat(facts.finding("result-incomplete").message()).startsWith("3 entries");
  }
}
