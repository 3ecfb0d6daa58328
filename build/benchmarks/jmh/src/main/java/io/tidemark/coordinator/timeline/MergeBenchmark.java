package io.tidemark.coordinator.timeline;

import io.tidemark.coordinator.journal.RunJournal;
import io.tidemark.model.result.Sample;
import io.tidemark.model.snapshot.AuditDelta;
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
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** One interval's decoded snapshots of 100 workers are merged, and become a sample. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class MergeBenchmark {
  private static final int WORKERS = 100;
  private static final int SAMPLES = 20_000;
  private static final long SECOND = 1_000_000_000L;

  /**
   * Standard deviation of the latencies' logarithms: 1 is a broad peak, 3 is from 100 ns to
   * minutes.
   */
  @Param({"1.0", "3.0"})
  private double spread;

  private final List<Snapshot> snapshots = new ArrayList<>();
  private long endEpochNanos;
  private final TimelineBuilder timeline =
      new TimelineBuilder(WORKERS, 1, () -> 0, RunJournal.inMemory());

  @Setup
  public void snapshots() {
    timeline.phase(1, "test", true, 0);
    Random random = new Random(1);
    for (int worker = 0; worker < WORKERS; worker++) {
      Map<Measure, LatencyCounts> latencies = new EnumMap<>(Measure.class);
      for (Measure measure : Measure.values()) {
        latencies.put(measure, LatencyCounts.of(histogram(random)));
      }
      PhaseSlice slice = new PhaseSlice(1, Counters.ZERO, latencies);
      snapshots.add(snapshot(slice));
    }
  }

  private Histogram histogram(Random random) {
    Histogram histogram = LatencyHistogram.create();
    for (int i = 0; i < SAMPLES; i++) {
      double nanos = 3e6 * Math.exp(spread * random.nextGaussian());
      histogram.recordValue((long) Math.min(LatencyHistogram.HIGHEST_NANOS, nanos));
    }
    return histogram;
  }

  private static Snapshot snapshot(PhaseSlice slice) {
    return new Snapshot(
        "run",
        1,
        0,
        SECOND,
        Counters.ZERO,
        List.of(slice),
        AuditDelta.EMPTY,
        LoadState.IDLE,
        new HostSample(1, 1, 2, 0, 0, 0, 0, 0, 0, 0, LoadThreads.NONE),
        List.of(),
        List.of(),
        MessageSpans.NONE,
        Map.of());
  }

  @Benchmark
  public long merge() {
    for (int worker = 0; worker < WORKERS; worker++) {
      timeline.add(worker, snapshots.get(worker), 0);
    }
    return timeline.backlog();
  }

  /** Merges with all percentiles of the sample and of the ten seconds that it is part of. */
  @Benchmark
  public Optional<Sample> mergeAndSummarize() {
    merge();
    endEpochNanos += SECOND;
    timeline.reached(endEpochNanos);
    return timeline.cut(endEpochNanos);
  }
}
