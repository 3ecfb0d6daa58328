package io.tidemark.probe;

import io.tidemark.base.Clock;
import io.tidemark.report.runs.ProbeResult.Disk;
import io.tidemark.report.runs.ProbeResult.Latency;
import io.tidemark.report.runs.ProbeResult.SyncedWrites;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;

/**
 * How fast the volume of a folder takes writes.
 *
 * @param isBroker whether a broker keeps its data there
 * @param time of all measurements
 */
public record DiskProbe(Clock clock, Path folder, boolean isBroker, Duration time) {
  private static final List<Integer> THREADS = List.of(1, 2, 4, 8);
  private static final int MOST_THREADS = 8;
  private static final long SEQUENTIAL_BYTES = 2L << 30;
  private static final long FILE_BYTES = 64L << 20;

  /** A volume must not become full. */
  private static final int SHARE_OF_FREE = 4;

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /**
   * @throws IOException if there is too little space, or the disk fails or does not answer
   */
  public Disk run() throws IOException, InterruptedException {
    long most = Files.getFileStore(folder).getUsableSpace() / SHARE_OF_FREE;
    if (most < MOST_THREADS * FILE_BYTES) {
      throw new IOException(
          String.format(
              Locale.ROOT,
              "too little space in %s: %d MB are free, %d are needed",
              folder,
              most * SHARE_OF_FREE / 1_000_000,
              SHARE_OF_FREE * MOST_THREADS * FILE_BYTES / 1_000_000));
    }
    Optional<FioDisk> fio = FioDisk.in(folder);
    DiskTool tool = fio.isPresent() ? fio.get() : new JavaDisk(clock, folder);
    Duration part = time.dividedBy(4);
    double sequential =
        within(
            "sequential writes",
            () -> tool.sequentialBytesPerSecond(part, Math.min(SEQUENTIAL_BYTES, most)));
    Latency fsync = within("fsync", () -> tool.fsync(part, FILE_BYTES));
    List<SyncedWrites> writes = new ArrayList<>();
    for (int threads : THREADS) {
      Duration each = part.multipliedBy(2).dividedBy(THREADS.size());
      writes.add(
          new SyncedWrites(
              threads,
              within(
                  "synchronized writes",
                  () -> tool.syncedBytesPerSecond(threads, each, FILE_BYTES))));
    }
    return new Disk(
        folder.toAbsolutePath().normalize().toString(),
        tool.name(),
        isBroker,
        sequential,
        fsync,
        writes);
  }

  private <T> T within(String what, Callable<T> step) throws IOException, InterruptedException {
    return ProbeThreads.within(time.plus(PATIENCE), "disk of " + folder + ", " + what, step);
  }
}
