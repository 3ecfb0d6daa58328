package io.tidemark.http.protocol;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/** Sets of sequences in Roaring's own encoding; runs of sequences take a few bytes. */
final class BitmapBytes {
  private BitmapBytes() {}

  /** Does not change the bitmap; others may read it at the same time. */
  static byte[] write(Roaring64Bitmap bitmap) throws IOException {
    Roaring64Bitmap compact = bitmap.clone();
    compact.runOptimize();
    ByteBuffer buffer = ByteBuffer.allocate(Math.toIntExact(compact.serializedSizeInBytes()));
    compact.serialize(buffer);
    return buffer.array();
  }

  static Roaring64Bitmap read(byte[] bytes) throws IOException {
    Roaring64Bitmap bitmap = new Roaring64Bitmap();
    try {
      bitmap.deserialize(ByteBuffer.wrap(bytes));
    } catch (RuntimeException e) {
      throw new IOException("not a set of sequences", e);
    }
    return bitmap;
  }
}
