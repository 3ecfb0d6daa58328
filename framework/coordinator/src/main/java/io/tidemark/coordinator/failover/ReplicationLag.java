package io.tidemark.coordinator.failover;

import io.tidemark.coordinator.fleet.Sites;
import io.tidemark.model.result.FailoverReport.Lag;
import io.tidemark.model.result.Sample;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.TelemetrySample;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The lag of a replication, by the standby's live counts of messages that nothing reads yet. */
public final class ReplicationLag {
  /** Readings that a result keeps, so that its file does not grow with the length of the run. */
  static final int MOST_READINGS = 4_000;

  private final List<Sample> samples;

  private ReplicationLag(List<Sample> samples) {
    this.samples = samples;
  }

  /**
   * The lag in order of time. Of the older half of too many readings only the largest lag of each
   * stretch of time is kept.
   *
   * @param telemetry with the names of the sites
   * @param samples with the messages that the first site acknowledged
   * @param probes that the first site acknowledged before; the standby counts them, too
   */
  public static List<Lag> of(List<TelemetrySample> telemetry, List<Sample> samples, long probes) {
    Map<Long, Long> waiting = new TreeMap<>();
    for (TelemetrySample reading : telemetry) {
      if (reading.name().equals(TelemetrySample.SUBSCRIPTION_LAG)
          && reading.subject().startsWith(Sites.prefix(true))) {
        waiting.merge(reading.epochNanos(), (long) reading.value(), Long::sum);
      }
    }
    ReplicationLag confirmed = new ReplicationLag(samples);
    List<Lag> lag = new ArrayList<>();
    waiting.forEach(
        (at, messages) ->
            lag.add(new Lag(at, confirmed.until(at), Math.max(0, messages - probes))));
    return bounded(lag);
  }

  private static List<Lag> bounded(List<Lag> all) {
    int newest = MOST_READINGS / 2;
    int older = all.size() - newest;
    if (all.size() <= MOST_READINGS) {
      return all;
    }
    List<Lag> kept = new ArrayList<>();
    for (int i = 0; i < newest; i++) {
      int from = (int) ((long) older * i / newest);
      int to = (int) ((long) older * (i + 1) / newest);
      all.subList(from, to).stream()
          .max(Comparator.comparingLong(Lag::messages))
          .ifPresent(kept::add);
    }
    kept.addAll(all.subList(older, all.size()));
    return kept;
  }

  /** Acknowledged messages, evenly over each sample. */
  private long until(long epochNanos) {
    double confirmed = 0;
    for (Sample sample : samples) {
      double part = (double) (epochNanos - sample.startEpochNanos()) / sample.lengthNanos();
      confirmed += sample.counters().get(Counter.ACKNOWLEDGED) * Math.max(0, Math.min(1, part));
    }
    return Math.round(confirmed);
  }
}
