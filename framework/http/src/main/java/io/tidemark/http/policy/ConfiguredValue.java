package io.tidemark.http.policy;

import java.io.IOException;
import java.io.StringReader;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One setting of a driver's file at any depth; also in a text of properties, as in OMB's Kafka
 * file.
 *
 * @param path where, for messages
 * @param key its last part
 * @param text its value; may be secret
 */
record ConfiguredValue(String path, String key, String text) {
  private static final Pattern ADDRESS = Pattern.compile("\\(?[a-zA-Z][\\w+.-]*://");

  /** A value may hold further ones where several addresses stand in a list. */
  private static final Pattern PARAMETER =
      Pattern.compile("(?<=[?&;,(#])([^=?&;,()#\\s]+)=([^?&;)#\\s]{0,4096})");

  private static final Pattern INDICES = Pattern.compile("(\\[\\d++])++$");

  static void collect(String path, @Nullable Object node, List<ConfiguredValue> into) {
    if (node instanceof Map<?, ?> map) {
      map.forEach((key, value) -> collect(join(path, String.valueOf(key)), value, into));
    } else if (node instanceof List<?> list) {
      for (int i = 0; i < list.size(); i++) {
        collect(path + "[" + i + "]", list.get(i), into);
      }
    } else if (node != null) {
      String text = String.valueOf(node);
      into.add(new ConfiguredValue(path, lastPart(path), text));
      if (mayBeProperties(lastPart(path), text)) {
        properties(text).forEach((key, value) -> into.add(inside(path, key, value)));
      }
      parametersOfAddress(path, text, into);
    }
  }

  /** Properties need no '=': a colon or a blank does as well, and so a key decides, too. */
  private static boolean mayBeProperties(String key, String text) {
    String name = key.toLowerCase(Locale.ROOT);
    return name.endsWith("config")
        || text.contains("\n")
        || text.contains("\r")
        || text.contains("=") && !name.endsWith("password") && !ADDRESS.matcher(text).lookingAt();
  }

  /** Some clients take any of their settings in the address of the broker. */
  private static void parametersOfAddress(String path, String text, List<ConfiguredValue> into) {
    int query = text.contains("://") ? text.indexOf('?') : -1;
    if (query < 0) {
      return;
    }
    Matcher matcher = PARAMETER.matcher(text);
    for (int from = query; matcher.find(from); from = matcher.end(1)) {
      into.add(inside(path, decoded(matcher.group(1)), decoded(matcher.group(2))));
    }
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return text; // Not a valid percent-escape.
    }
  }

  private static ConfiguredValue inside(String path, Object key, Object value) {
    return new ConfiguredValue(
        join(path, String.valueOf(key)), String.valueOf(key), String.valueOf(value));
  }

  private static Properties properties(String text) {
    Properties properties = new Properties();
    try {
      properties.load(new StringReader(text));
    } catch (IOException | IllegalArgumentException e) {
      properties.clear(); // No properties; the text itself is among the values.
    }
    return properties;
  }

  private static String join(String path, String key) {
    return path.isEmpty() ? key : path + "." + key;
  }

  private static String lastPart(String path) {
    return INDICES.matcher(path).replaceFirst("");
  }

  /** Prints the path without the value: it may be secret. */
  @Override
  public String toString() {
    return path;
  }
}
