package io.tidemark.http.protocol;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.roaringbitmap.longlong.LongIterator;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/**
 * Sets of sequences: few of them as their number and their differences, others as {@value #ROARING}
 * and Roaring's own encoding, in which runs of sequences take a few bytes.
 */
final class BitmapBytes {
  /** Member by member more of them take more time than Roaring's encoding. */
  private static final int MOST_MEMBERS = 64;

  private static final int ROARING = MOST_MEMBERS + 1;

  /** Most are empty: of failed, aborted and regressed messages. */
  private static final byte[] EMPTY = serialized(new Roaring64Bitmap());

  private BitmapBytes() {}

  /** Does not change the bitmap. */
  static void write(Roaring64Bitmap bitmap, PackedOutput out) {
    long count = bitmap.getLongCardinality();
    if (count > MOST_MEMBERS) {
      out.number(ROARING);
      out.block(write(bitmap));
      return;
    }
    out.number(count);
    long before = -1;
    for (LongIterator members = bitmap.getLongIterator(); members.hasNext(); ) {
      long next = members.next();
      out.number(next - before - 1);
      before = next;
    }
  }

  static Roaring64Bitmap read(PackedInput in) throws IOException {
    int count = in.number(ROARING);
    if (count == ROARING) {
      return read(in.block());
    }
    Roaring64Bitmap bitmap = new Roaring64Bitmap();
    long before = -1;
    for (int i = 0; i < count; i++) {
      before += in.number() + 1;
      bitmap.addLong(before);
    }
    return bitmap;
  }

  /** Does not change the bitmap; others may read it at the same time. */
  static byte[] write(Roaring64Bitmap bitmap) {
    if (bitmap.isEmpty()) {
      return EMPTY;
    }
    Roaring64Bitmap compact = bitmap.clone();
    compact.runOptimize();
    return serialized(compact);
  }

  private static byte[] serialized(Roaring64Bitmap bitmap) {
    ByteBuffer buffer = ByteBuffer.allocate(Math.toIntExact(bitmap.serializedSizeInBytes()));
    try {
      bitmap.serialize(buffer);
    } catch (IOException e) {
      throw new IllegalStateException("a buffer in memory cannot fail", e);
    }
    return buffer.array();
  }

  static Roaring64Bitmap read(byte[] bytes) throws IOException {
    Roaring64Bitmap bitmap = new Roaring64Bitmap();
    if (Arrays.equals(bytes, EMPTY)) {
      return bitmap;
    }
    try {
      bitmap.deserialize(ByteBuffer.wrap(bytes));
    } catch (RuntimeException e) {
      throw new IOException("not a set of sequences", e);
    }
    return bitmap;
  }
}
