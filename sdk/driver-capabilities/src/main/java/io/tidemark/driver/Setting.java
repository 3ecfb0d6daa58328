package io.tidemark.driver;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * One key of a driver's configuration file, as {@link DescribedDriver} describes it. {@link
 * #of(Class)} makes settings from a record whose components have a {@link Key}.
 *
 * @param path the key's path: {@code acks}, {@code tls.trustStore}, {@code amqpUris[]} for the
 *     elements of a list, {@code properties[].name} for a key of each element
 * @param type what its value may be
 * @param required whether it must be there
 * @param defaultValue what holds without it, as text; empty for nothing
 * @param minimum the least value of a number, size or time span, as text; empty for no limit
 * @param maximum the greatest value; empty for no limit
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
    Optional<String> minimum,
    Optional<String> maximum,
    List<String> allowedValues,
    boolean secret,
    String description) {

  /** The form of a value. */
  public enum Type {
    STRING("a text"),
    INTEGER("a whole number"),
    /** A number such as {@code 0.5}, or a percentage: {@code 50%}. */
    NUMBER("a number or percentage"),
    /** A rate such as {@code 500}, {@code 20k} or {@code 20k/s}; each second. */
    RATE("a rate such as 500, 20k or 20k/s"),
    BOOLEAN("true, false"),
    /** A time span such as {@code 30s}, {@code 1h30m} or {@code 100ms}; the unit is required. */
    DURATION("a time span such as 100ms, 30s or 5m"),
    /** A {@link #DURATION} or a plain number of milliseconds; only for keys that OMB has so. */
    DURATION_OR_MILLISECONDS("a time span such as 100ms or 30s, or a number of milliseconds"),
    /** A size such as {@code 512}, {@code 64KB} or {@code 2GB}; in bytes. */
    SIZE("a size such as 512, 64KB or 2GB"),
    /** Java properties text, or a map that stands for it. */
    PROPERTIES("properties text or a map"),
    /** A map with keys of the user's choice. */
    MAP("a map"),
    /** A map whose keys are settings ({@code tls} before {@code tls.trustStore}). */
    SECTION("a map"),
    /** A list; its elements are described by the path with {@code []}. */
    LIST("a list");

    private final String description;

    Type(String description) {
      this.description = description;
    }
  }

  public Setting {
    Objects.requireNonNull(path);
    Objects.requireNonNull(type);
    Objects.requireNonNull(defaultValue);
    Objects.requireNonNull(minimum);
    Objects.requireNonNull(maximum);
    Objects.requireNonNull(description);
    allowedValues = List.copyOf(allowedValues);
  }

  /** An optional setting without a default, of any value of the type. */
  public static Setting of(String path, Type type, String description) {
    Optional<String> none = Optional.empty();
    return new Setting(path, type, false, none, none, none, List.of(), false, description);
  }

  /**
   * The settings that the components of a record declare, in their order.
   *
   * @throws IllegalArgumentException when a component has neither a {@link Key} nor is a record, or
   *     its type is none that {@link Key} lists, or its default is not allowed
   */
  public static List<Setting> of(Class<? extends Record> file) {
    return KeyedRecord.settings(file, "");
  }

  /** What a value may be, for messages and reference pages: form and bounds, or the words. */
  public String allowed() {
    return allowedValues.isEmpty()
        ? type.description
            + minimum.map(least -> " from " + least).orElse("")
            + maximum.map(most -> " to " + most).orElse("")
        : String.join(", ", allowedValues);
  }

  /**
   * The value of a text: a Long (INTEGER, SIZE), Double (NUMBER, RATE), Boolean or Duration,
   * otherwise the text.
   */
  Optional<Object> parse(String text) {
    return typed(text.strip())
        .filter(value -> minimum.flatMap(this::typed).filter(m -> order(value, m) < 0).isEmpty())
        .filter(value -> maximum.flatMap(this::typed).filter(m -> order(value, m) > 0).isEmpty())
        .map(Object.class::cast);
  }

  @SuppressWarnings("unchecked") // Both are of the type that the setting has.
  private static int order(Object one, Object other) {
    return ((Comparable<Object>) one).compareTo(other);
  }

  public Setting asSecret() {
    return new Setting(
        path, type, required, defaultValue, minimum, maximum, allowedValues, true, description);
  }

  private Optional<?> typed(String text) {
    try {
      return switch (type) {
        case INTEGER -> Optional.of(Long.parseLong(text));
        case NUMBER -> Quantities.share(text);
        case RATE -> Quantities.rate(text);
        case BOOLEAN ->
            Optional.of(text).filter(List.of("true", "false")::contains).map(Boolean::valueOf);
        case DURATION -> Quantities.duration(text);
        case DURATION_OR_MILLISECONDS -> Quantities.milliseconds(text);
        case SIZE -> Quantities.bytes(text);
        default -> allowedValues.isEmpty() ? Optional.of(text) : chosen(text);
      };
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** OMB's files have words in capitals. */
  private Optional<String> chosen(String text) {
    return allowedValues.stream().filter(each -> word(each).equals(word(text))).findFirst();
  }

  /** A choice as files write it: {@code per-client} for {@code PER_CLIENT}. */
  static String word(String text) {
    return text.toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
