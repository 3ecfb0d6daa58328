package io.tidemark.worker.driver;

import io.openmessaging.benchmark.driver.BenchmarkDriver;
import java.util.Optional;

/**
 * A driver object with its class loader. Closing it closes the loader, not the driver: that is the
 * business of whoever initialised it, before.
 */
public final class LoadedDriver implements AutoCloseable {
  private final BenchmarkDriver driver;
  private final DriverHome.OpenLoader loader;
  private final InstalledDriver installed;
  private final Optional<String> notice;

  LoadedDriver(
      BenchmarkDriver driver,
      DriverHome.OpenLoader loader,
      InstalledDriver installed,
      Optional<String> notice) {
    this.driver = driver;
    this.loader = loader;
    this.installed = installed;
    this.notice = notice;
  }

  public BenchmarkDriver driver() {
    return driver;
  }

  /** To be the context class loader of every thread that calls the driver. */
  public ClassLoader classLoader() {
    return loader.classLoader();
  }

  /** Where it came from. */
  public InstalledDriver installed() {
    return installed;
  }

  /** What the user should know of how the class name was understood. */
  public Optional<String> notice() {
    return notice;
  }

  @Override
  public void close() throws Exception {
    loader.resource().close();
  }
}
