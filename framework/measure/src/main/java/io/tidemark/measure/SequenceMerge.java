package io.tidemark.measure;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/** Merges the sequences of one producer from several stripes into compressed bitmaps. */
final class SequenceMerge {
  private final long[] union = new long[SequenceSet.BLOCK_WORDS];
  private final long[] orderly = new long[SequenceSet.BLOCK_WORDS];
  private final long[] behind = new long[SequenceSet.BLOCK_WORDS];

  /** A run that may go on in the next block. */
  private long runFrom;

  private long runTo;

  /** The sequences of all sets. */
  Roaring64Bitmap union(List<SequenceSet> sets) {
    Roaring64Bitmap result = new Roaring64Bitmap();
    for (long key : keys(sets)) {
      Arrays.fill(union, 0);
      for (SequenceSet set : sets) {
        or(union, set.block(key));
      }
      addRuns(result, key << SequenceSet.BLOCK_BITS, union);
    }
    endRun(result);
    result.runOptimize();
    return result;
  }

  /** How many members the sets have in common, counted once for each set beyond the first. */
  long overlap(List<SequenceSet> sets) {
    if (sets.size() < 2) {
      return 0;
    }
    long overlap = 0;
    for (long key : keys(sets)) {
      Arrays.fill(union, 0);
      for (SequenceSet set : sets) {
        long[] block = set.block(key);
        overlap += block == null ? 0 : BitSet.valueOf(block).cardinality();
        or(union, block);
      }
      overlap -= BitSet.valueOf(union).cardinality();
    }
    return overlap;
  }

  /**
   * The sequences whose first delivery was late. A sequence that one stripe saw in order and
   * another one late was redelivered.
   *
   * @param received by stripe
   * @param regressed by stripe, parts of the former; null where nothing regressed
   */
  Roaring64Bitmap regressed(List<SequenceSet> received, List<SequenceSet> regressed) {
    Roaring64Bitmap result = new Roaring64Bitmap();
    if (regressed.stream().allMatch(set -> set == null || set.isEmpty())) {
      return result;
    }
    for (long key : keys(received)) {
      Arrays.fill(behind, 0);
      Arrays.fill(orderly, 0);
      for (int i = 0; i < received.size(); i++) {
        long[] late = regressed.get(i) == null ? null : regressed.get(i).block(key);
        long[] all = received.get(i).block(key);
        for (int word = 0; all != null && word < all.length; word++) {
          orderly[word] |= late == null ? all[word] : all[word] & ~late[word];
        }
        or(behind, late);
      }
      for (int word = 0; word < behind.length; word++) {
        behind[word] &= ~orderly[word];
      }
      addRuns(result, key << SequenceSet.BLOCK_BITS, behind);
    }
    endRun(result);
    result.runOptimize();
    return result;
  }

  private static long[] keys(List<SequenceSet> sets) {
    long[] keys = new long[sets.stream().mapToInt(SequenceSet::blocks).sum()];
    int at = 0;
    for (SequenceSet set : sets) {
      set.copyKeys(keys, at);
      at += set.blocks();
    }
    Arrays.sort(keys);
    int distinct = 0;
    for (int i = 0; i < keys.length; i++) {
      if (i == 0 || keys[i] != keys[i - 1]) {
        keys[distinct++] = keys[i];
      }
    }
    return Arrays.copyOf(keys, distinct);
  }

  private static void or(long[] target, long @Nullable [] block) {
    for (int word = 0; block != null && word < block.length; word++) {
      target[word] |= block[word];
    }
  }

  /** Adds runs of ones as ranges: sequences mostly come in long runs. */
  private void addRuns(Roaring64Bitmap result, long base, long[] words) {
    BitSet bits = BitSet.valueOf(words);
    int end;
    for (int at = bits.nextSetBit(0); at >= 0; at = bits.nextSetBit(end)) {
      end = bits.nextClearBit(at);
      if (base + at != runTo) {
        endRun(result);
        runFrom = base + at;
      }
      runTo = base + end;
    }
  }

  private void endRun(Roaring64Bitmap result) {
    if (runTo > runFrom) {
      SequenceRange.add(result, runFrom, runTo);
    }
    runFrom = 0;
    runTo = 0;
  }
}
