package io.tidemark.model.yaml;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Keeps secrets out of results, logs and messages: the given values wherever they appear, and what
 * looks like a secret by the name of its key or its place in a URI. Immutable.
 */
public final class SecretMask {
  /** What stands in a secret's place. */
  public static final String MASK = "***";

  private static final Pattern ESCAPE = Pattern.compile("%[0-9A-F]{2}");

  /** What must be encoded in the user's part of a URI. */
  private static final Pattern RESERVED = Pattern.compile("[^\\w.~!$&'()*+,;=:-]");

  private final List<String> values;

  private SecretMask(List<String> values) {
    this.values = values;
  }

  /**
   * Masks these values beside what looks secret. Values shorter than three characters are left
   * alone: masking them would garble all text.
   */
  public static SecretMask of(List<String> secrets) {
    return new SecretMask(
        secrets.stream()
            .map(String::strip)
            .filter(value -> value.length() >= 3)
            .flatMap(SecretMask::forms)
            .distinct()
            .sorted(Comparator.comparingInt(String::length).reversed())
            .toList());
  }

  /** The value itself, and how it looks in a URI, in a form and in JSON. */
  private static Stream<String> forms(String value) {
    String form = URLEncoder.encode(value, StandardCharsets.UTF_8);
    String uri = form.replace("+", "%20");
    return Stream.of(
        value,
        form,
        uri,
        ESCAPE.matcher(uri).replaceAll(escape -> escape.group().toLowerCase(Locale.ROOT)),
        RESERVED.matcher(value).replaceAll(c -> percent(c.group())),
        value.replace("\\", "\\\\").replace("\"", "\\\""));
  }

  /** Encodes a character as encoders do that leave what a user's part may contain. */
  private static String percent(String character) {
    return URLEncoder.encode(character, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** Masks the values alone. */
  public String maskValues(String text) {
    String masked = text;
    for (String value : values) {
      masked = masked.replace(value, MASK);
    }
    return masked;
  }

  /** Masks known values, passwords in URIs and in assignments of a text of any kind. */
  public String mask(String text) {
    return maskLooks(maskValues(text));
  }

  /** Masks what looks secret; without known values. Takes time in proportion to the text. */
  public static String maskLooks(String text) {
    return masked(text, SecretSpans.of(text));
  }

  /** Masks users, passwords and parameters of addresses. Takes time in proportion to the text. */
  public static String maskAddresses(String text) {
    return masked(text, SecretSpans.ofAddresses(text));
  }

  private static String masked(String text, List<SecretSpans.Span> spans) {
    StringBuilder masked = new StringBuilder();
    int from = 0;
    for (SecretSpans.Span span : spans) {
      masked.append(text, from, span.from()).append(MASK);
      from = span.to();
    }
    return masked.append(text, from, text.length()).toString();
  }

  /** A copy of a configuration, masked by key and by value; keys stay. */
  public Map<String, Object> mask(Map<String, ?> configuration) {
    Map<String, Object> masked = new LinkedHashMap<>();
    configuration.forEach((key, value) -> masked.put(key, mask(key, value)));
    return masked;
  }

  private Object mask(String key, Object value) {
    if (value instanceof Map<?, ?> map) {
      Map<String, Object> masked = new LinkedHashMap<>();
      map.forEach((k, v) -> masked.put(String.valueOf(k), mask(String.valueOf(k), v)));
      return masked;
    }
    if (value instanceof List<?> list) {
      return list.stream().map(item -> mask(key, item)).toList();
    }
    boolean text = value instanceof CharSequence;
    if (text && SecretName.isOfBrokers(value.toString())) {
      return value; // A file that is stored so can be used again.
    }
    if (value != null && SecretName.looksSecret(key)) {
      return MASK;
    }
    return text ? mask(value.toString()) : maskNumber(value);
  }

  /** A secret may be a number; other numbers keep their type. */
  private Object maskNumber(Object value) {
    return Optional.ofNullable(value)
        .map(String::valueOf)
        .filter(values::contains)
        .<Object>map(secret -> MASK)
        .orElse(value);
  }
}
