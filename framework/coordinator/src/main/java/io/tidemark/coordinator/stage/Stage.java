package io.tidemark.coordinator.stage;

import java.time.Duration;
import java.util.Optional;

/**
 * A part of a run between two moments.
 *
 * @param name for messages and results
 * @param measured whether it belongs to the result
 * @param length when it ends at the latest; empty: a condition or a stop ends it
 * @param kind what is done when it begins, and what ends it earlier
 */
public record Stage(String name, boolean measured, Optional<Duration> length, PhaseKind kind) {

  /** Whether its end is known when it begins, unless nothing is left to be read. */
  public boolean endsByTime() {
    return kind.endsByTime() && length.isPresent();
  }

  /** Its length as far as it is planned. */
  public Optional<Duration> planned() {
    return kind.hasLimitOnly() ? Optional.empty() : length;
  }

  static Duration longest(Duration a, Duration b) {
    return a.compareTo(b) >= 0 ? a : b;
  }

  /** The stage as one that only its new length ends. */
  public Stage endingAfter(Duration newLength) {
    return new Stage(name, measured, Optional.of(newLength), new TimedPhase(false));
  }

  public Stage withLength(Duration newLength) {
    return new Stage(name, measured, Optional.of(newLength), kind);
  }
}
