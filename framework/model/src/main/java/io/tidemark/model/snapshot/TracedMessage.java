package io.tidemark.model.snapshot;

/**
 * The end of a send, or a reception, of a traced message. Times are those of the worker's clock, or
 * of the coordinator's once they have been corrected.
 *
 * @param kind what happened
 * @param producer that sent it, in the run
 * @param sequence of the message
 * @param subscription that received it; -1 for a send
 * @param intendedEpochNanos when it was due
 * @param sentEpochNanos when it was sent; the same as intended if a received message does not carry
 *     it
 * @param endEpochNanos when it was acknowledged, failed, or was received
 */
public record TracedMessage(
    Kind kind,
    int producer,
    long sequence,
    int subscription,
    long intendedEpochNanos,
    long sentEpochNanos,
    long endEpochNanos) {

  /** What happened to a message. */
  public enum Kind {
    ACKNOWLEDGED,
    FAILED,
    RECEIVED
  }

  /** With its end in another clock. Intervals stay those that latencies were recorded with. */
  public TracedMessage endingAt(long otherEndEpochNanos) {
    long shift = otherEndEpochNanos - endEpochNanos;
    return new TracedMessage(
        kind,
        producer,
        sequence,
        subscription,
        intendedEpochNanos + shift,
        sentEpochNanos + shift,
        otherEndEpochNanos);
  }
}
