package io.tidemark.verdict;

import io.tidemark.model.result.FigureError;
import io.tidemark.model.result.FigureGroup;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;

/**
 * What a cause can have changed: the largest error in each group of figures. Groups that are absent
 * are as they should be.
 */
record Damage(Map<FigureGroup, FigureError> errors) {
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

  /** Errors of any size in all figures that a finding can damage. */
  static Damage unknown(Found found) {
    return unknown(Found.type(found.getClass()).damages().groups());
  }

  Damage and(FigureGroup group, FigureError error) {
    Map<FigureGroup, FigureError> more = new EnumMap<>(FigureGroup.class);
    more.putAll(errors);
    more.put(group, error);
    return new Damage(more);
  }
}
