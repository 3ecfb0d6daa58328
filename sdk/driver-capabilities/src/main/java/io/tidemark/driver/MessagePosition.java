package io.tidemark.driver;

/**
 * Where a broker keeps a message in a topic, in runs with {@code auditOffsets}. A driver of a log
 * passes {@link LogMessage}s, and the position with the acknowledgement of a send if the broker's
 * answer has it, see {@link SendFuture#position}.
 *
 * @param partition of the topic
 * @param offset of the message in the partition
 */
public record MessagePosition(int partition, long offset) {
  public MessagePosition {
    if (partition < 0 || offset < 0) {
      throw new IllegalArgumentException(
          "no position in a topic: partition " + partition + ", offset " + offset);
    }
  }
}
