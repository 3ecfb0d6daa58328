package io.tidemark.measure;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * The check of an envelope with the bytes outside it, to find corruption, not malice. Messages are
 * written with the present version; the one before is read, because topics have such messages. Not
 * thread-safe.
 */
final class EnvelopeCheck {
  static final VarHandle ARRAY_LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  static final VarHandle BUFFER_LONG =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private static final long PRIME_1 = 0x9E3779B97F4A7C15L;
  private static final long PRIME_2 = 0xC2B2AE3D27D4EB4FL;
  private static final long PRIME_3 = 0x165667B19E3779F9L;
  private static final long PRIME_4 = 0x85EBCA77C2B2AE63L;
  private static final long PRIME_5 = 0x27D4EB2F165667C5L;
  private static final int STRIDE = 4 * Long.BYTES;
  private static final int VERSION_SHIFT = 52;
  private static final int CHECK_SHIFT = 32;
  private static final long CHECK_MASK = 0xFFFFL << CHECK_SHIFT;

  /** The processor has an instruction for it. */
  private final CRC32C crc = new CRC32C();

  /** The present version's hash of bytes. */
  static long hash(byte[] bytes, int from, int to) {
    return new EnvelopeCheck().crc(bytes, from, to);
  }

  /**
   * The hash of the bytes outside an envelope.
   *
   * @param w0 the envelope's first word
   */
  long hash(long w0, byte[] bytes, int from, int to) {
    return isEarlier(w0) ? earlierHash(bytes, from, to) : crc(bytes, from, to);
  }

  /** The same of the bytes in a buffer, whose position and limit are restored. */
  long hash(long w0, ByteBuffer bytes, int from, int to) {
    return isEarlier(w0) ? earlierHash(bytes, from, to) : crc(bytes, from, to);
  }

  private long crc(byte[] bytes, int from, int to) {
    crc.reset();
    crc.update(bytes, from, to - from);
    return withLength(to - from);
  }

  private long crc(ByteBuffer bytes, int from, int to) {
    int position = bytes.position();
    int limit = bytes.limit();
    crc.reset();
    crc.update(bytes.limit(to).position(from));
    bytes.limit(limit).position(position);
    return withLength(to - from);
  }

  private long withLength(int length) {
    return (long) length << Integer.SIZE | crc.getValue();
  }

  /** The first word of an envelope with its check. */
  static long sealed(long w0, long w1, long w2, long w3, long bodyHash) {
    return w0 | (long) check16(w0, w1, w2, w3, bodyHash) << CHECK_SHIFT;
  }

  /** Whether the check in an envelope's first word is that of the envelope and the hash. */
  static boolean holds(long w0, long w1, long w2, long w3, long bodyHash) {
    long unchecked = w0 & ~CHECK_MASK;
    int check =
        isEarlier(w0)
            ? earlierCheck16(unchecked, w1, w2, w3, bodyHash)
            : check16(unchecked, w1, w2, w3, bodyHash);
    return check == (int) (w0 >>> CHECK_SHIFT & 0xFFFF);
  }

  private static boolean isEarlier(long w0) {
    return (w0 >>> VERSION_SHIFT & 0xF) == EnvelopeForm.EARLIER_VERSION;
  }

  /** Words are multiplied side by side; each product is turned, so that no two changes cancel. */
  private static int check16(long w0, long w1, long w2, long w3, long bodyHash) {
    long sum =
        w0 * PRIME_1
            ^ Long.rotateLeft(w1 * PRIME_2, 13)
            ^ Long.rotateLeft(w2 * PRIME_3, 27)
            ^ Long.rotateLeft(w3 * PRIME_4, 41)
            ^ Long.rotateLeft(bodyHash * PRIME_5, 53);
    return (int) ((sum ^ sum >>> 32) * PRIME_2 >>> 48);
  }

  /** Version 2: four lanes of eight bytes at a time. */
  private static long earlierHash(byte[] bytes, int from, int to) {
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

  private static long earlierHash(ByteBuffer bytes, int from, int to) {
    byte[] copy = new byte[to - from];
    bytes.get(from, copy);
    return earlierHash(copy, 0, copy.length);
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

  /** Version 2: one word after the other. */
  private static int earlierCheck16(long w0, long w1, long w2, long w3, long bodyHash) {
    long sum = w0 * PRIME_1;
    sum = (Long.rotateLeft(sum, 31) ^ w1) * PRIME_2;
    sum = (Long.rotateLeft(sum, 31) ^ w2) * PRIME_1;
    sum = (Long.rotateLeft(sum, 31) ^ w3) * PRIME_2;
    sum = (Long.rotateLeft(sum, 31) ^ bodyHash) * PRIME_1;
    return (int) (sum >>> 48);
  }
}
