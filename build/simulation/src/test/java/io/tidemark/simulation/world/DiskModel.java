package io.tidemark.simulation.world;

import io.tidemark.simulation.kernel.Kernel;
import io.tidemark.simulation.kernel.Replaces;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.util.Arrays;

/** The coordinator's disk, as far as journals are on it: it may be full at some time. */
public final class DiskModel {
  private static final String FILE = "java/io/RandomAccessFile";

  private long freeBytes;
  private boolean failed;

  DiskModel(long freeBytes) {
    this.freeBytes = freeBytes;
  }

  boolean hasFailed() {
    return failed;
  }

  /** As much as fits is written. */
  private void write(RandomAccessFile file, byte... bytes) throws IOException {
    int most = (int) Math.min(bytes.length, freeBytes);
    file.write(Arrays.copyOf(bytes, most));
    freeBytes -= most;
    if (most < bytes.length) {
      failed = true;
      Kernel.current().note("the disk is full");
      throw new IOException("No space left on device");
    }
  }

  @Replaces(value = FILE, name = "write")
  public static void writeTo(RandomAccessFile file, byte[] bytes) throws IOException {
    if (Kernel.isRunning()) {
      SimulatedWorld.current().disk().write(file, bytes);
    } else {
      file.write(bytes);
    }
  }
}
