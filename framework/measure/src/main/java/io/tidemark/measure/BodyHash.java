package io.tidemark.measure;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The hash of version 2 of the envelope, which is only read: {@link EnvelopeCheck} has the present
 * one. Four lanes of eight bytes at a time; the same value from an array and from a buffer.
 */
final class BodyHash {
  static final VarHandle ARRAY_LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  static final VarHandle BUFFER_LONG =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private static final long PRIME_1 = 0x9E3779B97F4A7C15L;
  private static final long PRIME_2 = 0xC2B2AE3D27D4EB4FL;
  private static final int STRIDE = 4 * Long.BYTES;

  private BodyHash() {}

  static long hash(byte[] bytes, int from, int to) {
    long h0 = PRIME_1;
    long h1 = PRIME_2;
    long h2 = ~PRIME_1;
    long h3 = ~PRIME_2;
    int at = from;
    if (to - from >= STRIDE) {
      for (; at < to; at += STRIDE) {
        int i = Math.min(at, to - STRIDE); // The last bytes may have been read before.
        h0 = step(h0, (long) ARRAY_LONG.get(bytes, i), PRIME_1);
        h1 = step(h1, (long) ARRAY_LONG.get(bytes, i + 8), PRIME_2);
        h2 = step(h2, (long) ARRAY_LONG.get(bytes, i + 16), PRIME_1);
        h3 = step(h3, (long) ARRAY_LONG.get(bytes, i + 24), PRIME_2);
      }
    }
    for (; at <= to - Long.BYTES; at += Long.BYTES) {
      h0 = step(h0, (long) ARRAY_LONG.get(bytes, at), PRIME_1);
    }
    for (; at < to; at++) {
      h1 = step(h1, bytes[at], PRIME_2);
    }
    return finish(h0, h1, h2, h3, to - from);
  }

  static long hash(ByteBuffer bytes, int from, int to) {
    long h0 = PRIME_1;
    long h1 = PRIME_2;
    long h2 = ~PRIME_1;
    long h3 = ~PRIME_2;
    int at = from;
    if (to - from >= STRIDE) {
      for (; at < to; at += STRIDE) {
        int i = Math.min(at, to - STRIDE); // The last bytes may have been read before.
        h0 = step(h0, (long) BUFFER_LONG.get(bytes, i), PRIME_1);
        h1 = step(h1, (long) BUFFER_LONG.get(bytes, i + 8), PRIME_2);
        h2 = step(h2, (long) BUFFER_LONG.get(bytes, i + 16), PRIME_1);
        h3 = step(h3, (long) BUFFER_LONG.get(bytes, i + 24), PRIME_2);
      }
    }
    for (; at <= to - Long.BYTES; at += Long.BYTES) {
      h0 = step(h0, (long) BUFFER_LONG.get(bytes, at), PRIME_1);
    }
    for (; at < to; at++) {
      h1 = step(h1, bytes.get(at), PRIME_2);
    }
    return finish(h0, h1, h2, h3, to - from);
  }

  private static long step(long hash, long word, long prime) {
    return Long.rotateLeft((hash ^ word) * prime, 29);
  }

  private static long finish(long h0, long h1, long h2, long h3, int length) {
    long even = h0 ^ Long.rotateLeft(h2, 16);
    long odd = h1 ^ Long.rotateLeft(h3, 16);
    return mix(even ^ Long.rotateLeft(odd, 32) ^ length);
  }

  static long mix(long value) {
    long mixed = (value ^ (value >>> 32)) * PRIME_2;
    return mixed ^ (mixed >>> 29);
  }

  /**
   * The check of a full envelope, from its words (the first without check) and the body's hash,
   * which is known last.
   */
  static int check16(long w0, long w1, long w2, long w3, long bodyHash) {
    long sum = w0 * PRIME_1;
    sum = (Long.rotateLeft(sum, 31) ^ w1) * PRIME_2;
    sum = (Long.rotateLeft(sum, 31) ^ w2) * PRIME_1;
    sum = (Long.rotateLeft(sum, 31) ^ w3) * PRIME_2;
    sum = (Long.rotateLeft(sum, 31) ^ bodyHash) * PRIME_1;
    return (int) (sum >>> 48);
  }
}
