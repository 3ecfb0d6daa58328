package io.tidemark.model.snapshot;

/**
 * From the first arrival of a message to the last one.
 *
 * @param firstEpochNanos {@link Long#MAX_VALUE} when nothing has arrived
 * @param lastEpochNanos {@link Long#MIN_VALUE} when nothing has arrived
 */
public record ArrivalSpan(long firstEpochNanos, long lastEpochNanos) {
  public static final ArrivalSpan NONE = new ArrivalSpan(Long.MAX_VALUE, Long.MIN_VALUE);

  public boolean any() {
    return firstEpochNanos <= lastEpochNanos;
  }

  /** 0 for a single arrival, and for none. */
  public long nanos() {
    return any() ? lastEpochNanos - firstEpochNanos : 0;
  }

  /** Both together. */
  public ArrivalSpan plus(ArrivalSpan other) {
    return new ArrivalSpan(
        Math.min(firstEpochNanos, other.firstEpochNanos),
        Math.max(lastEpochNanos, other.lastEpochNanos));
  }

  /** The span by a clock that is behind by an offset. */
  public ArrivalSpan minus(long offsetNanos) {
    return any()
        ? new ArrivalSpan(firstEpochNanos - offsetNanos, lastEpochNanos - offsetNanos)
        : this;
  }
}
