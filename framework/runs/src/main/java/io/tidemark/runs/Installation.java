package io.tidemark.runs;

import io.tidemark.base.UsageException;
import io.tidemark.worker.driver.DriverCatalog;
import java.nio.file.Files;
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

  /**
   * The file of the installation for which a relative name stands; empty if the name exists in the
   * working directory, or the installation has no such file.
   */
  public static Optional<Path> file(Path name) {
    return name.isAbsolute() || Files.exists(name)
        ? Optional.empty()
        : folder("TIDEMARK_ROOT").flatMap(root -> within(root, name));
  }

  private static Optional<Path> within(Path root, Path name) {
    return Optional.of(root.resolve(name).normalize())
        .filter(file -> file.startsWith(root) && Files.isRegularFile(file));
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
