package io.tidemark.worker.driver;

import java.util.Optional;
import java.util.Set;

/**
 * A driver as it is installed.
 *
 * @param className with which it is loaded; empty if none is known
 * @param artifact its jar; empty if it has none
 * @param capabilities empty with a problem
 * @param problem why it cannot be used, or does not fit this SDK
 */
public record DriverInspection(
    InstalledDriver installed,
    String className,
    Optional<DriverArtifact> artifact,
    Set<Capability> capabilities,
    Optional<String> problem) {
  public DriverInspection {
    capabilities = Set.copyOf(capabilities);
  }
}
