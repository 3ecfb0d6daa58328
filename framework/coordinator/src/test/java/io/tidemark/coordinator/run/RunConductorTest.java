package io.tidemark.coordinator.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Sample;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.model.snapshot.BrokerConfiguration;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.worker.WorkerException;
import io.tidemark.model.workload.Objective;
import io.tidemark.model.workload.Pattern;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunConductorTest {
  private final Scenario scenario = new Scenario().workers("a");

  @Test
  void runsFromPreparationToVerdictInTheOrderOfThePort() throws Exception {
    RunResult result = scenario.run();

    assertThat(scenario.worker(0).log.stream().distinct())
        .startsWith(
            "describe",
            "read-clock",
            "prepare",
            "broker-facts",
            "create-topics",
            "create-consumers",
            "create-producers",
            "correct-clocks",
            "probe",
            "probe-status",
            "broker-configuration",
            "snapshot",
            "announce-phases",
            "start-load")
        .endsWith("stop-load", "outstanding", "finish");
    assertThat(scenario.phasesSeen).containsExactly("warm-up", "test", "drain");
    assertThat(result.verdict().findings()).isEmpty();
    assertThat(result.verdict().status()).isEqualTo(Status.VALID);
  }

  @Test
  void settingsOfTheBrokerAreInTheResultWithTheRunsTopics() throws Exception {
    scenario.workers("b");

    RunResult result = scenario.run();

    assertThat(result.part(BrokerConfiguration.PART).settings())
        .singleElement()
        .satisfies(
            setting -> {
              assertThat(setting.key()).isEqualTo("topic retention");
              assertThat(setting.subjects()).isNotEmpty();
            });
    assertThat(scenario.worker(1).calls("broker-configuration")).isZero();
  }

  @Test
  void settingsThatCannotBeReadAreANote() throws Exception {
    scenario
        .worker(0)
        .failing("broker-configuration", WorkerException.Kind.INFRASTRUCTURE, "not authorized");

    RunResult result = scenario.run();

    assertThat(result.verdict().status()).isEqualTo(Status.VALID);
    assertThat(result.part(BrokerConfiguration.PART).settings()).isEmpty();
    assertThat(result.part(BrokerConfiguration.PART).notes())
        .singleElement()
        .asString()
        .contains("not read", "not authorized");
  }

  @ParameterizedTest
  @CsvSource({
    "broker.version, PUBSUB, true",
    "acknowledgement, PUBSUB, false",
    "broker.version, CONSUME_ONLY, false"
  })
  void remarksThatNothingShowsWhatAConfirmationMeans(String fact, Pattern pattern, boolean remarked)
      throws Exception {
    scenario.broker.facts = Map.of(fact, "1");
    scenario.pattern = pattern;

    RunResult result = scenario.run();

    assertThat(
            result.verdict().findings().stream()
                .anyMatch(each -> each.code().equals("confirmation-unknown")))
        .isEqualTo(remarked);
  }

  @Test
  void takesSamplesOnAnAbsoluteSchedule() throws Exception {
    RunResult result = scenario.run();

    long first = result.samples().get(0).startEpochNanos();
    for (int i = 0; i < 25; i++) {
      Sample sample = result.samples().get(i);
      assertThat(sample.startEpochNanos() - first).isEqualTo(i * 1_000_000_000L);
      assertThat(sample.lengthNanos()).isEqualTo(1_000_000_000L);
      assertThat(sample.phase()).isEqualTo(i < 5 ? "warm-up" : "test");
      assertThat(sample.perSecond(Counter.SENT)).isBetween(99.0, 101.0);
    }
    assertThat(scenario.seen).isEqualTo(result.samples());
  }

  @Test
  void callsWorkersMoreOftenThanTheirLeaseLastsHoweverLongASampleIs() throws Exception {
    scenario.sampleInterval = Duration.ofSeconds(60);
    scenario.test = Optional.of(Duration.ofSeconds(120));
    List<Double> calls = new ArrayList<>();
    scenario.worker(0).fault("snapshot", call -> calls.add(scenario.time.seconds()));

    RunResult result = scenario.run();

    for (int i = 1; i < calls.size(); i++) {
      assertThat(calls.get(i) - calls.get(i - 1)).isLessThan(6);
    }
    assertThat(result.samples().stream().filter(sample -> sample.phase().equals("test")))
        .hasSize(2)
        .allSatisfy(sample -> assertThat(sample.lengthNanos()).isEqualTo(60_000_000_000L));
  }

  private static Objective atMost(String key, double limitNanos) {
    return new Objective(
        key, Objective.Comparison.AT_MOST, limitNanos, Objective.Unit.NANOSECONDS, "as written");
  }

  private static List<Objective> latencyObjectives() {
    return List.of(
        atMost("publishLatency.p99", 10e6),
        atMost("endToEnd.p99", 10e6),
        atMost("publishLatency.p95", 10e6),
        atMost("endToEnd.p95", 10e6));
  }

  @Test
  void aLatencyObjectiveIsMissedByMessagesThatNeverArrived() throws Exception {
    scenario.objectives = latencyObjectives();
    // Two in a hundred of the test, which begins with about the 500th.
    scenario.broker.neverAcknowledges = m -> m.sequence() >= 600 && m.sequence() < 640;

    RunResult result = scenario.run();

    assertThat(result.verdict().status()).isEqualTo(Status.FAILED);
    assertThat(result.verdict().objectives())
        .extracting(each -> each.met())
        .containsExactly(false, false, true, true);
    assertThat(result.verdict().objectives().get(0).actual()).contains("(40 unacknowledged)");
    assertThat(result.verdict().objectives().get(1).actual()).contains("(40 never received)");
  }

  @Test
  void whatGotLostInTheWarmUpSaysNothingOfTheTest() throws Exception {
    scenario.objectives = latencyObjectives();
    scenario.broker.neverAcknowledges = message -> message.sequence() < 200;

    assertThat(scenario.run().verdict().status()).isEqualTo(Status.VALID);
  }
}
