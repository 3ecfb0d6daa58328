package io.tidemark.model.result;

import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;

/**
 * Counts of an interval and the time in which they were counted. Rates are calculated from both and
 * not stored.
 *
 * @param counters by when things happened
 * @param sendingNanos in which sends and their outcomes, and round trips, were counted
 * @param receivingNanos in which received messages were counted: the same, or, where messages were
 *     only read, from the first arrival to the last one
 */
public record Throughput(Counters counters, long sendingNanos, long receivingNanos) {
  public static final Throughput NONE = new Throughput(Counters.ZERO, 0, 0);

  public Throughput {
    if (sendingNanos < 0 || receivingNanos < 0) {
      throw new IllegalArgumentException("a time must not be negative");
    }
  }

  /** All counted in the same time. */
  public Throughput(Counters counters, long nanos) {
    this(counters, nanos, nanos);
  }

  public Throughput plus(Throughput other) {
    return new Throughput(
        counters.plus(other.counters),
        sendingNanos + other.sendingNanos,
        receivingNanos + other.receivingNanos);
  }

  /** The time in which a counter was counted. */
  public long nanos(Counter counter) {
    return counter.group() == Counter.Group.RECEIVING ? receivingNanos : sendingNanos;
  }

  /** The rate of a counter; 0 where there was no time. */
  public double perSecond(Counter counter) {
    long nanos = nanos(counter);
    return nanos == 0 ? 0 : counters.get(counter) / (nanos / 1e9);
  }
}
