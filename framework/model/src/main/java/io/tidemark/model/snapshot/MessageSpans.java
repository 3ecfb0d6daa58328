package io.tidemark.model.snapshot;

import java.util.List;

/**
 * What happened to traced messages on a worker since its last snapshot.
 *
 * @param messages ends of sends, and receptions; not more than a limit
 * @param leftOut how many more there were
 */
public record MessageSpans(List<MessageSpan> messages, long leftOut) {
  /** The spans of a run without traced messages. */
  public static final MessageSpans NONE = new MessageSpans(List.of(), 0);

  public MessageSpans {
    messages = List.copyOf(messages);
  }

  /**
   * The end of a send, or a reception, of a traced message. Times are those of the worker's clock,
   * or of the coordinator's once they have been corrected.
   *
   * @param kind what happened
   * @param producer that sent it, in the run
   * @param sequence of the message
   * @param subscription that received it; -1 for a send
   * @param intendedEpochNanos when it was due
   * @param sentEpochNanos when it was sent; the same as intended if a received message does not
   *     carry it
   * @param endEpochNanos when it was acknowledged, failed, or was received
   */
  public record MessageSpan(
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

    /**
     * Returns the span with its end in another clock. Intervals stay those that latencies were
     * recorded with.
     */
    public MessageSpan endingAt(long otherEndEpochNanos) {
      long shift = otherEndEpochNanos - endEpochNanos;
      return new MessageSpan(
          kind,
          producer,
          sequence,
          subscription,
          intendedEpochNanos + shift,
          sentEpochNanos + shift,
          otherEndEpochNanos);
    }
  }
}
