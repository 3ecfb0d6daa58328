package io.tidemark.cli;

import io.tidemark.worker.driver.DriverCatalog;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The installation folder, set by {@code bin/lib.sh}. */
public final class Installation {
  private Installation() {}

  /**
   * Drivers of the folder {@code drivers} of the source tree or unpacked archive (where users put
   * their own), then those of the installation.
   */
  public static DriverCatalog catalog() {
    List<Path> roots = new ArrayList<>();
    folder("TIDEMARK_ROOT").ifPresent(roots::add);
    folder("TIDEMARK_HOME").filter(home -> !roots.contains(home)).ifPresent(roots::add);
    return roots.isEmpty()
        ? DriverCatalog.ofClassPath()
        : DriverCatalog.ofFolders(roots.stream().map(root -> root.resolve("drivers")).toList());
  }

  private static Optional<Path> folder(String variable) {
    return Optional.ofNullable(System.getenv(variable))
        .filter(value -> !value.isBlank())
        .map(Path::of);
  }
}
