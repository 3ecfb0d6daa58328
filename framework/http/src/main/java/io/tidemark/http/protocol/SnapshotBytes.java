package io.tidemark.http.protocol;

import io.tidemark.driver.outcome.DeadLetterReason;
import io.tidemark.model.snapshot.ArrivalSpan;
import io.tidemark.model.snapshot.AuditDelta;
import io.tidemark.model.snapshot.AuditDelta.Delivered;
import io.tidemark.model.snapshot.AuditDelta.Published;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.snapshot.HostSample;
import io.tidemark.model.snapshot.LoadState;
import io.tidemark.model.snapshot.LoadThreads;
import io.tidemark.model.snapshot.MessageSpans;
import io.tidemark.model.snapshot.OffsetSamples;
import io.tidemark.model.snapshot.PhaseSlice;
import io.tidemark.model.snapshot.Settled;
import io.tidemark.model.snapshot.Snapshot;
import io.tidemark.model.snapshot.TelemetrySample;
import io.tidemark.model.snapshot.WorkerEvent;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/**
 * A snapshot as bytes, in the order of {@link #write}. Times are differences to its beginning. A
 * coordinator of a thousand workers reads a thousand of them each second: names of fields, and
 * reflection, would take most of its CPU time. Only what changed in the interval takes more than a
 * byte. What snapshots rarely have is one value of another format.
 */
final class SnapshotBytes {
  private static final Counter[] COUNTERS = Counter.values();
  private static final DeadLetterReason[] REASONS = DeadLetterReason.values();
  private static final Roaring64Bitmap NO_SEQUENCES = new Roaring64Bitmap();
  private static final byte[] NOTHING = {};
  private static final Rest NO_REST = new Rest(List.of(), MessageSpans.NONE, OffsetSamples.NONE);

  /** What most snapshots do not have. */
  record Rest(List<WorkerEvent> events, MessageSpans traced, OffsetSamples offsets) {}

  /** The other format. */
  interface RestFormat {
    byte[] write(Rest rest);

    Rest read(byte[] bytes) throws MalformedBodyException;
  }

  private SnapshotBytes() {}

  static byte[] write(Snapshot snapshot, RestFormat format) {
    PackedOutput out = new PackedOutput();
    out.text(snapshot.runId());
    out.number(snapshot.sequence());
    out.signed(snapshot.startEpochNanos());
    out.signed(snapshot.endEpochNanos() - snapshot.startEpochNanos());
    counters(snapshot.counters(), out);
    slices(snapshot.slices(), snapshot.startEpochNanos(), out);
    audit(snapshot.audit(), out);
    load(snapshot.load(), out);
    host(snapshot.host(), out);
    telemetry(snapshot, out);
    out.number(snapshot.byPriority().size());
    snapshot
        .byPriority()
        .forEach(
            (priority, slices) -> {
              out.number(priority);
              slices(slices, snapshot.startEpochNanos(), out);
            });
    Rest rest = new Rest(snapshot.events(), snapshot.traced(), snapshot.audit().offsets());
    out.block(rest.equals(NO_REST) ? NOTHING : format.write(rest));
    return out.toBytes();
  }

  /**
   * @throws IOException if the bytes are no snapshot
   */
  static Snapshot read(byte[] bytes, RestFormat format) throws IOException {
    try (PackedInput in = new PackedInput(bytes)) {
      String runId = in.text();
      long sequence = in.number();
      long start = in.signed();
      long end = start + in.signed();
      Counters counters = counters(in);
      List<PhaseSlice> slices = slices(start, in);
      AuditDelta audit = audit(in);
      LoadState load = load(in);
      HostSample host = host(in);
      List<TelemetrySample> telemetry = telemetry(start, in);
      Map<Integer, List<PhaseSlice>> byPriority = new HashMap<>();
      for (int left = in.number(Integer.MAX_VALUE); left > 0; left--) {
        byPriority.put(in.number(Integer.MAX_VALUE), slices(start, in));
      }
      byte[] rare = in.block();
      Rest rest = rare.length == 0 ? NO_REST : format.read(rare);
      in.requireEnd();
      return new Snapshot(
          runId,
          sequence,
          start,
          end,
          counters,
          slices,
          audit.with(rest.offsets()),
          load,
          host,
          rest.events(),
          telemetry,
          rest.traced(),
          byPriority);
    } catch (RuntimeException | MalformedBodyException e) {
      throw new IOException("not a snapshot", e);
    }
  }

  /** Writes the counters that are not 0, by their place. */
  private static void counters(Counters counters, PackedOutput out) {
    int some = 0;
    for (Counter each : COUNTERS) {
      some += counters.get(each) == 0 ? 0 : 1;
    }
    out.number(some);
    for (Counter each : COUNTERS) {
      if (counters.get(each) != 0) {
        out.number(each.ordinal());
        out.signed(counters.get(each));
      }
    }
  }

  private static Counters counters(PackedInput in) throws IOException {
    int some = in.number(COUNTERS.length);
    if (some == 0) {
      return Counters.ZERO;
    }
    long[] counts = new long[COUNTERS.length];
    for (int left = some; left > 0; left--) {
      counts[in.number(COUNTERS.length - 1)] = in.signed();
    }
    return Counters.of(each -> counts[each.ordinal()]);
  }

  private static void slices(List<PhaseSlice> slices, long start, PackedOutput out) {
    out.number(slices.size());
    slices.forEach(each -> slice(each, start, out));
  }

  private static List<PhaseSlice> slices(long start, PackedInput in) throws IOException {
    List<PhaseSlice> slices = new ArrayList<>();
    for (int left = in.number(Integer.MAX_VALUE); left > 0; left--) {
      slices.add(slice(start, in));
    }
    return slices;
  }

  private static void slice(PhaseSlice slice, long start, PackedOutput out) {
    out.number(slice.phase());
    out.number(slice.happenedIn());
    counters(slice.counters(), out);
    ArrivalSpan arrivals = slice.arrivals();
    out.yes(arrivals.any());
    if (arrivals.any()) {
      out.signed(arrivals.firstEpochNanos() - start);
      out.number(arrivals.nanos());
    }
    LatencyBytes.write(slice.latencies(), out);
  }

  private static PhaseSlice slice(long start, PackedInput in) throws IOException {
    int phase = in.number(Integer.MAX_VALUE);
    int happenedIn = in.number(Integer.MAX_VALUE);
    Counters counters = counters(in);
    ArrivalSpan arrivals = ArrivalSpan.NONE;
    if (in.yes()) {
      long first = start + in.signed();
      arrivals = new ArrivalSpan(first, first + in.number());
    }
    return new PhaseSlice(phase, happenedIn, counters, arrivals, LatencyBytes.read(in));
  }

  private static void audit(AuditDelta audit, PackedOutput out) {
    out.number(audit.published().size());
    for (Published each : audit.published()) {
      out.number(each.producer());
      BitmapBytes.write(each.acknowledged(), out);
      BitmapBytes.write(each.failed(), out);
      BitmapBytes.write(each.aborted(), out);
    }
    out.number(audit.delivered().size());
    for (Delivered each : audit.delivered()) {
      out.number(each.subscription());
      out.number(each.producer());
      BitmapBytes.write(each.received(), out);
      BitmapBytes.write(each.regressed(), out);
      out.number(each.duplicated());
      out.yes(each.orderJudged());
    }
    out.number(audit.settled().size());
    for (Settled each : audit.settled()) {
      out.number(each.subscription());
      out.number(each.producer());
      bitmaps(each.refused(), out);
      bitmaps(each.accepted(), out);
      bitmaps(each.deadLetters(), out);
      for (DeadLetterReason reason : REASONS) {
        BitmapBytes.write(each.reasons().getOrDefault(reason, NO_SEQUENCES), out);
      }
    }
  }

  private static void bitmaps(List<Roaring64Bitmap> bitmaps, PackedOutput out) {
    out.number(bitmaps.size());
    bitmaps.forEach(each -> BitmapBytes.write(each, out));
  }

  private static List<Roaring64Bitmap> bitmaps(PackedInput in) throws IOException {
    List<Roaring64Bitmap> bitmaps = new ArrayList<>();
    for (int left = in.number(Integer.MAX_VALUE); left > 0; left--) {
      bitmaps.add(BitmapBytes.read(in));
    }
    return bitmaps;
  }

  private static Map<DeadLetterReason, Roaring64Bitmap> reasons(PackedInput in) throws IOException {
    Map<DeadLetterReason, Roaring64Bitmap> reasons = new EnumMap<>(DeadLetterReason.class);
    for (DeadLetterReason reason : REASONS) {
      Roaring64Bitmap sequences = BitmapBytes.read(in);
      if (!sequences.isEmpty()) {
        reasons.put(reason, sequences);
      }
    }
    return reasons;
  }

  private static AuditDelta audit(PackedInput in) throws IOException {
    List<Published> published = new ArrayList<>();
    for (int left = in.number(Integer.MAX_VALUE); left > 0; left--) {
      published.add(
          new Published(
              in.number(Integer.MAX_VALUE),
              BitmapBytes.read(in),
              BitmapBytes.read(in),
              BitmapBytes.read(in)));
    }
    List<Delivered> delivered = new ArrayList<>();
    for (int left = in.number(Integer.MAX_VALUE); left > 0; left--) {
      delivered.add(
          new Delivered(
              in.number(Integer.MAX_VALUE),
              in.number(Integer.MAX_VALUE),
              BitmapBytes.read(in),
              BitmapBytes.read(in),
              in.number(),
              in.yes()));
    }
    List<Settled> settled = new ArrayList<>();
    for (int left = in.number(Integer.MAX_VALUE); left > 0; left--) {
      settled.add(
          new Settled(
              in.number(Integer.MAX_VALUE),
              in.number(Integer.MAX_VALUE),
              bitmaps(in),
              bitmaps(in),
              bitmaps(in),
              reasons(in)));
    }
    return new AuditDelta(published, delivered).with(settled);
  }

  private static void load(LoadState load, PackedOutput out) {
    out.yes(load.running());
    out.yes(load.finished());
    out.signed(load.lastEndEpochNanos());
    out.signed(load.inFlight());
    out.signed(load.oldestInFlightAgeNanos());
    out.signed(load.debt());
    out.signed(load.scheduleLagNanos());
    out.yes(load.stoppedByLease());
    out.yes(load.broken());
  }

  private static LoadState load(PackedInput in) throws IOException {
    return new LoadState(
        in.yes(),
        in.yes(),
        in.signed(),
        in.signed(),
        in.signed(),
        in.signed(),
        in.signed(),
        in.yes(),
        in.yes());
  }

  private static void host(HostSample host, PackedOutput out) {
    out.real(host.processCpuShare());
    out.real(host.hostCpuShare());
    out.signed(host.cores());
    out.real(host.stealShare());
    out.real(host.throttledShare());
    out.signed(host.gcPauseNanos());
    out.signed(host.longestGcPauseNanos());
    out.signed(host.usedHeapBytes());
    out.signed(host.residentBytes());
    out.signed(host.loadThreadLagNanos());
    LoadThreads threads = host.loadThreads();
    out.signed(threads.threadNanos());
    out.signed(threads.producerNanos());
    out.signed(threads.sendNanos());
    out.signed(threads.capNanos());
    out.signed(threads.cpuNanos());
    out.signed(threads.runQueueNanos());
    out.signed(threads.oldestInFlightNanos());
    out.signed(threads.debt());
  }

  private static HostSample host(PackedInput in) throws IOException {
    return new HostSample(
        in.real(),
        in.real(),
        Math.toIntExact(in.signed()),
        in.real(),
        in.real(),
        in.signed(),
        in.signed(),
        in.signed(),
        in.signed(),
        in.signed(),
        new LoadThreads(
            in.signed(),
            in.signed(),
            in.signed(),
            in.signed(),
            in.signed(),
            in.signed(),
            in.signed(),
            in.signed()));
  }

  /** A name is often that of the sample before: then it is empty. */
  private static void telemetry(Snapshot snapshot, PackedOutput out) {
    out.number(snapshot.telemetry().size());
    String before = "";
    for (TelemetrySample each : snapshot.telemetry()) {
      out.signed(each.epochNanos() - snapshot.startEpochNanos());
      out.text(each.name().equals(before) ? "" : each.name());
      out.text(each.subject());
      out.real(each.value());
      out.signed(each.resolutionMillis());
      before = each.name();
    }
  }

  private static List<TelemetrySample> telemetry(long start, PackedInput in) throws IOException {
    List<TelemetrySample> telemetry = new ArrayList<>();
    String before = "";
    for (int left = in.number(Integer.MAX_VALUE); left > 0; left--) {
      long at = start + in.signed();
      String name = in.text();
      before = name.isEmpty() ? before : name;
      telemetry.add(new TelemetrySample(at, before, in.text(), in.real(), in.signed()));
    }
    return telemetry;
  }
}
