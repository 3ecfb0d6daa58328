package io.tidemark.model.workload;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.regex.Pattern;

/** A value as YAML in one line. */
final class YamlText {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z][A-Za-z0-9 _./-]*[A-Za-z0-9]");

  private YamlText() {}

  /** Plain words as they are, all else as JSON, which is YAML. */
  static String of(Object value) {
    if (value instanceof String text && PLAIN.matcher(text).matches() && !isKeyword(text)) {
      return text;
    }
    try {
      return JSON.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("maps, lists and scalars can always be written", e);
    }
  }

  private static boolean isKeyword(String text) {
    return text.matches("(?i)true|false|null|yes|no|on|off");
  }
}
