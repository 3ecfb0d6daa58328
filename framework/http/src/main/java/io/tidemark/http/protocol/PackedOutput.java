package io.tidemark.http.protocol;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.zip.Deflater;

/** Collects bytes and numbers in groups of 7 bits, the lowest first. */
final class PackedOutput {
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

  /** All at once: a call of the compressor takes longer than a byte. */
  byte[] deflated() {
    Deflater deflater = new Deflater();
    try {
      deflater.setInput(bytes, 0, size);
      deflater.finish();
      ByteArrayOutputStream out = new ByteArrayOutputStream(size / 2 + 64);
      byte[] buffer = new byte[4096];
      while (!deflater.finished()) {
        out.write(buffer, 0, deflater.deflate(buffer));
      }
      return out.toByteArray();
    } finally {
      deflater.end();
    }
  }
}
