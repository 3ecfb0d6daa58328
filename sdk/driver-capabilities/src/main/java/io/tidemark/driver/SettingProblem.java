package io.tidemark.driver;

import java.util.Objects;

/**
 * Something wrong with a driver's configuration.
 *
 * @param path where: the key's path as in the file, {@code amqpUris[1]} for a list element
 * @param message what is wrong and what is allowed; no secret in it
 */
public record SettingProblem(String path, String message) {
  public SettingProblem {
    Objects.requireNonNull(path);
    Objects.requireNonNull(message);
  }
}
