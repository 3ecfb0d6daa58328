package io.tidemark.model.yaml;

import java.util.Optional;

/** Resolves {@code ${name}}. */
@FunctionalInterface
public interface PlaceholderSource {

  /**
   * @param name what stands between the braces
   * @return the value; empty to leave the placeholder as it is
   * @throws UnknownPlaceholderException when there is none, with what there is
   */
  Optional<String> value(String name);
}
