package io.tidemark.worker.driver;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A driver on the class path of this process: for tests, and for embedding. No isolation. */
record ClassPathHome(InstalledDriver installed, ClassLoader classLoader) implements DriverHome {
  private static final String LOCATION = "the class path";

  /** One for each driver that says so of itself, and a last one for all that do not. */
  static List<DriverHome> all(ClassLoader classLoader) {
    List<DriverHome> homes = new ArrayList<>();
    try {
      for (URL url : Collections.list(classLoader.getResources(InstalledDriver.RESOURCE))) {
        try (InputStream in = url.openStream()) {
          homes.add(new ClassPathHome(InstalledDriver.read(in, "unnamed", LOCATION), classLoader));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + InstalledDriver.RESOURCE, e);
    }
    homes.add(
        new ClassPathHome(new InstalledDriver("class path", "", List.of(), LOCATION), classLoader));
    return homes;
  }

  @Override
  public boolean holdsClass(String className) {
    return classLoader.getResource(className.replace('.', '/') + ".class") != null;
  }

  @Override
  public OpenLoader open() {
    return new OpenLoader(classLoader, () -> {}, false);
  }

  @Override
  public String contents() {
    return LOCATION;
  }
}
