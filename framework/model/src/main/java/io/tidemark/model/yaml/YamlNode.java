package io.tidemark.model.yaml;

import io.tidemark.driver.settings.Quantities;
import java.math.BigInteger;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A part of a YAML document that knows where it stands. */
public sealed interface YamlNode {

  /** Where it begins. */
  SourceLocation mark();

  /** The value as plain maps, lists, strings, numbers and booleans; {@code null} if it is empty. */
  @Nullable Object plain();

  /** The text of a scalar; empty for maps and lists. */
  default Optional<String> asText() {
    return this instanceof YamlScalar scalar ? Optional.of(scalar.text) : Optional.empty();
  }

  /** Maps, lists and scalars that are in no file. */
  static YamlNode of(@Nullable Object plain, SourceLocation mark) {
    if (plain instanceof List<?> list) {
      return new YamlList(mark, list.stream().map(each -> of(each, mark)).toList());
    }
    return plain instanceof Map<?, ?> map
        ? YamlMap.of(map, mark)
        : new YamlScalar(mark, plain == null ? "" : plain.toString(), plain instanceof String);
  }

  /** A map in the order of the file. */
  record YamlMap(SourceLocation mark, Map<String, Entry> entries) implements YamlNode {
    public YamlMap {
      entries = Collections.unmodifiableMap(new LinkedHashMap<>(entries));
    }

    /** A map that is in no file. */
    public static YamlMap of(Map<?, ?> plain, SourceLocation mark) {
      Map<String, Entry> entries = new LinkedHashMap<>();
      plain.forEach(
          (key, value) -> entries.put(key.toString(), new Entry(mark, YamlNode.of(value, mark))));
      return new YamlMap(mark, entries);
    }

    /** The value of a key; empty when the key is absent or its value is empty. */
    public Optional<YamlNode> get(String key) {
      return Optional.ofNullable(entries.get(key))
          .map(Entry::value)
          .filter(value -> !(value instanceof YamlScalar scalar && scalar.isNull()));
    }

    /** The text of a value, if it is a scalar. */
    public Optional<String> text(String key) {
      return get(key).flatMap(YamlNode::asText);
    }

    @Override
    public Map<String, Object> plain() {
      Map<String, Object> plain = new LinkedHashMap<>();
      entries.forEach((key, entry) -> plain.put(key, entry.value().plain()));
      return plain;
    }
  }

  /** A key's place and its value. */
  record Entry(SourceLocation keyMark, YamlNode value) {}

  /** A list. */
  record YamlList(SourceLocation mark, List<YamlNode> items) implements YamlNode {
    public YamlList {
      items = List.copyOf(items);
    }

    @Override
    public List<Object> plain() {
      return items.stream().map(YamlNode::plain).toList();
    }
  }

  /**
   * Anything else.
   *
   * @param text as meant: without quotes, escapes resolved
   * @param quoted whether it is surely text
   */
  record YamlScalar(SourceLocation mark, String text, boolean quoted) implements YamlNode {
    private static final Pattern INTEGER = Pattern.compile("[-+]?[0-9][0-9_]*");

    /** No number, time or date in any version of YAML begins with these, or is an IP address. */
    private static final Pattern WORD =
        Pattern.compile("[A-Za-z/_$].*|\\d+\\.\\d+\\.\\d+\\.\\d+", Pattern.DOTALL);

    private static final Pattern TRUTH = Pattern.compile("(?i)y|n|yes|no|on|off|true|false|null");

    public boolean isNull() {
      return !quoted && isNull(text);
    }

    static boolean isNull(String text) {
      return text.isEmpty() || text.equals("~") || text.equalsIgnoreCase("null");
    }

    /** Whether a text can be read as a whole number; quotes do not matter, as in OMB. */
    public static boolean isInteger(String text) {
      return INTEGER.matcher(text).matches();
    }

    @Override
    public @Nullable Object plain() {
      return quoted ? text : plain(text);
    }

    /**
     * The value of a text without quotes; null for an empty one. A number only if it is written as
     * the number itself prints: {@code 0123}, {@code 1e3}, {@code 1_000} and {@code 3.10} are text.
     */
    public static @Nullable Object plain(String text) {
      if (isNull(text)) {
        return null;
      }
      if (text.equals("true") || text.equals("false")) {
        return Boolean.valueOf(text);
      }
      Object value = Quantities.number(text).isPresent() ? plainNumber(text) : text;
      return value.toString().equals(text) ? value : text;
    }

    /** Whether what any reader of YAML makes of a text without quotes prints as that text. */
    static boolean isAsWritten(String text) {
      return plain(text) instanceof String
          ? WORD.matcher(text).matches() && !TRUTH.matcher(text).matches()
          : !isNull(text);
    }

    private static Object plainNumber(String text) {
      String digits = text.replace("_", "").strip(); // Java reads no number after U+2028.
      if (isInteger(text)) {
        BigInteger whole = new BigInteger(digits);
        if (whole.bitLength() < Long.SIZE) {
          return whole.longValue();
        }
      }
      return Double.valueOf(digits);
    }
  }
}
