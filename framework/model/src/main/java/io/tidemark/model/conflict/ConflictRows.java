package io.tidemark.model.conflict;

import io.tidemark.model.grammar.KeyConflict;
import java.util.function.Predicate;

/** Parts of rows that several chapters have. */
final class ConflictRows {
  static final String OTHER_PATTERNS = "another `pattern` than `pubsub`";
  static final String OTHER_SEARCH = "`search.over` of another quantity than the rate";
  static final String RATE_SEARCH = "a search for the rate (`producerRate: 0`)";
  static final String BACKLOG = "consumerBacklogSizeGB";
  static final String NOT_OF_PATTERN = "does not go with pattern: {pattern}; allowed ";

  private ConflictRows() {}

  static KeyConflict<KeyCombination> error(
      String key, String with, Predicate<KeyCombination> holds, String message) {
    return KeyConflict.error(key, with, holds, message);
  }

  /** Two keys of which a file, or an element of a list, has one. */
  static KeyConflict<KeyCombination> oneOf(String list, String key, String other) {
    return error(
        list + other,
        "`" + list + key + "`",
        file -> file.hasBoth(key, other),
        "cannot be combined with " + key + "; allowed is one of the two");
  }
}
