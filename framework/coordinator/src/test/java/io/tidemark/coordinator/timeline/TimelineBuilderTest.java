package io.tidemark.coordinator.timeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.coordinator.journal.RunJournal;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.Sample;
import io.tidemark.model.result.Throughput;
import io.tidemark.model.snapshot.ArrivalSpan;
import io.tidemark.model.snapshot.AuditDelta;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.snapshot.HostSample;
import io.tidemark.model.snapshot.LatencyCounts;
import io.tidemark.model.snapshot.LatencyHistogram;
import io.tidemark.model.snapshot.LoadState;
import io.tidemark.model.snapshot.LoadThreads;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.snapshot.MessageSpans;
import io.tidemark.model.snapshot.PhaseSlice;
import io.tidemark.model.snapshot.Snapshot;
import io.tidemark.model.workload.PhaseScale;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class TimelineBuilderTest {
  private static final long SECOND = 1_000_000_000L;

  /** The phase does not end. */
  private static final long LATER = Long.MAX_VALUE;

  private static Counters counters(long acknowledged, long received) {
    return Counters.ZERO
        .with(Counter.SENT, acknowledged)
        .with(Counter.ACKNOWLEDGED, acknowledged)
        .with(Counter.RECEIVED, received);
  }

  private static Snapshot snapshot(
      long start, long length, Counters counters, HostSample host, PhaseSlice... slices) {
    return new Snapshot(
        "run",
        1,
        start,
        start + length,
        counters,
        slices.length > 0 ? List.of(slices) : List.of(slice(0, counters)),
        AuditDelta.EMPTY,
        new LoadState(true, false, 0, 4, 0, 2, 0, false, false),
        host,
        List.of(),
        List.of(),
        MessageSpans.NONE,
        Map.of());
  }

  private static HostSample host(double cpu, long pause) {
    return new HostSample(cpu, cpu, 2, 0, 0, pause, pause, 1, 1, pause, LoadThreads.NONE);
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
    return new HostSample(cores, cores, 2, cores, cores / 2, 0, 0, 1, 1, 0, LoadThreads.NONE);
  }

  private static TimelineBuilder timeline(int workers) {
    TimelineBuilder timeline = new TimelineBuilder(workers, 1, () -> 0, RunJournal.inMemory());
    timeline.phase(0, "test", true, 0);
    return timeline;
  }

  /** Of ten seconds in which messages are only read. */
  private static PhaseResult result(TimelineBuilder timeline) {
    timeline.endPhase(10 * SECOND);
    return timeline.result(
        new PhaseSpan(0, "test", true, 0, 10 * SECOND, Optional.empty(), true), PhaseScale.NONE);
  }

  private static void take(TimelineBuilder timeline, Snapshot snapshot) {
    timeline.add(0, snapshot, 0);
    timeline.reached(snapshot.endEpochNanos());
  }

  @Test
  void anIntervalTooShortForATickHidesNothingOfTheOthers() {
    TimelineBuilder timeline = timeline(1);
    take(timeline, snapshot(0, SECOND, counters(1, 0), stolen(1)));
    take(timeline, snapshot(SECOND, 1_000, counters(1, 0), stolen(Double.NaN)));
    timeline.cut(LATER);
    take(timeline, snapshot(SECOND + 1_000, 1_000, counters(1, 0), stolen(Double.NaN)));
    timeline.cut(LATER);

    assertThat(timeline.samples().get(0).hosts().get(0).stealShare()).isCloseTo(1, within(1e-9));
    assertThat(timeline.samples().get(1).hosts().get(0).stealShare()).isNaN();
    assertThat(timeline.samples().get(0).hosts().get(0).hostCpuShare()).isCloseTo(1, within(1e-9));
    assertThat(timeline.samples().get(0).hosts().get(0).throttledShare())
        .isCloseTo(0.5, within(1e-9));
  }

  @Test
  void aSamplesRateIsItsCountOverItsLengthHoweverFarApartTheWorkersWereCut() {
    TimelineBuilder timeline = timeline(2);
    timeline.add(0, snapshot(0, SECOND, counters(1_000, 0), host(1, 0)), 0);
    timeline.add(1, snapshot(7, 2 * SECOND, counters(1_000, 0), host(1, 0)), 0);
    timeline.reached(3 * SECOND / 2);

    Sample sample = timeline.cut(LATER).orElseThrow();

    assertThat(sample.counters().get(Counter.ACKNOWLEDGED)).isEqualTo(2_000);
    assertThat(sample.lengthNanos()).isEqualTo(3 * SECOND / 2);
    assertThat(sample.perSecond(Counter.ACKNOWLEDGED)).isCloseTo(2_000 / 1.5, within(1e-6));
    assertThat(sample.inFlight()).isEqualTo(8);
    assertThat(sample.scheduleDebt()).isEqualTo(4);
  }

  @Test
  void messagesThatAreOnlyReadAreCountedFromTheFirstArrivalToTheLast() {
    TimelineBuilder timeline = timeline(2);
    arrive(timeline, 0, new ArrivalSpan(2 * SECOND, 3 * SECOND), 0);
    arrive(timeline, 1, new ArrivalSpan(103 * SECOND, 104 * SECOND), 100 * SECOND);
    timeline.reached(10 * SECOND);

    Throughput read = result(timeline).byTime();

    assertThat(read).isEqualTo(new Throughput(counters(0, 600), 10 * SECOND, 2 * SECOND));
    assertThat(read.perSecond(Counter.RECEIVED)).isEqualTo(300);
  }

  private static void arrive(
      TimelineBuilder timeline, int worker, ArrivalSpan span, long clockOffsetNanos) {
    Counters received = counters(0, 300);
    PhaseSlice slice = new PhaseSlice(0, 0, received, span, Map.of());
    timeline.add(worker, snapshot(0, 10 * SECOND, received, host(1, 0), slice), clockOffsetNanos);
  }

  @Test
  void oneArrivalIsCountedOverThePhase() {
    TimelineBuilder timeline = timeline(1);
    arrive(timeline, 0, new ArrivalSpan(SECOND, SECOND), 0);

    assertThat(result(timeline).perSecond(Counter.RECEIVED)).isEqualTo(30);
  }

  @Test
  void anIntervalWithoutSamplesHasNoLatency() {
    TimelineBuilder timeline = timeline(1);
    take(timeline, snapshot(0, SECOND, counters(1, 0), host(1, 0), slice(0, counters(1, 0), 5)));
    timeline.cut(LATER);
    take(timeline, snapshot(SECOND, SECOND, counters(0, 0), host(1, 0)));

    assertThat(timeline.cut(LATER).orElseThrow().latencies()).isEmpty();
  }

  @Test
  void snapshotsOfAClockThatWasSetBackHaveNoLengthAndAreSummedUp() {
    TimelineBuilder timeline = timeline(1);
    timeline.add(0, snapshot(0, 0, counters(1, 0), host(0.4, 3)), 0);
    timeline.add(0, snapshot(0, 0, counters(2, 0), host(0.8, 5)), 0);
    timeline.reached(SECOND);

    Sample sample = timeline.cut(LATER).orElseThrow();

    assertThat(sample.hosts().get(0).processCpuShare()).isEqualTo(0.8);
    assertThat(sample.hosts().get(0).gcPauseNanos()).isEqualTo(8);
  }

  @Test
  void severalSnapshotsMakeOneSample() {
    TimelineBuilder timeline = timeline(1);
    take(timeline, snapshot(0, SECOND, counters(1, 0), host(0.4, 3), slice(0, counters(1, 0), 5)));
    take(
        timeline,
        snapshot(SECOND, 3 * SECOND, counters(2, 0), host(0.8, 5), slice(0, counters(2, 0), 7)));

    Sample sample = timeline.cut(LATER).orElseThrow();

    assertThat(sample.lengthNanos()).isEqualTo(4 * SECOND);
    assertThat(sample.latencies().get(Measure.PUBLISH_LATENCY).count()).isEqualTo(2);
    assertThat(sample.hosts().get(0).processCpuShare()).isCloseTo(0.7, within(1e-9));
    assertThat(sample.hosts().get(0).gcPauseNanos()).isEqualTo(8);
    assertThat(sample.hosts().get(0).longestGcPauseNanos()).isEqualTo(5);
    assertThat(timeline.cut(LATER)).isEmpty();
  }

  @Test
  void ombsGridMergesTenSecondsAndDropsARemainderThatIsTooShort() {
    TimelineBuilder timeline = timeline(1);
    for (int i = 0; i < 209; i++) {
      long start = i * SECOND / 10;
      take(
          timeline,
          snapshot(
              start, SECOND / 10, counters(5, 0), host(1, 0), slice(0, counters(5, 0), 1_000)));
      timeline.cut(LATER);
    }
    timeline.phase(1, "drain", false, 209 * SECOND / 10);

    assertThat(timeline.tenSecondSamples()).hasSize(2);
    assertThat(timeline.tenSecondSamples().get(1).counters().get(Counter.ACKNOWLEDGED))
        .isEqualTo(500);
    assertThat(timeline.tenSecondSamples().get(1).latencies().get(Measure.PUBLISH_LATENCY).count())
        .isEqualTo(100);
  }

  @Test
  void aTestShorterThanTenSecondsStillHasOneEntry() {
    TimelineBuilder timeline = timeline(1);
    take(timeline, snapshot(0, SECOND / 2, counters(5, 0), host(1, 0)));
    timeline.cut(LATER);

    assertThat(timeline.tenSecondSamples()).hasSize(1);
  }
}
