package io.tidemark.driver.kafka;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Time spans such as {@code 100ms}, {@code 30s}, {@code 5m}. */
final class TimeSpan {
  private static final Pattern FORM = Pattern.compile("(\\d{1,9})(ms|s|m|h)");

  private TimeSpan() {}

  static Duration of(JsonNode root, String key, Duration defaultValue) {
    JsonNode value = root.path(key);
    return value.isMissingNode() ? defaultValue : parse(key, value.asText());
  }

  private static Duration parse(String key, String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new IllegalArgumentException(
          key + ": got '" + text + "'; allowed: a time span such as 100ms, 30s or 5m");
    }
    long amount = Long.parseLong(form.group(1));
    return switch (form.group(2)) {
      case "ms" -> Duration.ofMillis(amount);
      case "s" -> Duration.ofSeconds(amount);
      case "m" -> Duration.ofMinutes(amount);
      default -> Duration.ofHours(amount);
    };
  }
}
