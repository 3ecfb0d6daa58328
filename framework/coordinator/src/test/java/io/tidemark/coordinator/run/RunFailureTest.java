package io.tidemark.coordinator.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tidemark.coordinator.RunFailedException;
import io.tidemark.model.load.EnvelopeSpec;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.worker.AlteredProbe;
import io.tidemark.model.worker.WorkerException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs that fail for other reasons than a lost worker. */
class RunFailureTest {
  private final Scenario scenario = new Scenario().workers("a");

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
    scenario.workers("b");
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
    scenario.workers("b");
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
  void distinguishesConfigurationFromInfrastructure() {
    scenario.worker(0).failing("prepare", WorkerException.Kind.CONFIGURATION, "no such class");

    RunFailedException failure = catchThrowableOfType(RunFailedException.class, scenario::run);

    assertThat(failure.kind()).isEqualTo(RunFailedException.Kind.CONFIGURATION);
  }

  @Test
  void needsAWorker() {
    RunFailedException failure =
        catchThrowableOfType(RunFailedException.class, () -> new Scenario().run());

    assertThat(failure).hasMessageContaining("at least one worker");
  }

  @Test
  void namesTheSubscriptionThatNeverGetsReadyAndTheProducersItLacks() {
    scenario.producers = 2;
    scenario.subscriptions = 2;
    scenario.broker.passesProbesTo = subscription -> subscription != 1;

    RunFailedException failure = catchThrowableOfType(RunFailedException.class, scenario::run);

    assertThat(failure)
        .hasMessageMatching(
            "not ready after 60 s \\(half of --step-timeout\\): subscription"
                + " sub-001-[A-Za-z0-9_-]{7} of topic topic-0 has no"
                + " probe from producers \\[0, 1\\]; 2 of 2 producers had a probe acknowledged by"
                + " the broker");
    assertThat(scenario.time.seconds()).isBetween(60.0, 61.0);
    assertThat(scenario.worker(0).calls("finish")).isEqualTo(1);
  }

  @Test
  void namesTheAlarmThatItWaitsFor() {
    scenario.broker.passesProbesTo = subscription -> false;
    scenario.broker.probeFailures =
        List.of("producer-0 at h:1: the broker blocks it: low on memory");

    RunFailedException failure = catchThrowableOfType(RunFailedException.class, scenario::run);

    assertThat(failure)
        .hasMessageStartingWith("not ready after 60 s ")
        .hasMessageEndingWith(scenario.broker.probeFailures.get(0));
  }

  @Test
  void saysSoonThatPayloadsAreTreatedAsTextAndWhatHelps() {
    scenario.broker.passesProbesTo = subscription -> false;
    scenario.broker.altered =
        List.of(new AlteredProbe(0, AlteredProbe.Kind.TEXT, "this was sent, that came back"));

    RunFailedException failure = catchThrowableOfType(RunFailedException.class, scenario::run);

    assertThat(failure)
        .hasMessageMatching(
            "probes arrive changed at subscription sub-000-[A-Za-z0-9_-]{7} of topic"
                + " topic-0: this was sent, that came back. Set envelope: \\{form: text} in"
                + " the workload, and send payloads of text");
    assertThat(failure.kind()).isEqualTo(RunFailedException.Kind.INFRASTRUCTURE);
    assertThat(scenario.time.seconds()).isBetween(3.0, 4.0);
    assertThat(scenario.worker(0).calls("finish")).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({
    "STAMP, PREFIX, position: trailer, delivery: counts",
    "STAMP, TRAILER, position: prefix, position: off",
    "BODY, TRAILER, delivery: counts, corrupted",
    "UNKNOWN, PREFIX, position: off, unchanged"
  })
  void saysSoonWhichSettingHelpsAgainstADriverThatChangesMessages(
      AlteredProbe.Kind kind, EnvelopeSpec.Position position, String help, String more) {
    scenario.envelope = new EnvelopeSpec(position, EnvelopeSpec.Form.BINARY);
    scenario.broker.passesProbesTo = subscription -> false;
    scenario.broker.altered = List.of(new AlteredProbe(0, kind, "this came back"));

    RunFailedException failure = catchThrowableOfType(RunFailedException.class, scenario::run);

    assertThat(failure).hasMessageContainingAll("this came back. ", help, more);
    assertThat(scenario.time.seconds()).isBetween(3.0, 4.0);
  }

  @Test
  void withoutEnvelopesAsManyMessagesAsProducersAreEnough() throws Exception {
    scenario.producers = 2;
    scenario.envelope = new EnvelopeSpec(EnvelopeSpec.Position.OFF, EnvelopeSpec.Form.BINARY);
    scenario.broker.passesProbesTo = subscription -> false;
    scenario.broker.withoutStamp = Map.of(0, 1);
    assertThatThrownBy(scenario::run).hasMessageStartingWith("not ready after 60 s ");

    Scenario enough = new Scenario().workers("a");
    enough.producers = 2;
    enough.envelope = scenario.envelope;
    enough.broker.passesProbesTo = subscription -> false;
    enough.broker.withoutStamp = Map.of(0, 2);
    assertThat(enough.run().phases()).isNotEmpty();
  }

  @Test
  void saysWhatCameInsteadOfAProbeWhereItMayBeAnybodysMessage() {
    scenario.topicNames = List.of("topic-0");
    scenario.broker.passesProbesTo = subscription -> false;
    scenario.broker.altered =
        List.of(new AlteredProbe(0, AlteredProbe.Kind.UNKNOWN, "this was sent, that came back"));

    RunFailedException failure = catchThrowableOfType(RunFailedException.class, scenario::run);

    assertThat(failure)
        .hasMessageStartingWith("not ready after 60 s ")
        .hasMessageContaining("sub-000-")
        .hasMessageEndingWith("topic-0: this was sent, that came back");
  }

  @Test
  void aChangedMessageOfAnotherRunDoesNotKeepARunFromBeingReady() throws Exception {
    scenario.broker.altered =
        List.of(new AlteredProbe(0, AlteredProbe.Kind.TEXT, "this was sent, that came back"));

    assertThat(scenario.run().verdict().status()).isEqualTo(Status.VALID);
  }

  @Test
  void anExceptionOfTheListenerBreaksTheRunOffButLosesNothing() throws Exception {
    scenario.time.at(9, () -> scenario.failListener = true);

    RunResult result = scenario.run();

    assertThat(result.verdict().status()).isEqualTo(Status.ABORTED);
    assertThat(Scenario.finding(result, "broke-off")).contains("a listener's defect");
    assertThat(Scenario.phase(result, "warm-up").counters().get(Counter.ACKNOWLEDGED))
        .isGreaterThan(490);
    assertThat(Scenario.phase(result, "test").counters().get(Counter.RECEIVED)).isGreaterThan(300);
    assertThat(scenario.worker(0).calls("stop-load")).isEqualTo(1);
    assertThat(scenario.worker(0).calls("finish")).isEqualTo(1);
  }
}
