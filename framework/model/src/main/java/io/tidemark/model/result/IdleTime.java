package io.tidemark.model.result;

import io.tidemark.model.part.Part;
import io.tidemark.model.part.Part.Written;
import java.util.Optional;

/**
 * A time before the load, with all clients connected.
 *
 * @param startEpochNanos in the coordinator's clock
 * @param clientCpuCores processor time of all workers; NaN if a worker does not know its own
 */
public record IdleTime(long startEpochNanos, long lengthNanos, double clientCpuCores) {
  /** The idle time of a run that measured one. */
  public static final Part<Optional<IdleTime>> PART =
      new Part<Optional<IdleTime>>("idleTime", Written.IF_ANY, Optional.empty()) {};
}
