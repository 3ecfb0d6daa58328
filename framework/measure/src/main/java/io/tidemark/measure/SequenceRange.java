package io.tidemark.measure;

import org.roaringbitmap.longlong.Roaring64Bitmap;

/** Ranges of consecutive sequences, and the cheapest way to add them to bitmaps. */
public final class SequenceRange {
  /**
   * Roaring64Bitmap.addRange (1.6.14) takes 1 to 2 ms for a few members and some 10 us for
   * thousands; member by member costs 40 ns each.
   */
  private static final int LEAST_FOR_ADD_RANGE = 512;

  private SequenceRange() {}

  /** Receives ranges in ascending order. */
  public interface Taker {
    /** The sequences {@code from} to {@code end - 1}. */
    void add(long from, long end);
  }

  /** Adds {@code from} to {@code end - 1}. */
  static void add(Roaring64Bitmap bitmap, long from, long end) {
    if (end - from >= LEAST_FOR_ADD_RANGE) {
      bitmap.addRange(from, end);
      return;
    }
    for (long sequence = from; sequence < end; sequence++) {
      bitmap.addLong(sequence);
    }
  }
}
