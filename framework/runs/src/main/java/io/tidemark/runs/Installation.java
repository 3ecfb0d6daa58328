package io.tidemark.runs;

import io.tidemark.base.UsageException;
import io.tidemark.worker.driver.DriverCatalog;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The installation folder, set by {@code bin/lib.sh}. */
public final class Installation {
  private Installation() {}

  /** Where {@code bin/} is. */
  public static Path root() {
    return folder("TIDEMARK_ROOT").orElseThrow(Installation::unknown);
  }

  /** What authors of drivers need: a Maven repository and the template of a project. */
  public static Path sdk() {
    return folder("TIDEMARK_HOME").orElseThrow(Installation::unknown).resolve("sdk");
  }

  private static UsageException unknown() {
    return new UsageException("no installation is known: start this command with bin/benchmark");
  }

  /**
   * Drivers of the folders in TIDEMARK_DRIVERS, then of the folder {@code drivers} of the source
   * tree or unpacked archive (where users put their own), then those of the installation.
   */
  public static DriverCatalog catalog() {
    List<Path> roots = new ArrayList<>();
    folder("TIDEMARK_ROOT").ifPresent(roots::add);
    folder("TIDEMARK_HOME").filter(home -> !roots.contains(home)).ifPresent(roots::add);
    return roots.isEmpty()
        ? DriverCatalog.ofClassPath()
        : DriverCatalog.ofFolders(
            Stream.concat(further(), roots.stream().map(root -> root.resolve("drivers"))).toList());
  }

  private static Stream<Path> further() {
    return Stream.of(Optional.ofNullable(System.getenv("TIDEMARK_DRIVERS")).orElse("").split(":"))
        .filter(folder -> !folder.isBlank())
        .map(Path::of);
  }

  private static Optional<Path> folder(String variable) {
    return Optional.ofNullable(System.getenv(variable))
        .filter(value -> !value.isBlank())
        .map(Path::of);
  }
}
