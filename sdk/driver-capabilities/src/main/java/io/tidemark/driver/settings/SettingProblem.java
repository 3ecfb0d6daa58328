package io.tidemark.driver.settings;

import java.util.Objects;

/**
 * Something wrong with a driver's configuration.
 *
 * @param path where: the key's path as in the file, {@code amqpUris[1]} for a list element
 * @param message what is wrong and what is allowed; no secret in it
 * @param warning whether a run is possible nevertheless
 */
public record SettingProblem(String path, String message, boolean warning) {
  public SettingProblem {
    Objects.requireNonNull(path);
    Objects.requireNonNull(message);
  }

  /** An error: the run does not start. */
  public SettingProblem(String path, String message) {
    this(path, message, false);
  }
}
