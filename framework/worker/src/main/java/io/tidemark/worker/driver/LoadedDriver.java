package io.tidemark.worker.driver;

import io.openmessaging.benchmark.driver.BenchmarkDriver;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/**
 * A driver object with its class loader. Closing it closes the loader, not the driver, which must
 * have been closed before.
 *
 * <p>Threads of a client may run after its close and need classes of the loader. So the loader is
 * closed only after its last thread has ended.
 *
 * @param installed where it came from
 * @param artifact its jar; empty on the class path
 * @param notice about the resolution of the class name and the SDK that it was built with
 */
public record LoadedDriver(
    BenchmarkDriver driver,
    DriverHome.OpenLoader loader,
    InstalledDriver installed,
    Optional<DriverArtifact> artifact,
    Optional<String> notice)
    implements AutoCloseable {
  static final Duration THREADS_END_WITHIN = Duration.ofSeconds(5);

  /** To be the context class loader of every thread that calls the driver. */
  public ClassLoader classLoader() {
    return loader.classLoader();
  }

  /**
   * Waits until the driver's threads have ended, then closes the loader.
   *
   * @param patience at most; no more than {@link #THREADS_END_WITHIN} is taken
   * @return which threads have not ended, so that the loader stays open; one line
   */
  public Optional<String> close(Duration patience) throws InterruptedException, IOException {
    Duration most = patience.compareTo(THREADS_END_WITHIN) < 0 ? patience : THREADS_END_WITHIN;
    String left = loader.isolated() ? LoaderThreads.awaitEnd(loader.classLoader(), most) : "";
    if (!left.isEmpty()) {
      return Optional.of("threads of it still run after its close, so its jars stay open: " + left);
    }
    loader.resource().close();
    return Optional.empty();
  }

  /** {@link #close(Duration)} for a driver that was never initialised. */
  @Override
  public void close() throws InterruptedException, IOException {
    close(Duration.ZERO);
  }
}
