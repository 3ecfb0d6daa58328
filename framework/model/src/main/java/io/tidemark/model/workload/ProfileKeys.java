package io.tidemark.model.workload;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tidemark.driver.settings.Key;
import java.util.List;

/**
 * Which processes are profiled, and when.
 *
 * @param phases names; none: all measured ones
 * @param of none: all
 */
@RecordBuilder
public record ProfileKeys(
    @Key(value = "Whether profiles are recorded.", orElse = "true") boolean enabled,
    @Key(
            value =
                "Phases in which profiles are recorded, also `warm-up` and `drain`. Default: all"
                    + " measured phases.",
            single = true,
            each = "Name of a phase.")
        List<String> phases,
    @Key(
            value =
                "Which processes: `workers`, and `brokers` on this machine or in pods that the driver"
                    + " file names. Default: both.",
            single = true,
            each = "A kind of process.")
        List<Target> of)
    implements ProfileKeysBuilder.With {

  /** Kinds of processes. */
  public enum Target {
    /** The load generators. */
    WORKERS,
    /** Nodes of the broker. */
    BROKERS
  }

  public ProfileKeys {
    phases = List.copyOf(phases);
    of = List.copyOf(of);
  }

  /** Whether these processes are profiled. */
  public boolean includes(Target target) {
    return enabled && (of.isEmpty() || of.contains(target));
  }

  /** Whether profiles are recorded in a phase. */
  public boolean includes(String phase, boolean measured) {
    return enabled && (phases.isEmpty() ? measured : phases.contains(phase));
  }
}
