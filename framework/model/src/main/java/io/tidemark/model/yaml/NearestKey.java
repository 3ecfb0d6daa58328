package io.tidemark.model.yaml;

import io.tidemark.driver.settings.NearestName;
import java.util.Collection;
import java.util.Optional;

/** Suggests a known key for an unknown one. */
public final class NearestKey {
  private NearestKey() {}

  /** Returns what {@link NearestName#of} does. */
  public static Optional<String> of(String name, Collection<String> known) {
    return NearestName.of(name, known);
  }

  /** {@code " (did you mean x?)"}, or nothing. */
  public static String suggestion(String name, Collection<String> known) {
    return NearestName.suggestion(name, known);
  }

  public static String question(String nearest) {
    return NearestName.question(nearest);
  }
}
