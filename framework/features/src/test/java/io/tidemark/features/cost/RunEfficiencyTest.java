package io.tidemark.features.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.features.cost.Efficiency.Figure;
import io.tidemark.features.cost.Efficiency.Use;
import io.tidemark.model.result.IdleTime;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunResult.Shape;
import io.tidemark.model.result.Sample;
import io.tidemark.model.result.Throughput;
import io.tidemark.model.result.WorkerReport;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.snapshot.HostSample;
import io.tidemark.model.snapshot.LoadThreads;
import io.tidemark.model.snapshot.TelemetrySample;
import io.tidemark.model.workload.PhaseScale;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RunEfficiencyTest {
  private static final long SECOND = 1_000_000_000;
  private static final Shape SHAPE = new Shape(2, 5, 1_000, 1, 1, 1);
  private static final List<WorkerReport> WORKERS = List.of(worker("local", "boot", 0));

  private static WorkerReport worker(String name, String bootId, long clockOffsetNanos) {
    return new WorkerReport(name, "1", 1, 1, clockOffsetNanos, 0, 0, bootId, false, Map.of());
  }

  /** 100,000 messages of 1,000 B in 10 s, from second 100 on. */
  private static PhaseResult phase(String name, long startSeconds) {
    Map<Counter, Long> counts = new EnumMap<>(Counter.class);
    counts.put(Counter.RECEIVED, 100_000L);
    counts.put(Counter.RECEIVED_BYTES, 100_000_000L);
    counts.put(Counter.ACKNOWLEDGED_BYTES, 50_000_000L);
    counts.put(Counter.CLIENTS_OPENED, 2_000L);
    Counters counters = Counters.of(counter -> counts.getOrDefault(counter, 0L));
    return new PhaseResult(
        name,
        true,
        startSeconds * SECOND,
        10 * SECOND,
        Optional.empty(),
        new Throughput(counters, 10 * SECOND),
        counters,
        PhaseScale.NONE,
        Map.of());
  }

  private static Sample sample(String phase, long startSeconds, double cores, long backlog) {
    HostSample host = new HostSample(cores, 2, 4, 0, 0, 0, 0, 0, 0, 0, LoadThreads.NONE);
    return new Sample(
        phase,
        startSeconds * SECOND,
        5 * SECOND,
        Counters.ZERO,
        Map.of(),
        backlog,
        0,
        0,
        List.of(host));
  }

  /** A counter of two nodes that grows each second from second 80 to 130. */
  private static void counter(
      List<TelemetrySample> all, String name, double idlePerSecond, double perSecond) {
    for (int node = 1; node <= 2; node++) {
      double value = 7;
      for (long second = 80; second <= 130; second++) {
        all.add(new TelemetrySample(second * SECOND, name, "node-" + node, value, 0));
        value += second < 100 ? idlePerSecond : perSecond;
      }
    }
  }

  private static Efficiency of(List<TelemetrySample> telemetry, Optional<IdleTime> idle) {
    return RunEfficiency.of(
            List.of(phase("test", 100)),
            SHAPE.queues(),
            WORKERS,
            List.of(sample("test", 100, 0.5, 4_000), sample("test", 105, 1.5, 2_000)),
            telemetry,
            idle)
        .orElseThrow();
  }

  private static double value(Efficiency all, CostFigure figure) {
    return all.totals().figure(figure).map(Figure::value).orElse(Double.NaN);
  }

  private static Figure brokerCpu(Efficiency all) {
    return all.totals().figure(CostFigure.BROKER_CPU_PER_MESSAGES).orElseThrow();
  }

  @Test
  void useIsDividedByTheMessagesThatWereDelivered() {
    List<TelemetrySample> telemetry = new ArrayList<>();
    counter(telemetry, TelemetrySample.PROCESS_CPU, 0.1, 0.6);
    counter(telemetry, TelemetrySample.PROCESS_DISK_WRITTEN, 0, 7_500_000);
    counter(telemetry, "nodePeerReceivedBytesTotal", 0, 5_000_000);
    Efficiency all = of(telemetry, Optional.empty());
    assertThat(all.totals().deliveredMessages()).isEqualTo(100_000);
    assertThat(value(all, CostFigure.BROKER_CPU_PER_MESSAGES)).isEqualTo(120, within(1e-6));
    assertThat(value(all, CostFigure.BROKER_CPU_PER_GIGABYTE)).isEqualTo(120, within(1e-6));
    assertThat(value(all, CostFigure.BROKER_CPU_PER_CONNECTIONS)).isEqualTo(6, within(1e-6));
    assertThat(value(all, CostFigure.CLIENT_CPU_PER_MESSAGES)).isEqualTo(100, within(1e-6));
    assertThat(value(all, CostFigure.DISK_PER_MESSAGES)).isEqualTo(1_500, within(1e-6));
    assertThat(value(all, CostFigure.DISK_AMPLIFICATION)).isEqualTo(3, within(1e-6));
    assertThat(value(all, CostFigure.NETWORK_AMPLIFICATION)).isEqualTo(2, within(1e-6));
    assertThat(brokerCpu(all).idle()).isEmpty();
    assertThat(all.phases()).extracting(Use::phase).containsExactly("test");
  }

  @Test
  void whatIsUsedWithoutLoadIsSubtractedAndShown() {
    List<TelemetrySample> telemetry = new ArrayList<>();
    counter(telemetry, TelemetrySample.PROCESS_CPU, 0.1, 0.6);
    IdleTime idle = new IdleTime(85 * SECOND, 10 * SECOND, 0.2);
    Efficiency all = of(telemetry, Optional.of(idle));
    assertThat(value(all, CostFigure.BROKER_CPU_PER_MESSAGES)).isEqualTo(100, within(1e-6));
    assertThat(value(all, CostFigure.CLIENT_CPU_PER_MESSAGES)).isEqualTo(80, within(1e-6));
    assertThat(brokerCpu(all).idle().orElseThrow()).isEqualTo(20, within(1e-6));
    assertThat(all.idleBaseline().orElseThrow().brokerCpuCores().orElseThrow())
        .isEqualTo(0.2, within(1e-9));
  }

  @Test
  void countersOfProcessesComeBeforeMetricsOfTheBroker() {
    List<TelemetrySample> telemetry = new ArrayList<>();
    for (long second = 90; second <= 115; second++) {
      telemetry.add(new TelemetrySample(second * SECOND, "nodeCpuCores", "a", 3, 0));
    }
    Figure metric = brokerCpu(of(telemetry, Optional.empty()));
    assertThat(metric.value()).isEqualTo(300, within(1e-6));
    assertThat(metric.source()).isEqualTo("nodeCpuCores");
    counter(telemetry, TelemetrySample.PROCESS_CPU, 0.1, 0.6);
    assertThat(value(of(telemetry, Optional.empty()), CostFigure.BROKER_CPU_PER_MESSAGES))
        .isEqualTo(120, within(1e-6));
  }

  @Test
  void aFigureThatIsNotAvailableHasAReason() {
    List<TelemetrySample> telemetry = new ArrayList<>();
    for (long second = 100; second <= 105; second++) {
      telemetry.add(
          new TelemetrySample(second * SECOND, TelemetrySample.PROCESS_CPU, "node-1", 1, 0));
    }
    Use use = of(telemetry, Optional.empty()).totals();
    assertThat(use.notAvailable().get(CostFigure.BROKER_CPU_PER_MESSAGES.key()))
        .contains("covers 50 % of the phase");
    assertThat(use.notAvailable().get(CostFigure.NETWORK_AMPLIFICATION.key()))
        .contains("nodePeerReceivedBytesTotal");
    assertThat(use.notAvailable().get(CostFigure.ENERGY.key())).contains("/sys/class/powercap");
    assertThat(use.figures().keySet().stream().noneMatch(use.notAvailable()::containsKey)).isTrue();
    assertThat(use.figures().size() + use.notAvailable().size())
        .isEqualTo(CostFigure.ofEfficiency().size());
  }

  @Test
  void memoryIsPerQueueAndAboveTheIdleBaselinePerWaitingMessage() {
    List<TelemetrySample> telemetry = new ArrayList<>();
    for (long second = 80; second <= 115; second++) {
      double bytes = second <= 100 ? 100e6 : 130e6;
      telemetry.add(
          new TelemetrySample(
              second * SECOND, TelemetrySample.PROCESS_RESIDENT, "node-1", bytes, 0));
    }
    Efficiency all = of(telemetry, Optional.of(new IdleTime(85 * SECOND, 10 * SECOND, 0)));
    assertThat(value(all, CostFigure.MEMORY_PER_QUEUE)).isEqualTo(13, within(1e-6));
    assertThat(value(all, CostFigure.MEMORY_PER_WAITING)).isEqualTo(10_000, within(1e-3));
    assertThat(
            of(telemetry, Optional.empty())
                .totals()
                .notAvailable()
                .get(CostFigure.MEMORY_PER_WAITING.key()))
        .contains("idleBaseline");
  }

  @Test
  void severalPhasesAreAddedUp() {
    List<TelemetrySample> telemetry = new ArrayList<>();
    counter(telemetry, TelemetrySample.PROCESS_CPU, 0.1, 0.6);
    Efficiency all =
        RunEfficiency.of(
                List.of(phase("one", 100), phase("two", 115)),
                SHAPE.queues(),
                WORKERS,
                List.of(sample("one", 100, 1, 0), sample("two", 115, 3, 0)),
                telemetry,
                Optional.empty())
            .orElseThrow();
    assertThat(all.totals().deliveredMessages()).isEqualTo(200_000);
    assertThat(value(all, CostFigure.BROKER_CPU_PER_MESSAGES)).isEqualTo(120, within(1e-6));
    assertThat(value(all, CostFigure.CLIENT_CPU_PER_MESSAGES)).isEqualTo(200, within(1e-6));
    assertThat(all.phases()).extracting(Use::phase).containsExactly("one", "two");
  }

  @Test
  void theProcessorTimeOfAProcessWithSeveralWorkersCountsOnce() {
    HostSample host = new HostSample(0.5, 2, 4, 0, 0, 0, 0, 0, 0, 0, LoadThreads.NONE);
    Sample two =
        new Sample(
            "test",
            100 * SECOND,
            10 * SECOND,
            Counters.ZERO,
            Map.of(),
            0,
            0,
            0,
            List.of(host, host));
    List<WorkerReport> local =
        List.of(worker("local-orders", "boot", 0), worker("local-bulk", "boot", 0));
    List<WorkerReport> processes = List.of(worker("a:1", "boot", 17), worker("a:2", "boot", -4));
    List<WorkerReport> unknown = List.of(worker("a:1", "", 0), worker("b:1", "", 0));

    assertThat(clientCores(two, local)).isEqualTo(0.5, within(1e-9));
    assertThat(clientCores(two, processes)).isEqualTo(1, within(1e-9));
    assertThat(clientCores(two, unknown)).isEqualTo(1, within(1e-9));
  }

  private static double clientCores(Sample sample, List<WorkerReport> workers) {
    Efficiency all =
        RunEfficiency.of(
                List.of(phase("test", 100)),
                1,
                workers,
                List.of(sample),
                List.of(),
                Optional.empty())
            .orElseThrow();
    return value(all, CostFigure.CLIENT_CPU_PER_MESSAGES) * 0.1 / 10; // 0.1 million in 10 s.
  }

  @Test
  void countersOfContainersAreUsedAndNamed() {
    List<TelemetrySample> telemetry = new ArrayList<>();
    counter(telemetry, TelemetrySample.CONTAINER_CPU, 0.1, 0.6);
    Figure figure = brokerCpu(of(telemetry, Optional.empty()));
    assertThat(figure.value()).isEqualTo(120, within(1e-6));
    assertThat(figure.source()).isEqualTo("control groups of the nodes' containers");
  }

  @Test
  void withoutAMeasuredPhaseThereIsNoEfficiency() {
    assertThat(
            RunEfficiency.of(
                List.of(phase("warm-up", 100).withMeasured(false)),
                SHAPE.queues(),
                WORKERS,
                List.of(),
                List.of(),
                Optional.empty()))
        .isEmpty();
  }
}
