package io.tidemark.coordinator.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.coordinator.RunFailedException;
import io.tidemark.coordinator.StandbySite;
import io.tidemark.coordinator.failover.ReplicationLag;
import io.tidemark.model.result.FailoverReport;
import io.tidemark.model.result.FailoverReport.Lag;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Sample;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.snapshot.TelemetrySample;
import io.tidemark.model.worker.RunSetup.DriverSource;
import io.tidemark.model.workload.Pattern;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class FailoverTest {
  private static final long SECOND = 1_000_000_000L;
  private static final String WAITING = TelemetrySample.SUBSCRIPTION_LAG;

  /** Takes three seconds to be promoted, and notes what it is asked. */
  private static final class Standby implements StandbySite {
    final List<String> asked = new ArrayList<>();
    private final Scenario scenario;
    private final Optional<String> refusal;
    private long disk = 1_000;
    private Runnable whenPromoted = () -> {};

    Standby(Scenario scenario, Optional<String> refusal) {
      this.scenario = scenario;
      this.refusal = refusal;
    }

    @Override
    public DriverSource driver() {
      return new DriverSource("b.Driver", "name: site b");
    }

    @Override
    public void replicate(List<String> topics) {
      asked.add("replicate " + topics);
    }

    @Override
    public String fail() {
      asked.add("fail");
      return "killed 1 node";
    }

    @Override
    public void promote() throws IOException {
      asked.add("promote");
      if (refusal.isPresent()) {
        throw new IOException(refusal.get());
      }
      scenario.time.clock.advance(3 * SECOND);
      whenPromoted.run();
    }

    @Override
    public OptionalLong diskBytes() {
      disk += 500;
      return OptionalLong.of(disk);
    }
  }

  private final Scenario scenario = new Scenario();
  private Standby standby = new Standby(scenario, Optional.empty());

  private Scenario twoSites(String... workers) {
    scenario.workers(workers);
    scenario.pattern = Pattern.FAILOVER;
    scenario.messageLimit = 200;
    scenario.drainTimeout = Duration.ofSeconds(5);
    scenario.standby = Optional.of(standby);
    return scenario;
  }

  private static FailoverReport failover(RunResult result) {
    return result.failover().orElseThrow();
  }

  @Test
  void countsWhatIsMissingAtTheStandbyAndTheTimeUntilItIsRead() throws Exception {
    twoSites("a", "b");
    scenario.broker.loses = message -> message.sequence() >= 150; // It was stopped after 1.5 s.

    RunResult result = scenario.run();

    assertThat(scenario.phasesSeen).containsExactly("fill", "failover", "drain");
    FailoverReport failover = failover(result);
    assertThat(failover.confirmed()).isEqualTo(200);
    assertThat(failover.missing()).contains(50L);
    assertThat(failover.failure()).isEqualTo("killed 1 node");
    assertThat(failover.promotedNanos()).isEqualTo(3 * SECOND);
    assertThat(failover.firstMessageNanos().orElseThrow()).isBetween(3 * SECOND, 4 * SECOND);
    assertThat(failover.lastMessageNanos().orElseThrow())
        .isBetween(failover.firstMessageNanos().orElseThrow(), 4 * SECOND);
    assertThat(failover.diskBytes()).contains(500L);
    assertThat(result.verdict().status()).isEqualTo(Status.VALID);
    assertThat(Scenario.finding(result, "failover"))
        .contains("killed 1 node", "200 confirmed messages, 50 are missing");
    assertThat(Scenario.codes(result)).contains("messages-lost");
  }

  @Test
  void theAgeOfTheOldestMissingMessageIsThatOfItsAcknowledgement() throws Exception {
    twoSites("a", "b");
    scenario.broker.loses = message -> message.sequence() == 50 || message.sequence() > 190;

    FailoverReport failover = failover(scenario.run());

    long afterAcknowledgement = failover.failedEpochNanos() - acknowledgementOf(50);
    assertThat(failover.oldestMissingNanos().orElseThrow())
        .isBetween(afterAcknowledgement - 2_000, afterAcknowledgement + SECOND / 5);
  }

  private long acknowledgementOf(long sequence) {
    return scenario.broker.queues.get(0).messages.stream()
        .filter(message -> message.sequence() == sequence - 1)
        .mapToLong(SimulatedBroker.Message::acknowledged)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void onlyWorkersOfTheStandbyUseItsDriverAndTheyConsume() throws Exception {
    twoSites("a1", "a2", "b1", "b2");

    scenario.run();

    assertThat(scenario.workers)
        .extracting(worker -> worker.prepared.driver().driverClass())
        .containsExactly("a.Driver", "a.Driver", "b.Driver", "b.Driver");
    assertThat(scenario.worker(2).log).contains("create-topics", "create-subscriptions");
    assertThat(scenario.worker(3).log).doesNotContain("create-topics");
    assertThat(scenario.worker(0).consumers).isEmpty();
    assertThat(scenario.worker(2).producers).isEmpty();
    assertThat(standby.asked).containsExactly("replicate [topic-0]", "fail", "promote");
  }

  @Test
  void needsAWorkerAtEachSite() {
    twoSites("a");

    assertThatThrownBy(scenario::run)
        .isInstanceOf(RunFailedException.class)
        .hasMessageContaining("needs a worker at each site, got 1");
  }

  @Test
  void theLagIsWhatTheStandbyDoesNotHoldYetWithoutProbes() {
    List<Sample> samples = List.of(sample(0, 100), sample(1, 300));
    List<TelemetrySample> telemetry =
        List.of(
            reading(SECOND / 2, "site B: t0/sub", 20),
            reading(SECOND / 2, "site B: t1/sub", 22),
            reading(SECOND / 2, "site A: t0/sub", 99),
            reading(2 * SECOND, "site B: t0/sub", 402),
            reading(3 * SECOND, "site B: t0/sub", 500));

    assertThat(ReplicationLag.of(telemetry, samples, 2))
        .containsExactly(
            new Lag(SECOND / 2, 50, 40),
            new Lag(2 * SECOND, 400, 400),
            new Lag(3 * SECOND, 400, 498))
        .extracting(Lag::messages)
        .containsExactly(10L, 0L, 0L);
  }

  /** {@code result.json} holds it: 100,000 readings would be 15 MB. */
  @Test
  void theLagOfALongRunHasABoundAndKeepsItsLargestValue() {
    List<TelemetrySample> telemetry = new ArrayList<>();
    for (int i = 0; i < 100_000; i++) {
      telemetry.add(reading(i * SECOND, "site B: t0/sub", i == 777 ? 10 : 100));
    }

    List<Lag> lag = ReplicationLag.of(telemetry, List.of(sample(-10, 100)), 0);

    assertThat(lag).hasSize(4_000).isSortedAccordingTo(Comparator.comparingLong(Lag::epochNanos));
    assertThat(lag).extracting(Lag::messages).contains(90L).filteredOn(any -> any > 0).hasSize(1);
    assertThat(lag.subList(2_000, 4_000))
        .extracting(Lag::epochNanos)
        .startsWith(98_000 * SECOND)
        .endsWith(99_999 * SECOND);
  }

  private static TelemetrySample reading(long epochNanos, String subject, double value) {
    return new TelemetrySample(epochNanos, WAITING, subject, value, 0);
  }

  private static Sample sample(int second, long acknowledged) {
    return new Sample(
        "fill",
        second * SECOND,
        SECOND,
        Counters.of(counter -> counter == Counter.ACKNOWLEDGED ? acknowledged : 0),
        Map.of(),
        0,
        0,
        0,
        List.of());
  }
}
