package io.tidemark.driver.settings;

import io.tidemark.driver.DescribedDriver;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One key of a configuration file: of a driver, as {@link DescribedDriver} describes it, or of the
 * framework. {@link Settings} makes them from a record whose components have a {@link Key}; checks,
 * JSON Schemas and reference pages are made from settings.
 *
 * @param path the key's path: {@code acks}, {@code tls.trustStore}, {@code amqpUris[]} for the
 *     elements of a list, {@code properties[].name} for a key of each element
 * @param types what its value may be; empty if only the words are allowed
 * @param allowedValues words that are allowed in addition to the types; without a type the only
 *     values
 * @param required whether it must be there, if the section is there in which it is
 * @param defaultValue what holds without it, as text; empty for nothing
 * @param minimum the least value of a number, size or time span, as text; empty for no limit
 * @param maximum the greatest value; empty for no limit
 * @param secret whether its value (or, for {@link Type#PROPERTIES}, the values of entries that look
 *     like secrets) must be masked wherever it appears
 * @param description one sentence for reference documentation and schema
 * @param olderNames earlier names of the key, which still have its meaning
 * @param form of a text; empty for any
 * @param shorthand the key of this section for which a plain value stands; empty for none
 */
public record Setting(
    String path,
    List<Type> types,
    List<String> allowedValues,
    boolean required,
    Optional<String> defaultValue,
    Optional<String> minimum,
    Optional<String> maximum,
    boolean secret,
    String description,
    List<OlderName> olderNames,
    Optional<Form> form,
    Optional<String> shorthand) {
  private static final double UNLIMITED = 1e18;

  /** The form of a value. */
  @SuppressWarnings("ImmutableEnumChecker") // Its functions have no state.
  public enum Type {
    STRING("a text", Optional::of),
    /** One short line, for results and messages. */
    NAME("a name of 1 to 200 characters", TypedText::name),
    /** For {@code /bin/sh -c}. */
    COMMAND("a shell command", TypedText::command),
    INTEGER("a whole number", TypedText::whole),
    /** A number such as {@code 0.5}, or a percentage: {@code 50%}. */
    NUMBER("a number or percentage", Quantities::share),
    /** In percent, with or without the sign. */
    PERCENT("a percentage such as 99 or 99%", Quantities::percent),
    /** A rate such as {@code 500}, {@code 20k} or {@code 20k/s}; each second. */
    RATE("a rate such as 500, 20k or 20k/s", Quantities::rate),
    BOOLEAN("true or false", TypedText::truth),
    /** A time span such as {@code 30s}, {@code 1h30m} or {@code 100ms}; the unit is required. */
    DURATION("a time span such as 500ms, 30s, 5m or 1h30m", Quantities::duration),
    /** A {@link #DURATION} or a plain number of milliseconds; only for keys that OMB has so. */
    DURATION_OR_MILLISECONDS(
        "a time span such as 500ms or 30s, or a number of milliseconds", Quantities::milliseconds),
    /** A size such as {@code 512}, {@code 64KB} or {@code 2GB}; in bytes. */
    SIZE("a size such as 100, 1KB or 2GB", Quantities::bytes),
    /** Java properties text, or a map that stands for it. */
    PROPERTIES("properties (key=value lines, or a map)", Optional::of),
    /** A map with keys of the user's choice. */
    MAP("a map", text -> Optional.empty()),
    /** A map whose keys are settings ({@code tls} before {@code tls.trustStore}). */
    SECTION("a map", text -> Optional.empty()),
    /** A list; its elements are described by the path with {@code []}. */
    LIST("a list", text -> Optional.empty()),
    ANY("anything", Optional::of);

    private final String description;
    private final Function<String, Optional<?>> reader;

    Type(String description, Function<String, Optional<?>> reader) {
      this.description = description;
      this.reader = reader;
    }

    /** For messages and reference pages. */
    public String description() {
      return description;
    }

    /** Whether its values are maps or lists. */
    public boolean isTree() {
      return this == MAP || this == SECTION || this == LIST;
    }

    /**
     * The value of a text: a Long (INTEGER, SIZE), Double (NUMBER, PERCENT, RATE), Boolean or
     * Duration, else the text; empty if the text has another form.
     */
    public Optional<Object> parse(String text) {
      return reader.apply(text).map(value -> value);
    }

    /** A number, a rate each second, a size in bytes, a time span in nanoseconds. */
    public Optional<Double> number(String text) {
      return parse(text).flatMap(TypedText::number);
    }
  }

  /**
   * What a text must be.
   *
   * @param pattern a regular expression
   * @param words what it permits
   */
  public record Form(String pattern, String words) {}

  /**
   * An earlier name of a key.
   *
   * @param name of the key, in the same section
   * @param unit of a plain number that is its value: {@code ms} for {@code timeoutMillis}; empty if
   *     its values have the form of the key's
   */
  public record OlderName(String name, String unit) {
    /** From {@code timeoutMillis ms}, or a name alone. */
    static OlderName parse(String text) {
      String[] parts = text.split(" ", 2);
      return new OlderName(parts[0], parts.length == 2 ? parts[1] : "");
    }

    private String converted(String text) {
      return unit.isEmpty() || text.isEmpty() ? text : text + unit;
    }
  }

  public Setting {
    Objects.requireNonNull(path);
    Objects.requireNonNull(description);
    types = List.copyOf(types);
    allowedValues = List.copyOf(allowedValues);
    olderNames = List.copyOf(olderNames);
    if (types.isEmpty() && allowedValues.isEmpty()) {
      throw new IllegalArgumentException(path + " allows nothing");
    }
  }

  /** An optional setting without a default, of any value of the type. */
  public static Setting of(String path, Type type, String description) {
    return of(path, List.of(type), description);
  }

  /** An optional setting without a default, of any value of the types. */
  public static Setting of(String path, List<Type> types, String description) {
    Optional<String> no = Optional.empty();
    return new Setting(
        path,
        types,
        List.of(),
        false,
        no,
        no,
        no,
        false,
        description,
        List.of(),
        Optional.empty(),
        no);
  }

  /** The type of its values; the first one if there are several, and a text for words. */
  public Type type() {
    return types.isEmpty() ? Type.STRING : types.get(0);
  }

  /** A value of an earlier name as the key itself would have it. */
  String converted(String earlier, String text) {
    return olderNames.stream()
        .filter(older -> older.name.equals(earlier))
        .map(older -> older.converted(text))
        .findFirst()
        .orElse(text);
  }

  /** Its name in the map in which it is. */
  public String name() {
    return path.substring(path.lastIndexOf('.') + 1);
  }

  public Setting asSecret() {
    return with(path, allowedValues, minimum, maximum, true);
  }

  /** The key with other words. */
  public Setting withAllowed(List<String> words) {
    return with(path, words, minimum, maximum, secret);
  }

  /** The key in another place. */
  public Setting at(String otherPath) {
    return with(otherPath, allowedValues, minimum, maximum, secret);
  }

  /** The key with a least and a greatest value. */
  public Setting within(Optional<String> least, Optional<String> greatest) {
    return with(path, allowedValues, least, greatest, secret);
  }

  private Setting with(
      String at, List<String> words, Optional<String> min, Optional<String> max, boolean mask) {
    return new Setting(
        at,
        types,
        words,
        required,
        defaultValue,
        min,
        max,
        mask,
        description,
        olderNames,
        form,
        shorthand);
  }

  /** What a value may be, for messages and reference pages: forms with bounds, and words. */
  public String allowed() {
    Stream<String> forms = form.map(Form::words).stream();
    return Stream.concat(
            form.isPresent() ? forms : types.stream().map(this::allowed), allowedValues.stream())
        .distinct()
        .collect(Collectors.joining(", "));
  }

  private String allowed(Type type) {
    return switch (type) {
      case INTEGER, NUMBER, PERCENT, RATE, DURATION, SIZE -> type.description + range(type);
      default -> type.description;
    };
  }

  /** Without the bound 0: sizes and time spans are never negative. */
  private String range(Type type) {
    boolean signed = type != Type.SIZE && type != Type.DURATION;
    String from =
        least()
            .filter(least -> (signed || least > 0) && least > -UNLIMITED)
            .map(least -> " from " + written(type, least))
            .orElse("");
    String to =
        greatest()
            .filter(most -> most < UNLIMITED)
            .map(most -> " to " + written(type, most))
            .orElse(type == Type.DURATION ? " to " + Quantities.text(Quantities.LONGEST) : "");
    return from + to;
  }

  private static String written(Type type, double bound) {
    return switch (type) {
      case DURATION, DURATION_OR_MILLISECONDS -> TypedText.writtenDuration(bound);
      case SIZE -> TypedText.writtenSize(bound);
      default -> TypedText.written(bound);
    };
  }

  /** The least value of a number, of a size in bytes, of a time span in nanoseconds. */
  public Optional<Double> least() {
    return minimum.flatMap(this::bound);
  }

  /** The greatest value in the same unit. */
  public Optional<Double> greatest() {
    return maximum.flatMap(this::bound);
  }

  private Optional<Double> bound(String text) {
    return types.stream().flatMap(type -> type.number(text).stream()).findFirst();
  }

  /**
   * The value of a text: a word, or what {@link Type#parse} makes of it within the bounds; empty if
   * it is not allowed.
   */
  public Optional<Object> parse(String text) {
    return allowedValues.contains(text)
        ? Optional.of(text)
        : types.stream().flatMap(type -> value(type, text).stream()).findFirst();
  }

  private Optional<Object> value(Type type, String text) {
    return type.parse(text)
        .filter(value -> TypedText.number(value).map(this::isInRange).orElse(true))
        .filter(value -> form.isEmpty() || text.matches(form.get().pattern));
  }

  private boolean isInRange(double value) {
    return least().filter(least -> value < least).isEmpty()
        && greatest().filter(most -> value > most).isEmpty();
  }

  /**
   * A constant as files write it: its own text, or else {@code per-client} for {@code PER_CLIENT}.
   */
  public static String word(Enum<?> constant) {
    String text = constant.toString();
    return text.equals(constant.name()) ? text.toLowerCase(Locale.ROOT).replace('_', '-') : text;
  }
}
