package io.tidemark.coordinator.group;

import java.util.List;
import java.util.Optional;

/**
 * One decision that all runs of a group take alike: each contributes what it knows, and each uses
 * the same function of all contributions.
 */
public interface Agreement<T> {
  /** All contributions, in order of the runs; empty until every run has made its own. */
  Optional<List<T>> all();

  /** Whether a run has ended, so that there may never be all contributions. */
  boolean isBroken();

  /** The agreement of a run without others. */
  static <T> Agreement<T> alone(T own) {
    return new Agreement<>() {
      @Override
      public Optional<List<T>> all() {
        return Optional.of(List.of(own));
      }

      @Override
      public boolean isBroken() {
        return false;
      }
    };
  }
}
