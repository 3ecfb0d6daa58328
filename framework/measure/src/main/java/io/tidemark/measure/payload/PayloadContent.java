package io.tidemark.measure.payload;

import io.tidemark.measure.SeededRandom;
import io.tidemark.model.load.PayloadSpec.Content;
import io.tidemark.model.load.PayloadSpec.Corpus;
import io.tidemark.model.load.PayloadSpec.Entropy;
import io.tidemark.model.load.PayloadSpec.OmbRandom;
import java.util.List;
import java.util.stream.IntStream;

/** The bytes of a content; the same bytes for the same seed on every worker. */
final class PayloadContent {
  /** Upper limit of the pool; a few hundred bodies are enough to defeat caches. */
  private static final long MOST_POOL_BYTES = 32L << 20;

  private static final int CYCLE_BYTES = 256;

  /** Approximate compressed size of a match. */
  private static final int MATCH_BYTES = 2;

  private PayloadContent() {}

  /** Whether the first bytes of a body are what a smaller body would be. */
  static boolean isSameWhenCut(Content content) {
    return !(content instanceof OmbRandom);
  }

  /** Bodies of one size, at least one. */
  static List<byte[]> bodies(Content content, long seed, int size) {
    return IntStream.range(0, different(content, size))
        .mapToObj(index -> body(content, seed, size, index))
        .toList();
  }

  /**
   * One of the bodies of a size.
   *
   * @param number of the body; they repeat
   */
  static byte[] body(Content content, long seed, int size, int number) {
    int index = number % different(content, size);
    if (content instanceof Corpus corpus) {
      return fitted(corpus.bodies().get(index), size);
    }
    byte[] body = new byte[size];
    if (content instanceof OmbRandom random) {
      int randomBytes = (int) Math.round(random.randomBytesRatio() * size);
      fillRandom(body, 0, randomBytes, SeededRandom.of(seed, index));
    } else if (content instanceof Entropy entropy) {
      int perCycle = (int) Math.round(entropy.compressedShare() * CYCLE_BYTES);
      fillCycles(body, perCycle, SeededRandom.of(seed, index));
    }
    return body;
  }

  /** How many bodies of a size there are. */
  private static int different(Content content, int size) {
    if (content instanceof OmbRandom random) {
      return affordable(random.poolSize(), size);
    }
    if (content instanceof Entropy entropy) {
      return affordable(entropy.poolSize(), size);
    }
    return content instanceof Corpus corpus ? corpus.bodies().size() : 1;
  }

  private static int affordable(int poolSize, int size) {
    return (int) Math.max(1, Math.min(poolSize, MOST_POOL_BYTES / Math.max(1, size)));
  }

  /**
   * Bytes that a general compressor reduces to about a given share: short random pieces between
   * stretches of one byte value, spread evenly, so that this applies to any part of a message.
   */
  private static void fillCycles(byte[] body, int compressedPerCycle, SeededRandom random) {
    int randomBytes =
        compressedPerCycle >= CYCLE_BYTES
            ? CYCLE_BYTES
            : Math.max(0, compressedPerCycle - MATCH_BYTES);
    for (int at = 0; at < body.length; at += CYCLE_BYTES) {
      fillRandom(body, at, Math.min(body.length, at + randomBytes), random);
    }
  }

  /** Truncated or repeated to the size. */
  static byte[] fitted(byte[] original, int size) {
    byte[] body = new byte[size];
    for (int at = 0; at < size && original.length > 0; at += original.length) {
      System.arraycopy(original, 0, body, at, Math.min(original.length, size - at));
    }
    return body;
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
