package io.tidemark.driver.kafka;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.StringReader;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;

/** Client properties as OMB's files write them (properties text), or as a YAML map. */
final class ClientProperties {
  /** OMB's placeholder, and the system property that fills it. */
  private static final String ZONE_PLACEHOLDER = "{zone.id}";

  private static final String ZONE_PROPERTY = "zone.id";

  private ClientProperties() {}

  /**
   * The properties under this key; none when it is missing.
   *
   * @throws IllegalArgumentException when it is neither text nor a map of scalars
   */
  static Map<String, String> of(JsonNode root, String key) {
    JsonNode value = root.path(key);
    Map<String, String> properties = new HashMap<>();
    if (value.isTextual()) {
      parse(key, value.textValue()).forEach((k, v) -> properties.put((String) k, (String) v));
    } else if (value.isObject()) {
      value.fields().forEachRemaining(e -> properties.put(e.getKey(), scalar(key, e)));
    } else if (!value.isMissingNode() && !value.isNull()) {
      throw new IllegalArgumentException(key + ": got a list or number; allowed: text or a map");
    }
    String zone = System.getProperty(ZONE_PROPERTY, "");
    properties.replaceAll((k, v) -> v.replace(ZONE_PLACEHOLDER, zone));
    return properties;
  }

  private static Properties parse(String key, String text) {
    Properties parsed = new Properties();
    try {
      parsed.load(new StringReader(text));
    } catch (IOException | IllegalArgumentException e) {
      throw new IllegalArgumentException(key + ": not properties text: " + e.getMessage(), e);
    }
    return parsed;
  }

  private static String scalar(String key, Map.Entry<String, JsonNode> entry) {
    if (entry.getValue().isContainerNode()) {
      throw new IllegalArgumentException(
          key + "." + entry.getKey() + ": got a list or map; allowed: text, number or boolean");
    }
    return entry.getValue().isNull() ? "" : entry.getValue().asText();
  }
}
