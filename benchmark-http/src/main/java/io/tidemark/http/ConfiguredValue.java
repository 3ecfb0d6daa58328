package io.tidemark.http;

import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/**
 * One setting of a driver's file, however deep it stands; also those inside a text of properties,
 * as OMB's Kafka file has them.
 *
 * @param path where, for messages
 * @param key its last part
 * @param text what it says; may be secret
 */
record ConfiguredValue(String path, String key, String text) {

  static void collect(String path, Object node, List<ConfiguredValue> into) {
    if (node instanceof Map<?, ?> map) {
      map.forEach((key, value) -> collect(join(path, String.valueOf(key)), value, into));
    } else if (node instanceof List<?> list) {
      for (int i = 0; i < list.size(); i++) {
        collect(path + "[" + i + "]", list.get(i), into);
      }
    } else if (node != null) {
      String text = String.valueOf(node);
      into.add(new ConfiguredValue(path, lastPart(path), text));
      if (text.contains("=") || text.contains("\n")) {
        properties(text).forEach((key, value) -> into.add(inside(path, key, value)));
      }
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
    int bracket = path.endsWith("]") ? path.lastIndexOf('[') : path.length();
    return path.substring(0, bracket);
  }

  /** Without the value: it may be secret. */
  @Override
  public String toString() {
    return path;
  }
}
