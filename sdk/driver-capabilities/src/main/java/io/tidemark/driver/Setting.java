package io.tidemark.driver;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * One key of a driver's configuration file.
 *
 * @param path the key's path: {@code acks}, {@code tls.trustStore}, {@code amqpUris[]} for the
 *     elements of a list, {@code properties[].name} for a key of each element
 * @param type what its value may be
 * @param required whether it must be there
 * @param defaultValue what holds without it, as text; empty for nothing
 * @param allowedValues the only values allowed; empty for any of the type
 * @param secret whether its value (or, for {@link Type#PROPERTIES}, the values of entries that look
 *     like secrets) must be masked wherever it appears
 * @param description one sentence for reference documentation and schema
 */
public record Setting(
    String path,
    Type type,
    boolean required,
    Optional<String> defaultValue,
    List<String> allowedValues,
    boolean secret,
    String description) {

  /** The form of a value. */
  public enum Type {
    STRING,
    INTEGER,
    NUMBER,
    BOOLEAN,
    /** A time span such as {@code 30s}, {@code 1h30m} or {@code 100ms}; the unit is required. */
    DURATION,
    /** As {@link #DURATION}, or a plain number of milliseconds; only for keys that OMB has so. */
    DURATION_OR_MILLISECONDS,
    /** A size such as {@code 512}, {@code 64KB} or {@code 2GB}. */
    SIZE,
    /** Java properties text, or a map that stands for it. */
    PROPERTIES,
    /** A map with keys of the user's choice. */
    MAP,
    /** A map whose keys are settings of their own ({@code tls} before {@code tls.trustStore}). */
    SECTION,
    /** A list; its elements are described by the path with {@code []}. */
    LIST
  }

  public Setting {
    Objects.requireNonNull(path);
    Objects.requireNonNull(type);
    Objects.requireNonNull(defaultValue);
    Objects.requireNonNull(description);
    allowedValues = List.copyOf(allowedValues);
  }

  /** An optional setting without a default. */
  public static Setting of(String path, Type type, String description) {
    return new Setting(path, type, false, Optional.empty(), List.of(), false, description);
  }

  public Setting asRequired() {
    return new Setting(path, type, true, defaultValue, allowedValues, secret, description);
  }

  public Setting withDefault(Object value) {
    return new Setting(
        path,
        type,
        required,
        Optional.of(String.valueOf(value)),
        allowedValues,
        secret,
        description);
  }

  public Setting withAllowed(String... values) {
    return new Setting(path, type, required, defaultValue, List.of(values), secret, description);
  }

  public Setting asSecret() {
    return new Setting(path, type, required, defaultValue, allowedValues, true, description);
  }
}
