package io.tidemark.model.snapshot;

import java.util.List;
import java.util.function.LongUnaryOperator;

/**
 * What a worker adds to the audit of offsets in an interval: positions of a sample of the messages,
 * and committed offsets. Times are those of the worker's clock until they are corrected.
 *
 * @param halvings the sample is 1 / 2^halvings of all messages, since the beginning of the run
 * @param positions acknowledged or received
 * @param committed readings of committed offsets, in their order
 */
public record OffsetSamples(int halvings, List<Position> positions, List<Committed> committed) {
  /** The samples of a run that does not audit offsets. */
  public static final OffsetSamples NONE = new OffsetSamples(0, List.of(), List.of());

  /** In place of the subscription of an acknowledged message. */
  public static final int ACKNOWLEDGED = -1;

  /** In place of the hash of a key that is not known. */
  public static final long NO_KEY = 0;

  /**
   * The position of a message.
   *
   * @param subscription index of the one that received it; {@link #ACKNOWLEDGED} for a send
   * @param producer index of the producer
   * @param sequence of the message
   * @param partition of the topic
   * @param offset in the partition
   * @param key hash of a received message's key, or {@link #NO_KEY}
   * @param epochNanos when it was received; 0 for a send
   */
  public record Position(
      int subscription,
      int producer,
      long sequence,
      int partition,
      long offset,
      long key,
      long epochNanos) {

    /** Whether the broker acknowledged the message with it. */
    public boolean isAcknowledgement() {
      return subscription == ACKNOWLEDGED;
    }

    private Position at(LongUnaryOperator clock) {
      return isAcknowledgement()
          ? this
          : new Position(
              subscription,
              producer,
              sequence,
              partition,
              offset,
              key,
              clock.applyAsLong(epochNanos));
    }
  }

  /**
   * A committed offset.
   *
   * @param topic name of the topic
   * @param subscription name of the subscription
   * @param partition of the topic
   * @param nextOffset where consumers continue
   * @param endOffset where the partition ends; -1 if not known
   * @param epochNanos when it was known
   */
  public record Committed(
      String topic,
      String subscription,
      int partition,
      long nextOffset,
      long endOffset,
      long epochNanos) {

    private Committed at(LongUnaryOperator clock) {
      return new Committed(
          topic, subscription, partition, nextOffset, endOffset, clock.applyAsLong(epochNanos));
    }
  }

  public OffsetSamples {
    positions = List.copyOf(positions);
    committed = List.copyOf(committed);
  }

  /** Returns the samples with times in another clock. */
  public OffsetSamples at(LongUnaryOperator clock) {
    return new OffsetSamples(
        halvings,
        positions.stream().map(each -> each.at(clock)).toList(),
        committed.stream().map(each -> each.at(clock)).toList());
  }

  /** Returns the samples with these readings. */
  public OffsetSamples with(List<Committed> readings) {
    return readings.isEmpty() ? this : new OffsetSamples(halvings, positions, readings);
  }
}
