package io.tidemark.http.protocol;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/** Bytes and numbers as {@link PackedOutput} collects them. Deflated ones are read in blocks. */
final class PackedInput implements AutoCloseable {
  private static final int BLOCK_BYTES = 4096;

  /** A few bytes can be inflated to a thousand times as many. */
  private static final int MOST_INFLATED_BYTES = 64 << 20;

  private final @Nullable Inflater inflater;
  private final byte[] block;
  private int at;
  private int end;

  PackedInput(byte[] bytes) throws IOException {
    int form = bytes.length == 0 ? -1 : bytes[0];
    switch (form) {
      case PackedOutput.PLAIN -> {
        inflater = null;
        block = bytes;
        at = 1;
        end = bytes.length;
      }
      case PackedOutput.DEFLATED -> {
        inflater = new Inflater();
        inflater.setInput(bytes, 1, bytes.length - 1);
        block = new byte[BLOCK_BYTES];
      }
      default -> throw new IOException("neither plain nor deflated");
    }
  }

  private int next() throws IOException {
    if (at == end && !fill()) {
      throw new IOException("cut off");
    }
    return block[at++] & 0xFF;
  }

  private boolean fill() throws IOException {
    if (inflater == null) {
      return false;
    }
    try {
      at = 0;
      end = inflater.inflate(block);
      if (inflater.getBytesWritten() > MOST_INFLATED_BYTES) {
        throw new IOException("more than " + MOST_INFLATED_BYTES + " bytes");
      }
      return end > 0;
    } catch (DataFormatException e) {
      throw new IOException("cannot be inflated", e);
    }
  }

  byte[] bytes(int length) throws IOException {
    byte[] read = new byte[Math.min(length, BLOCK_BYTES)];
    for (int i = 0; i < length; i++) {
      if (i == read.length) { // Only what arrives needs memory, not what is announced.
        read = Arrays.copyOf(read, Math.min(length, 2 * i));
      }
      read[i] = (byte) next();
    }
    return read;
  }

  /** Bytes with their length. */
  byte[] block() throws IOException {
    return bytes(number(Integer.MAX_VALUE));
  }

  String text() throws IOException {
    return new String(block(), StandardCharsets.UTF_8);
  }

  long signed() throws IOException {
    long zigzag = number();
    return zigzag >>> 1 ^ -(zigzag & 1);
  }

  double real() throws IOException {
    long bits = 0;
    for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
      bits |= (long) next() << shift;
    }
    return Double.longBitsToDouble(bits);
  }

  boolean yes() throws IOException {
    return number(1) == 1;
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
    if (at < end || fill() || inflater != null && !inflater.finished()) {
      throw new IOException("more or less than was expected");
    }
  }

  @Override
  public void close() {
    if (inflater != null) {
      inflater.end();
    }
  }
}
