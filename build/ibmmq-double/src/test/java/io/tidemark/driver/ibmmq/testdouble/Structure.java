package io.tidemark.driver.ibmmq.testdouble;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A big-endian wire structure seen as fields at offsets. A view: it changes the array it was made
 * on.
 */
class Structure {
  private final ByteBuffer bytes;
  private final int start;

  Structure(byte[] bytes, int start) {
    this.bytes = ByteBuffer.wrap(bytes);
    this.start = start;
  }

  final byte[] array() {
    return bytes.array();
  }

  final int remaining() {
    return bytes.capacity() - start;
  }

  final String structureId() {
    return text(0, 4);
  }

  final int version() {
    return integer(4);
  }

  final int integer(int at) {
    return bytes.getInt(start + at);
  }

  final void integer(int at, int value) {
    bytes.putInt(start + at, value);
  }

  final int octet(int at) {
    return bytes.get(start + at) & 0xff;
  }

  final void octet(int at, int value) {
    bytes.put(start + at, (byte) value);
  }

  /** Text without its padding of blanks or zeros. */
  final String text(int at, int length) {
    return new String(bytes(at, length), StandardCharsets.ISO_8859_1).replace('\0', ' ').trim();
  }

  /** Text padded with blanks. */
  final void text(int at, int length, String value) {
    byte[] padded = new byte[length];
    Arrays.fill(padded, (byte) ' ');
    byte[] text = value.getBytes(StandardCharsets.ISO_8859_1);
    System.arraycopy(text, 0, padded, 0, Math.min(length, text.length));
    bytes(at, padded);
  }

  final byte[] bytes(int at, int length) {
    byte[] copy = new byte[length];
    bytes.get(start + at, copy);
    return copy;
  }

  final void bytes(int at, byte[] value) {
    bytes.put(start + at, value);
  }

  /** The size of a structure whose size follows from its version; unknown versions fail loudly. */
  final int sizeByVersion(String id, int... sizes) {
    if (!structureId().equals(id.trim())) {
      throw new UnknownFlow("structure '" + structureId() + "' where '" + id + "' was expected");
    }
    int version = version();
    if (version < 1 || version > sizes.length) {
      throw new UnknownFlow("structure " + id + " of version " + version);
    }
    return sizes[version - 1];
  }

  /** Refuses option bits the double would silently ignore. */
  static void refuseUnknownBits(String what, int options, int known) {
    if ((options & ~known) != 0) {
      throw new UnknownFlow(
          String.format("%s: bits 0x%x of 0x%x", what, options & ~known, options));
    }
  }
}
