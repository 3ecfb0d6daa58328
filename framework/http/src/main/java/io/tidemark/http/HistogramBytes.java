package io.tidemark.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/** Histograms in HdrHistogram's compressed V2 encoding. */
final class HistogramBytes {
  private HistogramBytes() {}

  /** Does not change the histogram; others may read it at the same time. */
  static byte[] write(Histogram histogram) {
    ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    // The encoder keeps a buffer inside the histogram.
    synchronized (histogram) {
      int length = histogram.encodeIntoCompressedByteBuffer(buffer);
      return Arrays.copyOf(buffer.array(), length);
    }
  }

  static Histogram read(byte[] bytes) throws IOException {
    try {
      return Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(bytes), 0);
    } catch (DataFormatException | RuntimeException e) {
      throw new IOException("not a compressed histogram", e);
    }
  }
}
