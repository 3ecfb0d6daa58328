package io.tidemark.model.worker;

import java.util.Objects;

/**
 * A message that arrived before the load and is none of the run's probes: perhaps one that the
 * driver or the broker has changed.
 *
 * @param subscription index of the subscription at which it arrived
 * @param kind how sure that is
 * @param text what was sent and what came back, one line
 */
public record AlteredProbe(int subscription, Kind kind, String text) {

  /** How sure it is that it was a probe. */
  public enum Kind {
    /** Surely: a probe that was converted to text. */
    TEXT,
    /** Surely: a probe that was cut, encoded or changed otherwise. */
    CHANGED,
    /** Not sure: in topics that others use it may be anybody's message. */
    UNKNOWN
  }

  public AlteredProbe {
    Objects.requireNonNull(kind);
    Objects.requireNonNull(text);
  }
}
