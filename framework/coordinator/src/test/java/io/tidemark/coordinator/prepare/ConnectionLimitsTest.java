package io.tidemark.coordinator.prepare;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.coordinator.run.Scenario;
import io.tidemark.model.load.ConnectionPer;
import io.tidemark.model.worker.WorkerInfo;
import io.tidemark.model.worker.WorkerInfo.ClockDomain;
import io.tidemark.model.workload.Load;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConnectionLimitsTest {
  private final Scenario scenario = new Scenario();
  private int messages = 1;

  private ConnectionLimits limits(int workers, String... facts) {
    Map<String, String> environment =
        Map.of(
            "os.openFiles", facts[0], "os.ephemeralPorts", facts[1], "os.timeWaitReuse", facts[2]);
    scenario.connectionPer =
        messages == 0 ? Optional.empty() : Optional.of(new ConnectionPer(messages, ""));
    return new ConnectionLimits(
        scenario.workload(),
        IntStream.range(0, workers)
            .mapToObj(i -> new WorkerInfo("w" + i, "1", new ClockDomain("", 0), environment))
            .toList());
  }

  @ParameterizedTest
  @CsvSource({"10, 1, 1509, false", "10, 1, 1510, true", "10, 2, 1504, false", "10, 2, 1505, true"})
  void eachProducerMayHaveAConnectionBesideTheThousandOfAWorker(
      int producers, int workers, String openFiles, boolean enough) {
    scenario.producers = producers;

    Optional<String> problem = limits(workers, openFiles, "28232", "0").problem();

    assertThat(problem.isEmpty()).isEqualTo(enough);
    problem.ifPresent(
        text -> assertThat(text).contains("worker w0", "needs 1,5", "ulimit -n", "its limit is"));
  }

  @Test
  void fewMessagesInFlightNeedFewDescriptors() {
    scenario.producers = 4;
    scenario.maxInFlight = Optional.of(10);

    assertThat(limits(1, "544", "28232", "0").problem()).isEmpty();
    assertThat(limits(1, "543", "28232", "0").problem()).isPresent();
  }

  @Test
  void anUnlimitedOrUnknownNumberOfFilesIsEnoughAndOtherRunsNeedNone() {
    assertThat(limits(1, "unlimited", "1", "0").problem()).isEmpty();
    messages = 0;
    assertThat(limits(1, "5", "1", "0").problem()).isEmpty();
    assertThat(limits(1, "5", "1", "0").warnings()).isEmpty();
  }

  @Test
  void aClosedConnectionKeepsItsPortForAMinute() {
    scenario.load = Load.OpenLoop.of(1_000);

    assertThat(limits(1, "9999", "28232", "0").warnings())
        .singleElement()
        .asString()
        .contains("need 60,000 ports", "28,232", "ip_local_port_range");
    assertThat(limits(2, "9999", "30000", "0").warnings()).isEmpty();
    assertThat(limits(1, "9999", "28232", "1").warnings()).isEmpty();
    messages = 100;
    assertThat(limits(1, "9999", "28232", "0").warnings()).isEmpty();
  }

  @Test
  void inAClosedLoopTheRateIsNotKnownBefore() {
    scenario.load = new Load.ClosedLoop();

    assertThat(limits(1, "9999", "5", "0").warnings()).isEmpty();
  }

  @Test
  void workersOfOtherSystemsThatDoNotReportTheirLimitsAreNotChecked() {
    WorkerInfo unknown = new WorkerInfo("w", "1", new ClockDomain("", 0), Map.of());
    scenario.connectionPer = Optional.of(new ConnectionPer(1, ""));
    ConnectionLimits limits = new ConnectionLimits(scenario.workload(), List.of(unknown));

    assertThat(limits.problem()).isEmpty();
    assertThat(limits.warnings()).isEmpty();
  }
}
