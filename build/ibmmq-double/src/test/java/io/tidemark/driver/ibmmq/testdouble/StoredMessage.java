package io.tidemark.driver.ibmmq.testdouble;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;

/** A message on a queue. Guarded by its queue, but for what never changes. */
public final class StoredMessage {
  private static final AtomicLong TOKENS = new AtomicLong();
  private static final long NANOS_PER_TENTH = 100_000_000L;

  private final MessageDescriptor descriptor;
  private final byte[] data;
  private final byte[] token =
      ByteBuffer.allocate(16).putLong(0x4d51L).putLong(TOKENS.incrementAndGet()).array();
  private final long putAtNanos = System.nanoTime();
  private Object reader;

  StoredMessage(MessageDescriptor descriptor, byte[] data) {
    this.descriptor = descriptor;
    this.data = data;
  }

  public MessageDescriptor descriptor() {
    return descriptor;
  }

  public byte[] data() {
    return data.clone();
  }

  int dataBytes() {
    return data.length;
  }

  void copyData(int from, byte[] target, int at, int count) {
    System.arraycopy(data, from, target, at, count);
  }

  byte[] token() {
    return token;
  }

  boolean isExpired(long nowNanos) {
    int tenths = descriptor.expiryTenths();
    return tenths >= 0 && nowNanos - putAtNanos > tenths * NANOS_PER_TENTH;
  }

  boolean isFreeFor(Object candidate) {
    return reader == null || reader == candidate;
  }

  void reserveFor(Object newReader) {
    reader = newReader;
  }
}
