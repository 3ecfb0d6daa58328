package io.tidemark.model.recorded;

/**
 * What a trace has of a message.
 *
 * @param offsetNanos since the first message of the trace
 * @param sizeBytes of the body
 * @param partition in which the broker keeps order; -1 if not known
 * @param keyHash a keyed hash of the message's key; 0 without a key
 * @param headers number of headers
 * @param headerBytes names and values of all headers
 * @param group the class of the message; empty without one
 */
public record TraceMessage(
    long offsetNanos,
    int sizeBytes,
    int partition,
    long keyHash,
    int headers,
    int headerBytes,
    String group) {
  public TraceMessage {
    if (sizeBytes < 0 || partition < -1 || headers < 0 || headerBytes < 0) {
      throw new IllegalArgumentException("sizes and partitions must not be negative");
    }
  }

  /** A message without headers and class. */
  public static TraceMessage of(long offsetNanos, int sizeBytes, int partition, long keyHash) {
    return new TraceMessage(offsetNanos, sizeBytes, partition, keyHash, 0, 0, "");
  }

  /** This message at another time. */
  public TraceMessage at(long otherNanos) {
    return new TraceMessage(otherNanos, sizeBytes, partition, keyHash, headers, headerBytes, group);
  }

  public boolean hasKey() {
    return keyHash != 0;
  }
}
