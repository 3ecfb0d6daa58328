package io.tidemark.report.setup;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What was measured, and how, as far as figures depend on it.
 *
 * @param common of all systems; empty text if nothing is known
 * @param systems in what each system differs from the others, in their order; those of which
 *     nothing is known are absent
 */
public record SetUp(String common, Map<String, String> systems) {
  /** Nothing is known. */
  public static final SetUp UNKNOWN = new SetUp("", Map.of());

  public SetUp {
    systems = Collections.unmodifiableMap(new LinkedHashMap<>(systems));
  }
}
