package io.tidemark.http;

import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.snapshot.AuditDelta;
import io.tidemark.model.snapshot.BrokerConfiguration;
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
import io.tidemark.model.snapshot.TelemetrySample;
import io.tidemark.model.snapshot.WorkerEvent;
import io.tidemark.model.worker.RunSetup;
import io.tidemark.model.worker.RunSetup.DriverSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/** Values of the model, filled. */
public final class Samples {
  public static final HostSample HOST =
      new HostSample(0.5, 1.5, 4, Double.NaN, Double.NaN, 10, 5, 1 << 20, -1, 99, LoadThreads.NONE);

  public static final BrokerConfiguration CONFIGURATION =
      new BrokerConfiguration(
          List.of(
              new BrokerConfiguration.Entry(
                  "broker", List.of("1", "2"), "a", "b", BrokerConfiguration.CHANGED, "file")),
          List.of("a note"));

  private Samples() {}

  public static RunSetup setup(String runId, PayloadSpec.Content content) {
    return setup(runId, content, "name: x\ndriverClass: a.B\n", Duration.ofSeconds(20));
  }

  public static RunSetup setup(
      String runId, PayloadSpec.Content content, String driverYaml, Duration lease) {
    return RunSetup.of(
            runId,
            77,
            new DriverSource("a.B", driverYaml),
            new PayloadSpec(List.of(new PayloadSpec.WeightedSize(100, 1)), content))
        .with()
        .totalProducers(2)
        .lease(lease)
        .build();
  }

  public static Snapshot snapshot(long sequence) {
    return snapshot(sequence, List.of(slice(0, 3)), delta(100));
  }

  /** Six measures in two phases, each with a long tail, as an interval with a change of phase. */
  public static Snapshot busySnapshot() {
    return snapshot(1, List.of(slice(0, 10_000), slice(1, 10_000)), AuditDelta.EMPTY);
  }

  /** A run on time: 200,000 messages with broad latencies, most sent when they were due. */
  public static Snapshot snapshotWithResponsesLikeLatencies() {
    Random random = new Random(1);
    Map<Measure, Histogram> all = new EnumMap<>(Measure.class);
    for (Measure measure : Measure.values()) {
      all.put(measure, LatencyHistogram.create());
    }
    for (int i = 0; i < 200_000; i++) {
      long delay = (long) (100 * Math.exp(random.nextGaussian()));
      long latency = (long) (3e6 * Math.exp(2.5 * random.nextGaussian()));
      long endToEnd = (long) (3e6 * Math.exp(2.5 * random.nextGaussian()));
      all.get(Measure.SCHEDULE_DELAY).recordValue(delay);
      all.get(Measure.PUBLISH_LATENCY).recordValue(latency);
      all.get(Measure.PUBLISH_RESPONSE).recordValue(latency + delay);
      all.get(Measure.END_TO_END).recordValue(endToEnd + delay);
      all.get(Measure.END_TO_END_FROM_SEND).recordValue(endToEnd);
    }
    Map<Measure, LatencyCounts> counts = new EnumMap<>(Measure.class);
    all.forEach((measure, each) -> counts.put(measure, LatencyCounts.of(each)));
    PhaseSlice slice = new PhaseSlice(0, Counters.ZERO, counts);
    return snapshot(1, List.of(slice), AuditDelta.EMPTY);
  }

  /** What a worker counted, and how its load and its machine were. */
  public static Snapshot snapshot(
      Counters counters, List<PhaseSlice> slices, long nanos, LoadState load, HostSample host) {
    return new Snapshot(
        "run",
        1,
        0,
        nanos,
        counters,
        slices,
        AuditDelta.EMPTY,
        load,
        host,
        List.of(),
        List.of(),
        MessageSpans.NONE,
        Map.of());
  }

  public static Snapshot withAudit(long sequences) {
    return snapshot(1, List.of(), delta(sequences));
  }

  private static Snapshot snapshot(long sequence, List<PhaseSlice> slices, AuditDelta audit) {
    return new Snapshot(
        "run",
        sequence,
        1_000,
        2_000,
        Counters.of(counter -> counter.ordinal() + 1),
        slices,
        audit,
        new LoadState(true, false, 0, 3, 4, 5, 6, true, true),
        HOST,
        List.of(new WorkerEvent(1_500, "BLOCKED", "connection 1", "memory")),
        List.of(new TelemetrySample(1_600, "queueMessagesReady", "q", 2.5, 1_000)),
        MessageSpans.NONE,
        Map.of());
  }

  private static PhaseSlice slice(int phase, int values) {
    Map<Measure, LatencyCounts> histograms = new EnumMap<>(Measure.class);
    for (Measure measure : Measure.values()) {
      if (measure.side() == Measure.Side.OUTCOMES) {
        continue; // Few runs have them.
      }
      histograms.put(measure, LatencyCounts.of(histogram(values, measure.ordinal())));
    }
    return new PhaseSlice(phase, Counters.ZERO, histograms);
  }

  /** Around half a millisecond; one in a hundred anywhere up to a second. */
  private static Histogram histogram(int values, long seed) {
    Random random = new Random(seed);
    Histogram histogram = LatencyHistogram.create();
    for (int i = 0; i < values; i++) {
      boolean tail = random.nextInt(100) == 0;
      double exponent = tail ? 6 + 3 * random.nextDouble() : 5.7 + 0.2 * random.nextGaussian();
      histogram.recordValue((long) Math.pow(10, exponent));
    }
    return histogram;
  }

  private static AuditDelta delta(long sequences) {
    Roaring64Bitmap row = new Roaring64Bitmap();
    row.addRange(1L << 33, (1L << 33) + sequences);
    List<AuditDelta.Delivered> delivered = new ArrayList<>();
    delivered.add(new AuditDelta.Delivered(1, 2, row, Roaring64Bitmap.bitmapOf(5, 9), 4, true));
    return new AuditDelta(
        List.of(new AuditDelta.Published(2, row, new Roaring64Bitmap())), delivered);
  }
}
