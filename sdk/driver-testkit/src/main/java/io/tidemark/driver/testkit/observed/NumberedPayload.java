package io.tidemark.driver.testkit.observed;

import java.nio.ByteBuffer;

/** Bodies that identify the message and reveal a change of any byte. */
public final class NumberedPayload {
  public static final int MIN_BYTES = Long.BYTES;
  private static final int USUAL_BYTES = 100;

  private NumberedPayload() {}

  public static byte[] of(long number) {
    return of(number, USUAL_BYTES);
  }

  public static byte[] of(long number, int payloadBytes) {
    byte[] payload = new byte[payloadBytes];
    write(number, payload);
    return payload;
  }

  /** Overwrites this array with the body of another message. */
  public static void write(long number, byte[] payload) {
    ByteBuffer.wrap(payload).putLong(number);
    for (int i = MIN_BYTES; i < payload.length; i++) {
      payload[i] = expected(number, i);
    }
  }

  public static boolean isIntact(byte[] payload) {
    if (payload.length < MIN_BYTES) {
      return false;
    }
    long number = number(payload);
    for (int i = MIN_BYTES; i < payload.length; i++) {
      if (payload[i] != expected(number, i)) {
        return false;
      }
    }
    return true;
  }

  public static long number(byte[] payload) {
    return ByteBuffer.wrap(payload).getLong();
  }

  /** All byte values occur, and neighbours in number differ in every byte. */
  private static byte expected(long number, int index) {
    return (byte) (number * 31 + index);
  }
}
