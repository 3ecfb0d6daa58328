package io.tidemark.verdict;

import io.tidemark.model.result.FigureError;
import io.tidemark.model.result.FigureGroup;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * What a cause can have changed: the largest error in each group of figures. Groups that are absent
 * are as they should be.
 */
record Damage(Map<FigureGroup, FigureError> errors) {
  static final Set<FigureGroup> ALL = Collections.unmodifiableSet(EnumSet.allOf(FigureGroup.class));
  static final Set<FigureGroup> LATENCIES =
      Collections.unmodifiableSet(
          EnumSet.of(
              FigureGroup.PUBLISH_LATENCY,
              FigureGroup.END_TO_END_LATENCY,
              FigureGroup.ROUND_TRIP_LATENCY));

  /** All that depends on when messages flow, and not on what became of them. */
  static final Set<FigureGroup> FLOW =
      Collections.unmodifiableSet(
          EnumSet.complementOf(EnumSet.of(FigureGroup.DELIVERY, FigureGroup.TELEMETRY)));

  static final Damage NONE = new Damage(new EnumMap<>(FigureGroup.class));

  Damage {
    errors = Collections.unmodifiableMap(new EnumMap<>(errors));
  }

  /** Errors of any size. */
  static Damage unknown(Set<FigureGroup> groups) {
    Damage damage = NONE;
    for (FigureGroup group : groups) {
      damage = damage.and(group, FigureError.UNKNOWN);
    }
    return damage;
  }

  Damage and(FigureGroup group, FigureError error) {
    Map<FigureGroup, FigureError> more = new EnumMap<>(FigureGroup.class);
    more.putAll(errors);
    more.put(group, error);
    return new Damage(more);
  }
}
