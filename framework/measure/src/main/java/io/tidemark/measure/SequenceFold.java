package io.tidemark.measure;

import org.roaringbitmap.longlong.PeekableLongIterator;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/**
 * A growing set of sequences. The contiguous range from 0 is one number; members beyond the first
 * gap are in a compressed bitmap, so the size depends on outstanding messages.
 */
final class SequenceFold {
  private long prefixEnd;
  private final Roaring64Bitmap beyond = new Roaring64Bitmap();

  /** Adds a delta; returns how many of its members were already present. */
  long add(Roaring64Bitmap delta) {
    if (delta.isEmpty()) {
      return 0;
    }
    if (continues(delta)) {
      prefixEnd = delta.last() + 1;
      return 0;
    }
    long known = countKnown(delta);
    Roaring64Bitmap fresh = delta.clone();
    removeBelow(fresh, prefixEnd);
    beyond.or(fresh);
    fold();
    beyond.runOptimize();
    return known;
  }

  /** Whether only the prefix grows, as in most intervals: bitmaps would cost 20 times as much. */
  private boolean continues(Roaring64Bitmap delta) {
    return beyond.isEmpty()
        && delta.first() == prefixEnd
        && delta.last() - prefixEnd + 1 == delta.getLongCardinality();
  }

  /** Adds the sequences {@code from} to {@code end - 1}. */
  void add(long from, long end) {
    if (from <= prefixEnd && beyond.isEmpty()) {
      prefixEnd = Math.max(prefixEnd, end);
      return;
    }
    SequenceRange.add(beyond, Math.max(from, prefixEnd), Math.max(end, prefixEnd));
    fold();
  }

  /** Passes on the longest ranges of consecutive members, in ascending order. */
  void forEachRange(SequenceRange.Taker ranges) {
    if (prefixEnd > 0) {
      ranges.add(0, prefixEnd);
    }
    if (beyond.isEmpty()) {
      return;
    }
    long end = beyond.last() + 1;
    PeekableLongIterator present = beyond.getLongIterator();
    PeekableLongIterator absent = absentBefore(end).getLongIterator();
    long to = 0;
    while (to < end) {
      present.advanceIfNeeded(to);
      long from = present.peekNext();
      absent.advanceIfNeeded(from);
      to = absent.hasNext() ? absent.peekNext() : end;
      ranges.add(from, to);
    }
  }

  private Roaring64Bitmap absentBefore(long end) {
    Roaring64Bitmap absent = new Roaring64Bitmap();
    SequenceRange.add(absent, beyond.first(), end);
    absent.andNot(beyond);
    return absent;
  }

  /** Whether all members of this set are in the other one. */
  boolean isWithin(SequenceFold other) {
    if (beyond.isEmpty() && prefixEnd <= other.prefixEnd) {
      return true;
    }
    return cardinality() <= other.cardinality()
        && Roaring64Bitmap.andNot(toBitmap(), other.toBitmap()).isEmpty();
  }

  /** How many of these are in the set. */
  long countKnown(Roaring64Bitmap sequences) {
    long belowPrefix = prefixEnd == 0 ? 0 : sequences.rankLong(prefixEnd - 1);
    return belowPrefix + Roaring64Bitmap.andCardinality(beyond, sequences);
  }

  /** Returns the sequences that are not in the set. */
  Roaring64Bitmap unknown(Roaring64Bitmap sequences) {
    Roaring64Bitmap unknown = Roaring64Bitmap.andNot(sequences, beyond);
    removeBelow(unknown, prefixEnd);
    return unknown;
  }

  long cardinality() {
    return prefixEnd + beyond.getLongCardinality();
  }

  /** A copy as one bitmap. */
  Roaring64Bitmap toBitmap() {
    Roaring64Bitmap all = beyond.clone();
    if (prefixEnd > 0) {
      SequenceRange.add(all, 0, prefixEnd);
    }
    return all;
  }

  /** Approximate bytes. */
  long sizeInBytes() {
    return Long.BYTES + beyond.getLongSizeInBytes();
  }

  private void fold() {
    if (beyond.isEmpty() || beyond.first() != prefixEnd) {
      return;
    }
    long end = contiguousEnd();
    removeBelow(beyond, end);
    prefixEnd = end;
  }

  /**
   * First sequence above the prefix that is not in {@link #beyond}; found by rank, without
   * iteration.
   */
  private long contiguousEnd() {
    long low = prefixEnd;
    long high = prefixEnd + beyond.getLongCardinality() - 1;
    while (low < high) {
      long middle = low + (high - low + 1) / 2;
      if (beyond.rankLong(middle) == middle - prefixEnd + 1) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low + 1;
  }

  private static void removeBelow(Roaring64Bitmap sequences, long end) {
    if (end == 0 || sequences.isEmpty() || sequences.first() >= end) {
      return;
    }
    if (sequences.last() < end) {
      sequences.clear();
      return;
    }
    Roaring64Bitmap below = new Roaring64Bitmap();
    SequenceRange.add(below, sequences.first(), end);
    sequences.andNot(below);
  }
}
