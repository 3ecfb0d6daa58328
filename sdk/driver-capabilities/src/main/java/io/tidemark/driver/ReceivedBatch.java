package io.tidemark.driver;

/**
 * Messages that arrived at once, by a poll or in a chunk. All of them count as received when it was
 * made: that is when they became available in this process. So the clock is read once for each
 * batch, and a message does not wait in a measured latency for those before it. Where consumers
 * simulate processing or are paused by the framework, each message counts as received when it is
 * passed, as without batches.
 *
 * @param epochNanos by the framework's clock
 */
public record ReceivedBatch(long epochNanos) {
  /** The batch of a message that arrived alone, or waited in the driver. */
  public static final ReceivedBatch NONE = new ReceivedBatch(Long.MIN_VALUE);
}
