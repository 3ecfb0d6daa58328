package io.tidemark.measure;

import io.tidemark.model.snapshot.ArrivalSpan;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.snapshot.LatencyHistogram;
import io.tidemark.model.snapshot.Measure;
import org.jspecify.annotations.Nullable;

/** Counts and latencies of one {@link PhasePair} in one stripe's interval. Not thread-safe. */
final class PhaseRecord {
  private static final int MEASURES = Measure.values().length;

  /** The counts share no cache lines with the objects before and after them; see PadBefore. */
  private static final int MARGIN = 16;

  final int phase;
  private final long[] counts = new long[MARGIN + Counter.COUNT + MARGIN];
  private final LatencyBuckets[] latencies = new LatencyBuckets[MEASURES];
  private long firstArrivalEpochNanos = Long.MAX_VALUE;
  private long lastArrivalEpochNanos = Long.MIN_VALUE;

  PhaseRecord(int phase) {
    this.phase = phase;
  }

  void arrived(long epochNanos) {
    if (epochNanos < firstArrivalEpochNanos) {
      firstArrivalEpochNanos = epochNanos;
    }
    if (epochNanos > lastArrivalEpochNanos) {
      lastArrivalEpochNanos = epochNanos;
    }
  }

  ArrivalSpan arrivals() {
    return new ArrivalSpan(firstArrivalEpochNanos, lastArrivalEpochNanos);
  }

  void count(Counter counter) {
    counts[MARGIN + counter.ordinal()]++;
  }

  void count(Counter counter, long more) {
    int at = MARGIN + counter.ordinal();
    counts[at] = counter.merge(counts[at], more);
  }

  /** Messages of the same size. */
  void count(Counter messages, Counter bytes, int count, int bytesOfEach) {
    counts[MARGIN + messages.ordinal()] += count;
    counts[MARGIN + bytes.ordinal()] += (long) count * bytesOfEach;
  }

  Counters counters() {
    return Counters.of(counter -> counts[MARGIN + counter.ordinal()]);
  }

  private LatencyBuckets of(Measure measure) {
    LatencyBuckets buckets = latencies[measure.ordinal()];
    if (buckets == null) {
      buckets = new LatencyBuckets();
      latencies[measure.ordinal()] = buckets;
    }
    return buckets;
  }

  /**
   * Records one value of each of some entries.
   *
   * @param words of the entries
   * @param at place of the first value
   * @param distance of the next
   */
  void record(Measure measure, long[] words, int at, int distance, int count) {
    if (of(measure).record(words, at, distance, count) > 0) {
      recordOutside(measure, words, at, distance, count);
    }
  }

  /** {@link #record(Measure, long[], int, int, int)} of the same values for two measures. */
  void recordTwice(Measure one, Measure two, long[] words, int at, int distance, int count) {
    if (of(one).recordWith(of(two), words, at, distance, count) > 0) {
      recordOutside(one, words, at, distance, count);
      recordOutside(two, words, at, distance, count);
    }
  }

  /** {@link #record(Measure, long[], int, int, int)} without values below 0; returns how many. */
  int recordUnlessNegative(Measure measure, long[] words, int at, int distance, int count) {
    if (of(measure).record(words, at, distance, count) == 0) {
      return 0;
    }
    int negative = 0;
    for (int i = at; i < at + count * distance; i += distance) {
      if (words[i] < 0) {
        negative++;
      } else if (words[i] > LatencyHistogram.HIGHEST_NANOS) {
        record(measure, words[i]);
      }
    }
    return negative;
  }

  private void recordOutside(Measure measure, long[] words, int at, int distance, int count) {
    for (int i = at; i < at + count * distance; i += distance) {
      if (words[i] < 0 || words[i] > LatencyHistogram.HIGHEST_NANOS) {
        record(measure, words[i]);
      }
    }
  }

  /** Records 0 that many times. */
  void recordZero(Measure measure, int count) {
    of(measure).record(0, count);
  }

  void record(Measure measure, long nanos) {
    LatencyBuckets buckets = of(measure);
    if (nanos > LatencyHistogram.HIGHEST_NANOS) {
      count(Counter.OVERFLOWED);
      buckets.record(LatencyHistogram.HIGHEST_NANOS);
    } else {
      buckets.record(Math.max(0, nanos));
    }
  }

  /** A latency below 0 is counted instead. */
  void recordUnlessNegative(Measure measure, long nanos) {
    if (nanos >= 0) {
      record(measure, nanos);
    } else {
      count(Counter.NEGATIVE_END_TO_END);
    }
  }

  /** Null when nothing of the kind was recorded. */
  @Nullable LatencyBuckets buckets(Measure measure) {
    LatencyBuckets buckets = latencies[measure.ordinal()];
    return buckets == null || buckets.isEmpty() ? null : buckets;
  }

  /** An empty record of the next phase, which uses the memory of this one. */
  PhaseRecord cleared(int nextPhase) {
    PhaseRecord next = new PhaseRecord(nextPhase);
    for (int i = 0; i < MEASURES; i++) {
      if (latencies[i] != null) {
        latencies[i].clear();
        next.latencies[i] = latencies[i];
      }
    }
    return next;
  }
}
