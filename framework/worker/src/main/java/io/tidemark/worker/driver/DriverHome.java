package io.tidemark.worker.driver;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A place that holds one driver: a folder of jars, or the class path. */
interface DriverHome {

  InstalledDriver installed();

  boolean holdsClass(String className);

  /** A class loader over this place only; the caller closes it. */
  OpenLoader open() throws IOException;

  /** What it consists of, for messages: the names of its jars, and which of them are broken. */
  String contents();

  /** Jars that cannot be read, one line each. */
  default List<String> brokenJars() {
    return List.of();
  }

  /** Class names here that look like drivers, for suggestions. */
  default Set<String> likelyDriverClasses() {
    return Set.of();
  }

  /** Names of its classes that refer to a type of this package. */
  default Set<String> classesThatUse(String packageName) {
    return Set.of();
  }

  /** The jar with that class, if it comes from a jar. */
  default Optional<DriverArtifact> artifact(String className) throws IOException {
    return Optional.empty();
  }

  /** Whether classes of the driver refer to that type; false where there are no jars. */
  default boolean uses(Class<?> type, String driverPackage) {
    return false;
  }

  /**
   * A class loader and its release.
   *
   * @param isolated whether it is this driver's alone
   */
  record OpenLoader(ClassLoader classLoader, Closeable resource, boolean isolated) {}
}
