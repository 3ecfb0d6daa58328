package io.tidemark.brokers.process;

import io.tidemark.base.DaemonThreads;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Lets one thread of one process at a time make an entry of the cache.
 *
 * @param entry the file or folder to be made; the lock is a file beside it
 * @param work what a process does that holds the lock, for the line that others print
 * @param progress gets that line
 */
public record CacheLock(Path entry, String work, Consumer<String> progress) {
  // The file lock excludes other processes; within one JVM it would throw instead of waiting.
  private static final Object THIS_JVM = new Object();

  /** Makes the entry. */
  @FunctionalInterface
  public interface Maker {
    void make() throws IOException;
  }

  /**
   * Makes the entry unless it is there, when it has the lock. A signal to this process interrupts
   * the maker, so that it removes what is unfinished.
   */
  public void makeOnce(Maker maker) throws IOException {
    if (Files.exists(entry)) {
      return;
    }
    synchronized (THIS_JVM) {
      try (InterruptedByExit guard = InterruptedByExit.ofThisThread()) {
        Path file = entry.resolveSibling(entry.getFileName() + ".lock");
        Files.createDirectories(file.getParent());
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            FileLock lock = lock(channel)) {
          if (lock.isValid() && !Files.exists(entry)) {
            maker.make();
          }
        }
      }
    }
  }

  private FileLock lock(FileChannel channel) throws IOException {
    FileLock free = channel.tryLock();
    if (free != null) {
      return free;
    }
    progress.accept("waiting for another process that " + work);
    return channel.lock();
  }

  /**
   * Work that a signal to this process interrupts: the process does not end before the work has
   * removed what is unfinished, or the time for that is over.
   */
  static final class InterruptedByExit implements AutoCloseable {
    private static final Duration GRACE = Duration.ofSeconds(10);

    private final CountDownLatch done = new CountDownLatch(1);
    private final Thread worker;
    private final Thread hook;

    private InterruptedByExit(Thread worker) {
      this.worker = worker;
      this.hook = DaemonThreads.of("tidemark-unfinished", this::interruptAndWait);
    }

    /** Until it is closed, the work of the calling thread is interrupted by the process's end. */
    public static InterruptedByExit ofThisThread() {
      InterruptedByExit guard = new InterruptedByExit(Thread.currentThread());
      try {
        Runtime.getRuntime().addShutdownHook(guard.hook);
      } catch (IllegalStateException e) {
        throw new LocalBrokerException("interrupted: this process ends", e);
      }
      return guard;
    }

    private void interruptAndWait() {
      worker.interrupt();
      try {
        done.await(GRACE.toMillis(), TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    @Override
    public void close() {
      done.countDown();
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException e) {
        return; // The process ends: the hook runs, and does not wait any more.
      }
    }
  }
}
