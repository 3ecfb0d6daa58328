package io.tidemark.features.probe;

import io.tidemark.base.Clock;
import io.tidemark.report.runs.ProbeResult.Latency;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Random;
import java.util.UUID;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Writes with this JVM. Its files have no name from their opening on (they are deleted while open),
 * so that they vanish with the process.
 */
record JavaDisk(Clock clock, Path folder) implements DiskTool {
  private static final int SEED = 1;

  @Override
  public String name() {
    return "Java " + Runtime.version().feature();
  }

  @Override
  public double sequentialBytesPerSecond(Duration time, long mostBytes) throws IOException {
    ByteBuffer block = block(SEQUENTIAL_BLOCK_BYTES);
    try (FileChannel file = open()) {
      long start = clock.nanoTime();
      long bytes = 0;
      while (bytes < mostBytes && clock.nanoTime() - start < time.toNanos()) {
        bytes += write(file, block);
      }
      file.force(true);
      return perSecond(bytes, clock.nanoTime() - start);
    }
  }

  @Override
  public Latency fsync(Duration time, long mostBytes) throws IOException {
    ByteBuffer block = block(FSYNC_BLOCK_BYTES);
    LongStream.Builder nanos = LongStream.builder();
    try (FileChannel file = open()) {
      long start = clock.nanoTime();
      long before = start;
      while (before - start < time.toNanos()) {
        rewindAt(mostBytes, file);
        write(file, block);
        file.force(false);
        long after = clock.nanoTime();
        nanos.add(after - before);
        before = after;
      }
    }
    return Latency.ofNanos(nanos.build().toArray());
  }

  @Override
  public double syncedBytesPerSecond(int threads, Duration time, long mostBytes)
      throws IOException, InterruptedException {
    return ProbeThreads.sum(threads, "", () -> synced(time, mostBytes));
  }

  private double synced(Duration time, long mostBytes) throws IOException {
    ByteBuffer block = block(SYNCED_BLOCK_BYTES);
    try (FileChannel file = open(StandardOpenOption.DSYNC)) {
      long start = clock.nanoTime();
      long bytes = 0;
      while (clock.nanoTime() - start < time.toNanos()) {
        rewindAt(mostBytes, file);
        bytes += write(file, block);
      }
      return perSecond(bytes, clock.nanoTime() - start);
    }
  }

  private FileChannel open(OpenOption... more) throws IOException {
    return FileChannel.open(
        folder.resolve("tidemark-probe-" + UUID.randomUUID()),
        Stream.concat(
                Stream.of(
                    StandardOpenOption.CREATE_NEW,
                    StandardOpenOption.WRITE,
                    StandardOpenOption.DELETE_ON_CLOSE),
                Stream.of(more))
            .toArray(OpenOption[]::new));
  }

  /** Random, for disks and file systems that compress. */
  private static ByteBuffer block(int bytes) {
    byte[] random = new byte[bytes];
    new Random(SEED).nextBytes(random);
    return ByteBuffer.allocateDirect(bytes).put(random).flip();
  }

  private static void rewindAt(long mostBytes, FileChannel file) throws IOException {
    if (file.position() >= mostBytes) {
      file.position(0);
    }
  }

  private static int write(FileChannel file, ByteBuffer block) throws IOException {
    block.rewind();
    while (block.hasRemaining()) {
      file.write(block);
    }
    return block.limit();
  }

  private static double perSecond(long bytes, long nanos) {
    return bytes * 1e9 / nanos;
  }
}
