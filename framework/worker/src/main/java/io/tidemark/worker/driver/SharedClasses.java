package io.tidemark.worker.driver;

import java.util.Set;

/**
 * The parent of every driver's class loader: the JDK, the SPI, the capabilities, bookkeeper's
 * stats, slf4j, and nothing else of the framework, so that a driver may use any version of any
 * library. Packages, not prefixes: {@code io.tidemark.driver.kafka} is a driver's own.
 */
public final class SharedClasses extends ClassLoader {
  private static final Set<String> PACKAGES =
      Set.of(
          "io.openmessaging.benchmark.driver",
          "io.tidemark.driver",
          "io.tidemark.driver.headers",
          "io.tidemark.driver.outcome",
          "io.tidemark.driver.requests",
          "io.tidemark.driver.session",
          "io.tidemark.driver.settings",
          "io.tidemark.driver.telemetry",
          "io.tidemark.driver.topics",
          "org.apache.bookkeeper.stats",
          "org.apache.bookkeeper.stats.annotations",
          "org.slf4j",
          "org.slf4j.event",
          "org.slf4j.helpers",
          "org.slf4j.spi");
  private static final SharedClasses INSTANCE;

  static {
    registerAsParallelCapable(); // Has to come before the first instance.
    INSTANCE = new SharedClasses();
  }

  private final ClassLoader framework = SharedClasses.class.getClassLoader();

  private SharedClasses() {
    super("tidemark-shared", ClassLoader.getPlatformClassLoader());
  }

  static SharedClasses get() {
    return INSTANCE;
  }

  /** Whether the classes of this package are the same for the framework and for every driver. */
  public static boolean has(String packageName) {
    return PACKAGES.contains(packageName);
  }

  /** Asked after the JDK's own loaders did not know the class. */
  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    int lastDot = name.lastIndexOf('.');
    if (lastDot < 0 || !has(name.substring(0, lastDot))) {
      throw new ClassNotFoundException(name);
    }
    return framework.loadClass(name);
  }
}
