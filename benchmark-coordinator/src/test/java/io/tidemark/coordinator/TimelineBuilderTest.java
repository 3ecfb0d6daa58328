package io.tidemark.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.Sample;
import io.tidemark.model.worker.AuditDelta;
import io.tidemark.model.worker.Counters;
import io.tidemark.model.worker.HostSample;
import io.tidemark.model.worker.LatencyCounts;
import io.tidemark.model.worker.LatencyHistogram;
import io.tidemark.model.worker.LoadState;
import io.tidemark.model.worker.Measure;
import io.tidemark.model.worker.PhaseSlice;
import io.tidemark.model.worker.Snapshot;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class TimelineBuilderTest {
  private static final long SECOND = 1_000_000_000L;

  private static Counters counters(long acknowledged, long received) {
    return new Counters(acknowledged, 0, acknowledged, 0, 0, received, 0, 0, 0, 0, 0, 0, 0);
  }

  private static Snapshot snapshot(
      long start, long length, Counters counters, HostSample host, PhaseSlice... slices) {
    return new Snapshot(
        "run",
        1,
        start,
        start + length,
        counters,
        List.of(slices),
        AuditDelta.EMPTY,
        new LoadState(true, false, 4, 0, 2, 0, false, false),
        host,
        List.of(),
        List.of());
  }

  private static HostSample host(double cpu, long pause) {
    return new HostSample(cpu, cpu, 2, 0, 0, pause, pause, 1, 1, pause);
  }

  private static PhaseSlice slice(int phase, Counters counters, long... nanos) {
    Histogram histogram = LatencyHistogram.create();
    for (long each : nanos) {
      histogram.recordValue(each);
    }
    return new PhaseSlice(
        phase, counters, Map.of(Measure.PUBLISH_LATENCY, LatencyCounts.of(histogram)));
  }

  private static HostSample stolen(double cores) {
    return new HostSample(cores, cores, 2, cores, cores / 2, 0, 0, 1, 1, 0);
  }

  @Test
  void anIntervalTooShortForATickHidesNothingOfTheOthers() {
    TimelineBuilder timeline = new TimelineBuilder(1, 1, () -> 0, Journal.inMemory());
    timeline.phase(0, "test", true, 0);
    timeline.add(0, snapshot(0, SECOND, counters(1, 0), stolen(1)), 0);
    timeline.add(0, snapshot(SECOND, 1_000, counters(1, 0), stolen(Double.NaN)), SECOND);
    timeline.cut(SECOND);
    timeline.add(0, snapshot(SECOND, 1_000, counters(1, 0), stolen(Double.NaN)), SECOND);
    timeline.cut(SECOND);

    HostSummary summary = timeline.digest().host(0, List.of("test"));

    assertThat(timeline.samples().get(0).hosts().get(0).stealShare()).isCloseTo(1, within(1e-9));
    assertThat(timeline.samples().get(1).hosts().get(0).stealShare()).isNaN();
    assertThat(summary.stealPercent()).isCloseTo(50, within(1e-9));
    assertThat(summary.hostCpuPercent()).isCloseTo(50, within(1e-9));
    assertThat(summary.cpuShare()).isCloseTo(50, within(1e-9));
    assertThat(summary.throttledPercent()).isCloseTo(50, within(1e-9));
  }

  @Test
  void addsRatesOfWorkersEachByItsOwnTrueLength() {
    TimelineBuilder timeline = new TimelineBuilder(2, 1, () -> 0, Journal.inMemory());
    timeline.phase(0, "test", true, 0);
    timeline.add(0, snapshot(0, SECOND, counters(1_000, 0), host(1, 0)), 0);
    timeline.add(1, snapshot(7, 2 * SECOND, counters(1_000, 0), host(1, 0)), 0);

    Sample sample = timeline.cut(SECOND).orElseThrow();

    assertThat(sample.rates().acknowledgedPerSecond()).isCloseTo(1_500, within(1e-6));
    assertThat(sample.counters().acknowledged()).isEqualTo(2_000);
    assertThat(sample.lengthNanos()).isEqualTo(3 * SECOND / 2);
    assertThat(sample.inFlight()).isEqualTo(8);
    assertThat(sample.scheduleDebt()).isEqualTo(4);
  }

  @Test
  void lateSamplesGoToTheirPhaseAndToTheSampleInWhichTheyCame() {
    TimelineBuilder timeline = new TimelineBuilder(1, 1, () -> 0, Journal.inMemory());
    timeline.phase(0, "warm-up", false, 0);
    timeline.add(
        0, snapshot(0, SECOND, counters(1, 0), host(1, 0), slice(0, counters(1, 0), 10)), 0);
    timeline.cut(SECOND);
    timeline.phase(1, "test", true, SECOND);
    timeline.add(
        0,
        snapshot(
            SECOND,
            SECOND,
            counters(3, 0),
            host(1, 0),
            slice(0, counters(1, 0), 500_000_000),
            slice(1, counters(2, 0), 20, 30)),
        SECOND);
    Sample sample = timeline.cut(2 * SECOND).orElseThrow();

    PhaseResult warmup =
        timeline.result(0, "warm-up", false, 0, SECOND, Optional.empty(), Optional.empty());
    PhaseResult test =
        timeline.result(1, "test", true, SECOND, SECOND, Optional.empty(), Optional.empty());
    assertThat(warmup.counters().acknowledged()).isEqualTo(2);
    assertThat(warmup.latency(Measure.PUBLISH_LATENCY).orElseThrow().count()).isEqualTo(2);
    assertThat(test.counters().acknowledged()).isEqualTo(2);
    assertThat(test.latency(Measure.PUBLISH_LATENCY).orElseThrow().maxNanos()).isEqualTo(30);
    assertThat(test.rates().acknowledgedPerSecond()).isEqualTo(3);
    assertThat(sample.latencies().get(Measure.PUBLISH_LATENCY).count()).isEqualTo(3);
    assertThat(sample.phase()).isEqualTo("test");
  }

  @Test
  void anIntervalWithoutSamplesHasNoLatency() {
    TimelineBuilder timeline = new TimelineBuilder(1, 1, () -> 0, Journal.inMemory());
    timeline.phase(0, "test", true, 0);
    timeline.add(
        0, snapshot(0, SECOND, counters(1, 0), host(1, 0), slice(0, counters(1, 0), 5)), 0);
    timeline.cut(SECOND);
    timeline.add(0, snapshot(SECOND, SECOND, counters(0, 0), host(1, 0)), SECOND);

    assertThat(timeline.cut(2 * SECOND).orElseThrow().latencies()).isEmpty();
  }

  @Test
  void severalSnapshotsMakeOneSample() {
    TimelineBuilder timeline = new TimelineBuilder(1, 1, () -> 0, Journal.inMemory());
    timeline.phase(0, "test", true, 0);
    timeline.add(
        0, snapshot(0, SECOND, counters(1, 0), host(0.4, 3), slice(0, counters(1, 0), 5)), 0);
    timeline.add(
        0,
        snapshot(SECOND, 3 * SECOND, counters(2, 0), host(0.8, 5), slice(0, counters(2, 0), 7)),
        SECOND);

    Sample sample = timeline.cut(4 * SECOND).orElseThrow();

    assertThat(sample.lengthNanos()).isEqualTo(4 * SECOND);
    assertThat(sample.latencies().get(Measure.PUBLISH_LATENCY).count()).isEqualTo(2);
    assertThat(sample.hosts().get(0).processCpuShare()).isCloseTo(0.7, within(1e-9));
    assertThat(sample.hosts().get(0).gcPauseNanos()).isEqualTo(8);
    assertThat(sample.hosts().get(0).longestGcPauseNanos()).isEqualTo(5);
    assertThat(timeline.cut(5 * SECOND)).isEmpty();
  }

  @Test
  void theBacklogCountsEverySubscriptionAndIsNeverNegative() {
    TimelineBuilder timeline = new TimelineBuilder(1, 3, () -> 0, Journal.inMemory());
    timeline.phase(0, "test", true, 0);
    timeline.add(0, snapshot(0, SECOND, counters(10, 20), host(1, 0)), 0);
    assertThat(timeline.cut(SECOND).orElseThrow().backlog()).isEqualTo(10);
    timeline.add(0, snapshot(SECOND, SECOND, counters(0, 12), host(1, 0)), SECOND);
    assertThat(timeline.cut(2 * SECOND).orElseThrow().backlog()).isZero();
  }

  @Test
  void ombsGridMergesTenSecondsAndDropsARemainderThatIsTooShort() {
    TimelineBuilder timeline = new TimelineBuilder(1, 1, () -> 0, Journal.inMemory());
    timeline.phase(0, "test", true, 0);
    for (int i = 0; i < 209; i++) {
      long start = i * SECOND / 10;
      timeline.add(
          0,
          snapshot(start, SECOND / 10, counters(5, 0), host(1, 0), slice(0, counters(5, 0), 1_000)),
          start);
      timeline.cut(start + SECOND / 10);
    }
    timeline.phase(1, "drain", false, 209 * SECOND / 10);

    assertThat(timeline.tenSecondSamples()).hasSize(2);
    assertThat(timeline.tenSecondSamples().get(1).counters().acknowledged()).isEqualTo(500);
    assertThat(timeline.tenSecondSamples().get(1).latencies().get(Measure.PUBLISH_LATENCY).count())
        .isEqualTo(100);
  }

  @Test
  void aTestShorterThanTenSecondsStillHasOneEntry() {
    TimelineBuilder timeline = new TimelineBuilder(1, 1, () -> 0, Journal.inMemory());
    timeline.phase(0, "test", true, 0);
    timeline.add(0, snapshot(0, SECOND / 2, counters(5, 0), host(1, 0)), 0);
    timeline.cut(SECOND / 2);

    assertThat(timeline.tenSecondSamples()).hasSize(1);
  }
}
