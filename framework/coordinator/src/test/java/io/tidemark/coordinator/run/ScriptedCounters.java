package io.tidemark.coordinator.run;

import io.tidemark.coordinator.run.SimulatedBroker.Message;
import io.tidemark.model.snapshot.ArrivalSpan;
import io.tidemark.model.snapshot.AuditDelta;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.snapshot.LatencyCounts;
import io.tidemark.model.snapshot.LatencyHistogram;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.snapshot.PhaseSlice;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/** What a scripted worker has counted since its last snapshot; messages have 100 bytes. */
final class ScriptedCounters {
  private static final Counters SENT =
      Counters.ZERO.with(Counter.SENT, 1).with(Counter.SENT_BYTES, 100);
  private static final Counters ACKNOWLEDGED =
      Counters.ZERO.with(Counter.ACKNOWLEDGED, 1).with(Counter.ACKNOWLEDGED_BYTES, 100);
  private static final Counters RECEIVED =
      Counters.ZERO.with(Counter.RECEIVED, 1).with(Counter.RECEIVED_BYTES, 100);
  private static final Counters CORRUPTED = Counters.ZERO.with(Counter.CORRUPTED, 1);

  /** In which phase messages were intended, and in which things happened to them. */
  private record Phases(int intended, int happened) {}

  private static final class Part {
    Counters counters = Counters.ZERO;
    ArrivalSpan arrivals = ArrivalSpan.NONE;
    final Map<Measure, Histogram> histograms = new HashMap<>();

    Map<Measure, LatencyCounts> latencies() {
      Map<Measure, LatencyCounts> latencies = new HashMap<>();
      histograms.forEach((measure, all) -> latencies.put(measure, LatencyCounts.of(all)));
      return latencies;
    }
  }

  private Counters counters = Counters.ZERO;
  private final Map<Phases, Part> parts = new LinkedHashMap<>();
  private final Map<Integer, Roaring64Bitmap> acknowledged = new TreeMap<>();
  private final Map<Long, Roaring64Bitmap> received = new TreeMap<>();

  void sent(int phase, int happenedIn) {
    count(phase, happenedIn, SENT, Measure.SCHEDULE_DELAY, 1_000);
  }

  void acknowledged(int phase, int happenedIn, Message message, long publishNanos) {
    count(phase, happenedIn, ACKNOWLEDGED, Measure.PUBLISH_LATENCY, publishNanos);
    acknowledged
        .computeIfAbsent(message.producer(), key -> new Roaring64Bitmap())
        .addLong(message.sequence());
  }

  void received(
      int phase, int happenedIn, int subscription, Message message, long trueNanos, long ownNanos) {
    Part part =
        count(phase, happenedIn, RECEIVED, Measure.END_TO_END, trueNanos - message.intended());
    part.arrivals = part.arrivals.plus(new ArrivalSpan(ownNanos, ownNanos));
    long key = (long) subscription << 32 | message.producer();
    received.computeIfAbsent(key, any -> new Roaring64Bitmap()).addLong(message.sequence());
  }

  void corrupted(int phase) {
    counters = counters.plus(CORRUPTED);
    Part part = parts.computeIfAbsent(new Phases(phase, phase), key -> new Part());
    part.counters = part.counters.plus(CORRUPTED);
  }

  private Part count(int phase, int happenedIn, Counters more, Measure measure, long nanos) {
    counters = counters.plus(more);
    Part part = parts.computeIfAbsent(new Phases(phase, happenedIn), key -> new Part());
    part.counters = part.counters.plus(more);
    part.histograms.computeIfAbsent(measure, key -> LatencyHistogram.create()).recordValue(nanos);
    return part;
  }

  Counters counters() {
    return counters;
  }

  List<PhaseSlice> slices() {
    List<PhaseSlice> slices = new ArrayList<>();
    parts.forEach(
        (phases, part) ->
            slices.add(
                new PhaseSlice(
                    phases.intended(),
                    phases.happened(),
                    part.counters,
                    part.arrivals,
                    part.latencies())));
    return slices;
  }

  AuditDelta audit() {
    List<AuditDelta.Published> published = new ArrayList<>();
    acknowledged.forEach(
        (producer, set) ->
            published.add(new AuditDelta.Published(producer, set.clone(), new Roaring64Bitmap())));
    List<AuditDelta.Delivered> delivered = new ArrayList<>();
    received.forEach(
        (key, set) ->
            delivered.add(
                new AuditDelta.Delivered(
                    (int) (key >> 32),
                    (int) (long) key,
                    set.clone(),
                    new Roaring64Bitmap(), // A queue delivers each message once, and in order.
                    0,
                    true)));
    return new AuditDelta(published, delivered);
  }

  void clear() {
    counters = Counters.ZERO;
    parts.clear();
    acknowledged.clear();
    received.clear();
  }
}
