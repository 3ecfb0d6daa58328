package io.tidemark.measure;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * An interval's sequences as bits, in blocks of 1,024 that are found by the high part of the
 * sequence. Optimized for nearly ordered sequences: the current block is tried first. Blocks are
 * taken from and given back to a {@link BlockPool}. Not thread-safe.
 */
final class SequenceSet {
  static final int BLOCK_BITS = 10;
  static final int BLOCK_WORDS = 1 << BLOCK_BITS - 6;
  private static final int FIRST_SLOTS = 4;
  private static final long NO_KEY = -1;
  private static final long[] EMPTY = {};
  private static final long[][] NO_BLOCKS = {};

  private final BlockPool pool;
  private long[] keys = EMPTY;
  private long[][] blocks = NO_BLOCKS;
  private int size;
  private long currentKey = NO_KEY;
  private long[] current = EMPTY;

  SequenceSet(BlockPool pool) {
    this.pool = pool;
  }

  /** False when it was in the set already. */
  boolean add(long sequence) {
    long key = sequence >>> BLOCK_BITS;
    if (key != currentKey) {
      current = blockForWriting(key);
      currentKey = key;
    }
    int word = (int) (sequence >>> 6) & BLOCK_WORDS - 1;
    long bit = 1L << sequence;
    long before = current[word];
    current[word] = before | bit;
    return (before & bit) == 0;
  }

  /**
   * Adds sequences that follow each other.
   *
   * @return how many of them were not in the set
   */
  int add(long first, int count) {
    int added = 0;
    long next = first;
    long end = first + count;
    while (next < end) {
      long key = next >>> BLOCK_BITS;
      if (key != currentKey) {
        current = blockForWriting(key);
        currentKey = key;
      }
      int word = (int) (next >>> 6) & BLOCK_WORDS - 1;
      int bits = (int) Math.min(end - next, Long.SIZE - (next & Long.SIZE - 1));
      long mask = -1L >>> Long.SIZE - bits << next;
      added += bits - Long.bitCount(current[word] & mask);
      current[word] |= mask;
      next += bits;
    }
    return added;
  }

  boolean isEmpty() {
    return size == 0;
  }

  int blocks() {
    return size;
  }

  /** Copies the keys of all blocks. */
  void copyKeys(long[] target, int at) {
    int next = at;
    for (int slot = 0; slot < keys.length; slot++) {
      if (blocks[slot] != null) {
        target[next++] = keys[slot];
      }
    }
  }

  /** The block of a key; null when there is none. */
  long @Nullable [] block(long key) {
    if (size == 0) {
      return null;
    }
    int slot = slotOf(key);
    return blocks[slot];
  }

  /** Empties the set and gives its blocks back. */
  void clear() {
    if (size == 0) {
      return;
    }
    for (long[] block : blocks) {
      if (block != null) {
        pool.giveBack(block);
      }
    }
    keys = EMPTY;
    blocks = NO_BLOCKS;
    size = 0;
    currentKey = NO_KEY;
    current = EMPTY;
  }

  private long[] blockForWriting(long key) {
    if ((size + 1) * 2 > keys.length) {
      grow();
    }
    int slot = slotOf(key);
    if (blocks[slot] == null) {
      keys[slot] = key;
      blocks[slot] = pool.take();
      size++;
    }
    return blocks[slot];
  }

  private int slotOf(long key) {
    int mask = keys.length - 1;
    int slot = (int) (key * 0x9E3779B97F4A7C15L >>> 40) & mask;
    while (blocks[slot] != null && keys[slot] != key) {
      slot = slot + 1 & mask;
    }
    return slot;
  }

  private void grow() {
    long[] oldKeys = keys;
    long[][] oldBlocks = blocks;
    int slots = Math.max(FIRST_SLOTS, oldKeys.length * 2);
    keys = new long[slots];
    blocks = new long[slots][];
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldBlocks[i] != null) {
        int slot = slotOf(oldKeys[i]);
        keys[slot] = oldKeys[i];
        blocks[slot] = oldBlocks[i];
      }
    }
  }

  /** Blocks that are not in use, empty. Not thread-safe. */
  static final class BlockPool {
    private static final int MOST_IDLE = 1 << 16;
    private long[][] idle = new long[16][];
    private int size;

    long[] take() {
      if (size == 0) {
        return new long[BLOCK_WORDS];
      }
      long[] block = idle[--size];
      idle[size] = null;
      return block;
    }

    void giveBack(long[] block) {
      if (size == MOST_IDLE) {
        return;
      }
      if (size == idle.length) {
        idle = Arrays.copyOf(idle, size * 2);
      }
      Arrays.fill(block, 0);
      idle[size++] = block;
    }
  }
}
