package io.tidemark.features.profile;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tidemark.driver.settings.Key;
import io.tidemark.driver.settings.NearestName;
import io.tidemark.model.grammar.AddedKeys;
import io.tidemark.model.grammar.Fields;
import io.tidemark.model.grammar.FileKind;
import io.tidemark.model.workload.PhaseNames;
import java.util.List;
import java.util.Optional;

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

  /** The key in workload files. */
  public record InWorkload(
      @Key(
              value =
                  "Records what the processes of workers and brokers do, by JDK Flight Recorder:"
                      + " `true`, or which processes and phases. It has a cost. See [how"
                      + " to](../how-to/diagnose.md).",
              shorthand = "enabled")
          Optional<ProfileKeys> profile) {
    /** Empty if nothing is profiled. */
    Optional<ProfileKeys> wanted() {
      return profile.filter(ProfileKeys::enabled);
    }
  }

  /** For {@link io.tidemark.features.Features}. */
  public static final AddedKeys ADDED =
      new AddedKeys(FileKind.WORKLOAD, "", InWorkload.class, ProfileKeys::check);

  private static void check(Fields file, List<String> known) {
    for (String phase :
        file.read(InWorkload.class).wanted().map(ProfileKeys::phases).orElse(List.of())) {
      if (!known.contains(phase) && !PhaseNames.isOfTheRun(phase)) {
        file.section("profile")
            .error(
                "phases",
                "no such phase, got "
                    + phase
                    + "; allowed "
                    + String.join(", ", known)
                    + ", "
                    + PhaseNames.DRAIN
                    + NearestName.suggestion(phase, known));
      }
    }
  }

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
