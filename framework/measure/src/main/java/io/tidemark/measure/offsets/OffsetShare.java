package io.tidemark.measure.offsets;

import io.tidemark.base.Hash64;
import io.tidemark.model.snapshot.OffsetSamples;
import io.tidemark.model.snapshot.OffsetSamples.Position;
import java.nio.ByteBuffer;

/**
 * Which positions are in the sample: those whose message, place or key has a small hash. So all
 * workers sample the same messages, places and keys without talking to each other, and a smaller
 * share is a part of a larger one.
 *
 * @param halvings the share is 1 / 2^halvings
 */
public record OffsetShare(int halvings) {
  /** Everything. */
  public static final OffsetShare ALL = new OffsetShare(0);

  private static final int MOST_HALVINGS = 60;
  private static final long GAMMA = 0x9E3779B97F4A7C15L;

  public OffsetShare {
    if (halvings < 0 || halvings > MOST_HALVINGS) {
      throw new IllegalArgumentException("halvings must be 0 to 60, got " + halvings);
    }
  }

  public OffsetShare half() {
    return new OffsetShare(Math.min(MOST_HALVINGS, halvings + 1));
  }

  /** Returns a number from 0 to 1. */
  public double share() {
    return 1.0 / (1L << halvings);
  }

  public boolean contains(Position position) {
    return contains(
        position.producer(),
        position.sequence(),
        position.partition(),
        position.offset(),
        position.key());
  }

  /**
   * Returns whether the sample has the message. It makes no object for a position that is not in
   * the sample.
   */
  public boolean contains(int producer, long sequence, int partition, long offset, long key) {
    return containsMessage(producer, sequence)
        || containsPlace(partition, offset)
        || containsKey(key);
  }

  /** Then all positions of the message are in the sample. */
  public boolean containsMessage(int producer, long sequence) {
    return isSmall(Hash64.mix(Hash64.mix(producer * GAMMA + 1) ^ sequence));
  }

  /** Then all messages at this place of a topic are in the sample. */
  public boolean containsPlace(int partition, long offset) {
    return isSmall(Hash64.mix(Hash64.mix(partition * GAMMA + 2) ^ offset));
  }

  /** Then all received messages with the key are in the sample. */
  public boolean containsKey(long key) {
    return key != OffsetSamples.NO_KEY && isSmall(key);
  }

  private boolean isSmall(long hash) {
    return halvings == 0 || hash >>> Long.SIZE - halvings == 0;
  }

  /** The hash of a key; never {@link OffsetSamples#NO_KEY}. */
  public static long keyHash(ByteBuffer key) {
    long mixed = Hash64.mix(Hash64.fnv1a(key));
    return mixed == OffsetSamples.NO_KEY ? 1 : mixed;
  }
}
