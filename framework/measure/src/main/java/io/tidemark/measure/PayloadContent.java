package io.tidemark.measure;

import java.util.ArrayList;
import java.util.List;

/** Source of payload bytes; the same bytes for the same seed on every worker. */
public sealed interface PayloadContent {
  /** Upper limit of the pool; a few hundred bodies are enough to defeat caches. */
  long MOST_POOL_BYTES = 32L << 20;

  /** Bodies of one size, at least one. */
  List<byte[]> bodies(int size);

  /** All zero. */
  record Zeros() implements PayloadContent {
    @Override
    public List<byte[]> bodies(int size) {
      return List.of(new byte[size]);
    }
  }

  /** A random part, then zeros. */
  record RandomPrefix(double randomShare, int poolSize, long seed) implements PayloadContent {
    @Override
    public List<byte[]> bodies(int size) {
      List<byte[]> bodies = new ArrayList<>();
      for (int i = 0; i < affordable(poolSize, size); i++) {
        byte[] body = new byte[size];
        fillRandom(body, 0, (int) Math.round(randomShare * size), SeededRandom.of(seed, i));
        bodies.add(body);
      }
      return bodies;
    }
  }

  /**
   * Bytes that a general compressor reduces to about a given share: short random pieces between
   * stretches of one byte value, spread evenly, so that this applies to any part of a message.
   */
  record Entropy(double compressedShare, int poolSize, long seed) implements PayloadContent {
    private static final int CYCLE_BYTES = 256;

    /** Approximate compressed size of a match. */
    private static final int MATCH_BYTES = 2;

    @Override
    public List<byte[]> bodies(int size) {
      List<byte[]> bodies = new ArrayList<>();
      for (int i = 0; i < affordable(poolSize, size); i++) {
        bodies.add(body(size, SeededRandom.of(seed, i)));
      }
      return bodies;
    }

    private byte[] body(int size, SeededRandom random) {
      byte[] body = new byte[size];
      int perCycle = (int) Math.round(compressedShare * CYCLE_BYTES);
      int randomBytes = perCycle >= CYCLE_BYTES ? CYCLE_BYTES : Math.max(0, perCycle - MATCH_BYTES);
      for (int at = 0; at < size; at += CYCLE_BYTES) {
        fillRandom(body, at, Math.min(size, at + randomBytes), random);
      }
      return body;
    }
  }

  /** Given bodies, truncated or repeated to the size. */
  record Corpus(List<byte[]> originals) implements PayloadContent {
    public Corpus {
      originals = List.copyOf(originals);
    }

    @Override
    public List<byte[]> bodies(int size) {
      return originals.stream().map(original -> fitted(original, size)).toList();
    }

    private static byte[] fitted(byte[] original, int size) {
      byte[] body = new byte[size];
      for (int at = 0; at < size && original.length > 0; at += original.length) {
        System.arraycopy(original, 0, body, at, Math.min(original.length, size - at));
      }
      return body;
    }
  }

  private static int affordable(int poolSize, int size) {
    return (int) Math.max(1, Math.min(poolSize, MOST_POOL_BYTES / Math.max(1, size)));
  }

  private static void fillRandom(byte[] body, int from, int to, SeededRandom random) {
    long bits = 0;
    for (int at = from; at < to; at++) {
      if ((at - from) % Long.BYTES == 0) {
        bits = random.nextLong();
      }
      body[at] = (byte) bits;
      bits >>>= Byte.SIZE;
    }
  }
}
