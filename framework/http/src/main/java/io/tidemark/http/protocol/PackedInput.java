package io.tidemark.http.protocol;

import java.io.IOException;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** Deflated bytes and numbers as {@link PackedOutput} collects them. It inflates them in blocks. */
final class PackedInput implements AutoCloseable {
  private final Inflater inflater = new Inflater();
  private final byte[] block = new byte[4096];
  private int at;
  private int end;

  PackedInput(byte[] deflated) {
    inflater.setInput(deflated);
  }

  private int next() throws IOException {
    if (at == end && !fill()) {
      throw new IOException("cut off");
    }
    return block[at++] & 0xFF;
  }

  private boolean fill() throws IOException {
    try {
      at = 0;
      end = inflater.inflate(block);
      return end > 0;
    } catch (DataFormatException e) {
      throw new IOException("cannot be inflated", e);
    }
  }

  byte[] bytes(int length) throws IOException {
    byte[] read = new byte[length];
    for (int i = 0; i < length; i++) {
      read[i] = (byte) next();
    }
    return read;
  }

  long number() throws IOException {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      int next = next();
      value |= (next & 0x7FL) << shift;
      if ((next & 0x80) == 0) {
        return value;
      }
    }
    throw new IOException("a number of more than 64 bits");
  }

  int number(int most) throws IOException {
    long value = number();
    if (value < 0 || value > most) {
      throw new IOException("got " + value + ", at most " + most + " is possible");
    }
    return (int) value;
  }

  /** Nothing may follow; the checksum is right. */
  void requireEnd() throws IOException {
    if (at < end || fill() || !inflater.finished()) {
      throw new IOException("more or less than was expected");
    }
  }

  @Override
  public void close() {
    inflater.end();
  }
}
