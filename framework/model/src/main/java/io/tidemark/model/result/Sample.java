package io.tidemark.model.result;

import static java.util.Objects.requireNonNull;

import io.tidemark.model.part.Part;
import io.tidemark.model.part.Part.Written;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.snapshot.HostSample;
import io.tidemark.model.snapshot.Measure;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * One interval of a run, over all workers.
 *
 * @param phase name of the phase in which it lies (by its start)
 * @param startEpochNanos when it began, in the coordinator's clock
 * @param lengthNanos until the next one begins, or its phase ends
 * @param counters what happened in it
 * @param latencies what was measured in it; a measure without samples is absent
 * @param backlog messages acknowledged and not yet received, summed over the subscriptions, at the
 *     end
 * @param inFlight sends neither acknowledged nor failed, at the end
 * @param scheduleDebt messages that should have been sent by the end and were not
 * @param hosts one per worker, in their order
 */
public record Sample(
    String phase,
    long startEpochNanos,
    long lengthNanos,
    Counters counters,
    Map<Measure, LatencySummary> latencies,
    long backlog,
    long inFlight,
    long scheduleDebt,
    List<HostSample> hosts) {
  /**
   * In order of time; maybe a {@link io.tidemark.model.part.Series}, as long as its file is there.
   */
  public static final Part<List<Sample>> PART =
      new Part<List<Sample>>("samples", Written.ELSEWHERE, List.of()) {};

  /** The measured phases again in OMB's grid of 10 s. */
  public static final Part<List<Sample>> TEN_SECONDS =
      new Part<List<Sample>>("tenSecondSamples", Written.ELSEWHERE, List.of()) {};

  public Sample {
    requireNonNull(phase, "phase"); // Absent in a damaged file, as the counters.
    requireNonNull(counters, "counters");
    Map<Measure, LatencySummary> copy = new EnumMap<>(Measure.class);
    copy.putAll(latencies);
    latencies = Collections.unmodifiableMap(copy);
    hosts = List.copyOf(hosts);
  }

  /** When it began, in microseconds. */
  public long startEpochMicros() {
    return startEpochNanos / 1_000;
  }

  /** Its true length, in seconds. */
  public double lengthSeconds() {
    return lengthNanos / 1e9;
  }

  /**
   * Messages per second that the schedule intended in this interval. Not below 0: while a large
   * debt is sent, it is read a moment later than the number of messages.
   *
   * @param debtBefore {@link #scheduleDebt} of the sample before
   */
  public double dueRatePerSecond(long debtBefore) {
    return Math.max(0, counters.get(Counter.SENT) + scheduleDebt - debtBefore) / lengthSeconds();
  }

  /** A count over its length. */
  public double perSecond(Counter counter) {
    return new Throughput(counters, lengthNanos).perSecond(counter);
  }
}
