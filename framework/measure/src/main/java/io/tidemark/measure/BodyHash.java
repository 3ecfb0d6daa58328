package io.tidemark.measure;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A quick hash of the bytes outside the envelope, to find corruption, not malice. Two lanes of
 * eight bytes at a time; the same value from an array and from a buffer.
 */
final class BodyHash {
  static final VarHandle ARRAY_LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  static final VarHandle BUFFER_LONG =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private static final long PRIME_1 = 0x9E3779B97F4A7C15L;
  private static final long PRIME_2 = 0xC2B2AE3D27D4EB4FL;
  private static final int STRIDE = 2 * Long.BYTES;

  private BodyHash() {}

  static long of(byte[] bytes, int from, int to) {
    long even = PRIME_1;
    long odd = PRIME_2;
    int at = from;
    for (; at <= to - STRIDE; at += STRIDE) {
      even = step(even, (long) ARRAY_LONG.get(bytes, at), PRIME_1);
      odd = step(odd, (long) ARRAY_LONG.get(bytes, at + Long.BYTES), PRIME_2);
    }
    for (; at <= to - Long.BYTES; at += Long.BYTES) {
      even = step(even, (long) ARRAY_LONG.get(bytes, at), PRIME_1);
    }
    for (; at < to; at++) {
      odd = step(odd, bytes[at], PRIME_2);
    }
    return finish(even, odd, to - from);
  }

  static long of(ByteBuffer bytes, int from, int to) {
    long even = PRIME_1;
    long odd = PRIME_2;
    int at = from;
    for (; at <= to - STRIDE; at += STRIDE) {
      even = step(even, (long) BUFFER_LONG.get(bytes, at), PRIME_1);
      odd = step(odd, (long) BUFFER_LONG.get(bytes, at + Long.BYTES), PRIME_2);
    }
    for (; at <= to - Long.BYTES; at += Long.BYTES) {
      even = step(even, (long) BUFFER_LONG.get(bytes, at), PRIME_1);
    }
    for (; at < to; at++) {
      odd = step(odd, bytes.get(at), PRIME_2);
    }
    return finish(even, odd, to - from);
  }

  private static long step(long hash, long word, long prime) {
    return Long.rotateLeft((hash ^ word) * prime, 29);
  }

  private static long finish(long even, long odd, int length) {
    return mix(even ^ Long.rotateLeft(odd, 32) ^ length);
  }

  static long mix(long value) {
    long mixed = (value ^ (value >>> 32)) * PRIME_2;
    return mixed ^ (mixed >>> 29);
  }

  /** The check of a full envelope, from its words (the first without check) and the body's hash. */
  static int check16(long w0, long w1, long w2, long w3, long bodyHash) {
    long sum = (w0 ^ bodyHash) * PRIME_1;
    sum = (Long.rotateLeft(sum, 31) ^ w1) * PRIME_2;
    sum = (Long.rotateLeft(sum, 31) ^ w2) * PRIME_1;
    sum = (Long.rotateLeft(sum, 31) ^ w3) * PRIME_2;
    return (int) (sum >>> 48);
  }
}
