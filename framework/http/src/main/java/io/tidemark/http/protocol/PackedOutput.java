package io.tidemark.http.protocol;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.Deflater;

/** Collects bytes and numbers in groups of 7 bits, the lowest first. */
final class PackedOutput {
  /** First byte of all bytes: what follows is as it was collected, or deflated. */
  static final int PLAIN = 0;

  static final int DEFLATED = 1;

  /** The compressor and its counterpart take longer than some hundred bytes on a network. */
  private static final int MOST_PLAIN_BYTES = 2 * 1024;

  private byte[] bytes = new byte[512];
  private int size;

  void bytes(byte[] more, int length) {
    reserve(length);
    System.arraycopy(more, 0, bytes, size, length);
    size += length;
  }

  void number(long value) {
    reserve(10);
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      bytes[size++] = (byte) (rest & 0x7F | 0x80);
      rest >>>= 7;
    }
    bytes[size++] = (byte) rest;
  }

  /** A number that may be negative. */
  void signed(long value) {
    number(value << 1 ^ value >> 63);
  }

  void real(double value) {
    reserve(Long.BYTES);
    long bits = Double.doubleToRawLongBits(value);
    for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
      bytes[size++] = (byte) (bits >>> shift);
    }
  }

  void yes(boolean value) {
    number(value ? 1 : 0);
  }

  /** Writes a block after its length. */
  void block(byte[] block) {
    number(block.length);
    bytes(block, block.length);
  }

  void text(String text) {
    block(text.getBytes(StandardCharsets.UTF_8));
  }

  private void reserve(int more) {
    if (bytes.length - size < more) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + more));
    }
  }

  void add(PackedOutput other) {
    bytes(other.bytes, other.size);
  }

  int size() {
    return size;
  }

  void clear() {
    size = 0;
  }

  /** All of it, deflated if it is long. */
  byte[] toBytes() {
    ByteArrayOutputStream out = new ByteArrayOutputStream(Math.min(size, MOST_PLAIN_BYTES) + 1);
    if (size <= MOST_PLAIN_BYTES) {
      out.write(PLAIN);
      out.write(bytes, 0, size);
    } else {
      out.write(DEFLATED);
      deflate(out);
    }
    return out.toByteArray();
  }

  /** All at once: a call of the compressor takes longer than a byte. */
  private void deflate(ByteArrayOutputStream out) {
    Deflater deflater = new Deflater();
    try {
      deflater.setInput(bytes, 0, size);
      deflater.finish();
      byte[] buffer = new byte[4096];
      while (!deflater.finished()) {
        out.write(buffer, 0, deflater.deflate(buffer));
      }
    } finally {
      deflater.end();
    }
  }
}
