package io.tidemark.driver.kafka;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.driver.SettingValues;
import java.time.Duration;

/** Time spans such as {@code 100ms}, {@code 30s}, {@code 5m}. */
final class TimeSpan {
  private TimeSpan() {}

  static Duration of(JsonNode root, String key, Duration defaultValue) {
    JsonNode value = root.path(key);
    return value.isMissingNode() ? defaultValue : parse(key, value.asText());
  }

  private static Duration parse(String key, String text) {
    Duration duration = SettingValues.parseDuration(text);
    if (duration == null) {
      throw new IllegalArgumentException(
          key + ": got '" + text + "'; allowed: a time span such as 100ms, 30s or 5m");
    }
    return duration;
  }
}
