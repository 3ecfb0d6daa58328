package io.tidemark.measure;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/** The check of an envelope with the bytes outside it, to find corruption. Not thread-safe. */
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
  private static final int CHECK_SHIFT = 32;
  private static final long CHECK_MASK = 0xFFFFL << CHECK_SHIFT;

  /** The processor has an instruction for it. */
  private final CRC32C crc = new CRC32C();

  /** The hash of the bytes outside an envelope. */
  long hash(byte[] bytes, int from, int to) {
    crc.reset();
    crc.update(bytes, from, to - from);
    return withLength(to - from);
  }

  /** The same of the bytes in a buffer, whose position and limit are restored. */
  long hash(ByteBuffer bytes, int from, int to) {
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
    return check16(unchecked, w1, w2, w3, bodyHash) == (int) (w0 >>> CHECK_SHIFT & 0xFFFF);
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

  static long mix(long value) {
    long mixed = (value ^ (value >>> 32)) * PRIME_2;
    return mixed ^ (mixed >>> 29);
  }
}
