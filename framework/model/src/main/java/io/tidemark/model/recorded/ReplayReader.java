package io.tidemark.model.recorded;

import io.tidemark.driver.settings.Quantities;
import io.tidemark.model.grammar.Fields;
import io.tidemark.model.load.CurveKeys;
import io.tidemark.model.load.PayloadSpec.WeightedSize;
import io.tidemark.model.load.ReplayKeys;
import io.tidemark.model.load.TraceFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The section {@code replay}: reads the trace once, for its rate over time and its sizes. */
public record ReplayReader(Fields fields, FileFinder files) {
  private static final String REPLAY = "replay";
  private static final String TRACE = "trace";
  private static final int MOST_BINS = 4096;
  private static final int MOST_SIZES = 32;
  private static final int MOST_BYTES = 1 << 30;

  /**
   * What a workload has from a trace.
   *
   * @param curve the number of messages over time, at the speed of the replay
   */
  public record Replay(ReplayKeys keys, CurveKeys curve, List<WeightedSize> sizes) {}

  /** Whether the workload replays a trace. */
  public boolean isThere() {
    return fields.has(REPLAY);
  }

  /** Empty if there is none, or something is wrong, which is then among the problems. */
  public Optional<Replay> read() {
    Fields section = fields.section(REPLAY);
    if (!isThere() || fields.haveErrors()) {
      return Optional.empty();
    }
    ReplayKeys keys = section.read(ReplayKeys.class);
    Optional<Path> path =
        files.find(section.path(TRACE), keys.source().name(), section.mark(TRACE));
    if (path.isEmpty()) {
      return Optional.empty();
    }
    try (TraceReader trace = TraceReader.open(path.get())) {
      return read(section, keys, path.get(), trace);
    } catch (IOException e) {
      section.error(
          TRACE, "cannot read the trace: " + e.getMessage() + ", got " + keys.source().name());
      return Optional.empty();
    }
  }

  private Optional<Replay> read(Fields section, ReplayKeys keys, Path path, TraceReader trace)
      throws IOException {
    SizeCounts sizes = new SizeCounts();
    long messages = 0;
    long last = 0;
    boolean keyed = false;
    for (Optional<TraceMessage> next = trace.next(); next.isPresent(); next = trace.next()) {
      messages++;
      last = next.get().offsetNanos();
      sizes.add(next.get().sizeBytes());
      keyed |= next.get().hasKey();
    }
    if (messages < 2 || last == 0 || sizes.largest() > MOST_BYTES) {
      section.error(
          TRACE,
          "has "
              + messages
              + " messages in "
              + Quantities.text(Duration.ofNanos(last))
              + " of up to "
              + sizes.largest()
              + " bytes; allowed are 2 messages at different times and more, of up to 1GB");
      return Optional.empty();
    }
    long length = last + Math.max(1, last / (messages - 1));
    TraceFile file =
        new TraceFile(keys.source().name(), Optional.of(path), messages, length, keyed);
    ReplayKeys complete = keys.withTrace(Optional.of(file));
    if ((double) length / keys.speed() * keys.repeat() > Quantities.LONGEST.toNanos()) {
      section.error("takes longer than " + Quantities.text(Quantities.LONGEST));
      return Optional.empty();
    }
    return Optional.of(new Replay(complete, curve(complete, path), weighted(sizes)));
  }

  /** Once more: the length of the bins depends on that of the trace. */
  private static CurveKeys curve(ReplayKeys keys, Path path) throws IOException {
    RateBins bins = new RateBins(MOST_BINS);
    bins.add(keys.lengthNanos() - 1); // So that bins are not changed later.
    bins.remove(keys.lengthNanos() - 1);
    try (TraceReader trace = TraceReader.open(path)) {
      for (Optional<TraceMessage> next = trace.next(); next.isPresent(); next = trace.next()) {
        long offset = keys.scaled(next.get().offsetNanos());
        for (int i = 0; i < keys.repeat(); i++) {
          bins.add(offset + i * keys.periodNanos());
        }
      }
    }
    return CurveKeys.of(bins.steps(keys.lengthNanos()));
  }

  /** Few sizes as they are, others as ranges between quantiles. */
  private static List<WeightedSize> weighted(SizeCounts sizes) {
    List<WeightedSize> weighted = new ArrayList<>();
    Map<Integer, Long> counts = sizes.counts();
    if (counts.size() <= MOST_SIZES) {
      counts.forEach((size, count) -> weighted.add(new WeightedSize(size, count)));
      return weighted;
    }
    int perRange = (counts.size() + MOST_SIZES - 1) / MOST_SIZES;
    int from = -1;
    int in = 0;
    long weight = 0;
    int index = 0;
    for (Map.Entry<Integer, Long> entry : counts.entrySet()) {
      from = from < 0 ? entry.getKey() : from;
      weight += entry.getValue();
      boolean last = ++index == counts.size();
      if (++in == perRange || last) {
        int upTo = last ? sizes.largest() : entry.getKey();
        weighted.add(new WeightedSize(from, Optional.of(upTo), weight));
        from = -1;
        in = 0;
        weight = 0;
      }
    }
    return weighted;
  }
}
