package io.tidemark.worker.host;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Times of one thread counted by the Linux kernel in {@code /proc/<pid>/task/<tid>/schedstat}.
 * Unknown on other systems, and on kernels built without it.
 */
public final class ThreadSchedule {
  /** Times of a thread that has not begun. */
  public static final ThreadSchedule UNKNOWN = new ThreadSchedule(Optional.empty());

  private static final Path PROC = Path.of("/proc");

  /** Three numbers of 64 bits, two spaces, an end of line. */
  private static final int LONGEST_BYTES = 64;

  private final Optional<Path> schedstat;
  private volatile Optional<Times> last = Optional.empty();

  /**
   * Since the thread began.
   *
   * @param cpuNanos on a CPU
   * @param runQueueNanos ready to run, waiting for a CPU
   */
  public record Times(long cpuNanos, long runQueueNanos) {
    public Times plus(Times other) {
      return new Times(cpuNanos + other.cpuNanos, runQueueNanos + other.runQueueNanos);
    }
  }

  private ThreadSchedule(Optional<Path> schedstat) {
    this.schedstat = schedstat;
  }

  public static ThreadSchedule ofThisThread() {
    try {
      Path task = PROC.resolve(Files.readSymbolicLink(PROC.resolve("thread-self")));
      return of(task.resolve("schedstat"));
    } catch (IOException | UnsupportedOperationException e) {
      return UNKNOWN; // Not Linux.
    }
  }

  static ThreadSchedule of(Path schedstat) {
    return new ThreadSchedule(Optional.of(schedstat));
  }

  /** Any thread. The last known times of a thread that has ended. */
  public Optional<Times> times() {
    schedstat.flatMap(ThreadSchedule::read).ifPresent(times -> last = Optional.of(times));
    return last;
  }

  /** {@code cpuNanos runQueueNanos timeslices}; three zeros where the kernel does not count. */
  private static Optional<Times> read(Path file) {
    try (InputStream in = new FileInputStream(file.toFile())) {
      // Files.readString takes 8 kB for each of hundreds of threads.
      String line = new String(in.readNBytes(LONGEST_BYTES), StandardCharsets.US_ASCII);
      String[] fields = line.trim().split(" ", -1);
      return fields.length < 3 || fields[2].equals("0")
          ? Optional.empty()
          : Optional.of(new Times(Long.parseLong(fields[0]), Long.parseLong(fields[1])));
    } catch (IOException | NumberFormatException e) {
      return Optional.empty(); // The thread has ended.
    }
  }

  @Override
  public String toString() {
    return schedstat.map(Path::toString).orElse("unknown");
  }
}
