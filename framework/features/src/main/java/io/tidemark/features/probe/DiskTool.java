package io.tidemark.features.probe;

import io.tidemark.report.runs.ProbeResult.Latency;
import java.io.IOException;
import java.time.Duration;

/** What writes to a disk. Every method leaves no file behind, however it ends. */
interface DiskTool {
  int SEQUENTIAL_BLOCK_BYTES = 1 << 20;
  int FSYNC_BLOCK_BYTES = 4 << 10;
  int SYNCED_BLOCK_BYTES = 128 << 10;

  /** Name and version. */
  String name();

  /** Bytes per second of blocks in sequence, with one fsync at the end. */
  double sequentialBytesPerSecond(Duration time, long mostBytes)
      throws IOException, InterruptedException;

  /** How long small writes take until they are on the disk. */
  Latency fsync(Duration time, long mostBytes) throws IOException, InterruptedException;

  /**
   * Bytes per second of larger writes, each of which is on the disk before the next of its thread.
   *
   * @param mostBytes of the file of each thread, which is then written again
   */
  double syncedBytesPerSecond(int threads, Duration time, long mostBytes)
      throws IOException, InterruptedException;
}
