package io.tidemark.worker.driver;

import java.util.List;
import java.util.Objects;

/**
 * A driver that a catalog knows.
 *
 * @param name as its jar says, or its folder's name
 * @param className what its jar says; empty when no jar says anything, as with jars made for OMB
 * @param aliases other class names under which driver files may ask for it
 * @param location the folder, or the class path
 */
public record InstalledDriver(
    String name, String className, List<String> aliases, String location) {
  public InstalledDriver {
    Objects.requireNonNull(name);
    Objects.requireNonNull(className);
    Objects.requireNonNull(location);
    aliases = List.copyOf(aliases);
  }
}
