package io.tidemark.worker.driver;

import java.net.URL;
import java.net.URLClassLoader;

/** The classes of one driver for one run, over {@link SharedClasses}. */
final class DriverClassLoader extends URLClassLoader {
  static {
    registerAsParallelCapable();
  }

  DriverClassLoader(String driverName, URL[] jars) {
    super("driver-" + driverName, jars, SharedClasses.get());
  }
}
