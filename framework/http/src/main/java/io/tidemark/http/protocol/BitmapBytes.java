package io.tidemark.http.protocol;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/** Sets of sequences in Roaring's own encoding; runs of sequences take a few bytes. */
final class BitmapBytes {
  /** Most are empty: of failed, aborted and regressed messages. */
  private static final byte[] EMPTY = serialized(new Roaring64Bitmap());

  private BitmapBytes() {}

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
