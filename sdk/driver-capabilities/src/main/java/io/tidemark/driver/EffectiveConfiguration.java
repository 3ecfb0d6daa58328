package io.tidemark.driver;

import java.util.List;

/**
 * What a broker reports about its settings.
 *
 * @param settings those that were read
 * @param notes what could not be read, and why; one line each
 */
public record EffectiveConfiguration(List<EffectiveSetting> settings, List<String> notes) {
  /** The configuration of a driver that does not read it. */
  public static final EffectiveConfiguration NONE =
      new EffectiveConfiguration(List.of(), List.of());

  public EffectiveConfiguration {
    settings = List.copyOf(settings);
    notes = List.copyOf(notes);
  }
}
