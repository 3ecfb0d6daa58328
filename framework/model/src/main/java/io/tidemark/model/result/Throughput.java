package io.tidemark.model.result;

import io.tidemark.model.worker.Counters;
import java.util.Objects;

/**
 * What happened in a stretch of time, and the time in which it was counted. Rates follow from both
 * and are kept nowhere.
 *
 * @param counters by when things happened
 * @param sendingNanos in which sends and their outcomes, and round trips, were counted
 * @param receivingNanos in which received messages were counted: the same, or, where messages were
 *     only read, from the first arrival to the last one
 */
public record Throughput(Counters counters, long sendingNanos, long receivingNanos) {
  public static final Throughput NONE = new Throughput(Counters.ZERO, 0, 0);

  public Throughput {
    Objects.requireNonNull(counters);
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

  /** Per second; 0 where there was no time. */
  public Sample.Rates rates() {
    return new Sample.Rates(
        perSecond(counters.sent(), sendingNanos),
        perSecond(counters.acknowledged(), sendingNanos),
        perSecond(counters.acknowledgedBytes(), sendingNanos),
        perSecond(counters.failed(), sendingNanos),
        perSecond(counters.received(), receivingNanos),
        perSecond(counters.receivedBytes(), receivingNanos),
        perSecond(counters.roundTrips().answered(), sendingNanos));
  }

  private static double perSecond(long count, long nanos) {
    return nanos == 0 ? 0 : count / (nanos / 1e9);
  }
}
