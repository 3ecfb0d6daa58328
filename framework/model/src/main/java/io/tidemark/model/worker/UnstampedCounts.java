package io.tidemark.model.worker;

/**
 * Acknowledged messages whose future was complete before the engine could register its callback and
 * does not carry the time of its completion. Their publish latency ends at the registration; the
 * true one is between 0 and that.
 *
 * @param messages their number
 * @param errorNanos by how much their publish latencies may be too long, in sum
 * @param worstErrorNanos by how much a single one may be too long
 */
public record UnstampedCounts(long messages, long errorNanos, long worstErrorNanos) {
  public static final UnstampedCounts ZERO = new UnstampedCounts(0, 0, 0);

  public UnstampedCounts plus(UnstampedCounts other) {
    return new UnstampedCounts(
        messages + other.messages,
        errorNanos + other.errorNanos,
        Math.max(worstErrorNanos, other.worstErrorNanos));
  }

  /** By how much one of them may be too long in the mean; 0 without any. */
  public long meanErrorNanos() {
    return messages == 0 ? 0 : errorNanos / messages;
  }
}
