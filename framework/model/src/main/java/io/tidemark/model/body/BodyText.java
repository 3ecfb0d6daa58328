package io.tidemark.model.body;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes of a body while it is filled. Used again for the next body; not thread-safe. */
final class BodyText {
  private static final long[] TENS = new long[19];

  static {
    TENS[0] = 1;
    for (int i = 1; i < TENS.length; i++) {
      TENS[i] = TENS[i - 1] * 10;
    }
  }

  private byte[] bytes = new byte[256];
  private int length;

  void clear() {
    length = 0;
  }

  byte[] copy() {
    return Arrays.copyOf(bytes, length);
  }

  void append(byte[] added) {
    int at = take(added.length);
    System.arraycopy(added, 0, bytes, at, added.length);
  }

  void append(String ascii) {
    append(ascii.getBytes(StandardCharsets.UTF_8));
  }

  void append(byte one) {
    int at = take(1); // May replace the array.
    bytes[at] = one;
  }

  void append(long number) {
    if (number < 0) {
      append((byte) '-');
    }
    // The least long has no counterpart; its digits are those of the division.
    long rest = number < 0 ? number : -number;
    int digits = 1;
    for (long left = rest / 10; left != 0; left /= 10) {
      digits++;
    }
    int end = take(digits) + digits;
    for (int at = end - 1; at >= end - digits; at--) {
      bytes[at] = (byte) ('0' - rest % 10);
      rest /= 10;
    }
  }

  /** Appends a number with leading zeros. */
  void appendDigits(long number, int digits) {
    int end = take(digits) + digits;
    long rest = number;
    for (int at = end - 1; at >= end - digits; at--) {
      bytes[at] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
  }

  /** A number of units of the last decimal. */
  void appendDecimal(long units, int decimals) {
    if (decimals == 0) {
      append(units);
      return;
    }
    if (units < 0) {
      append((byte) '-');
    }
    long all = Math.abs(units);
    append(all / TENS[decimals]);
    append((byte) '.');
    appendDigits(all % TENS[decimals], decimals);
  }

  private int take(int count) {
    if (bytes.length - length < count) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + count));
    }
    int at = length;
    length += count;
    return at;
  }
}
