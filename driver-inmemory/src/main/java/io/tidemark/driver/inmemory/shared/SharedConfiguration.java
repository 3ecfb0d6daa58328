package io.tidemark.driver.inmemory.shared;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.tidemark.driver.Setting;
import io.tidemark.driver.Setting.Type;
import java.io.File;
import java.io.IOException;
import java.util.List;

/** The driver's file. */
record SharedConfiguration(int port, int queueCapacity, int retainedMessages) {
  private static final int DEFAULT_PORT = 7650;
  private static final int DEFAULT_QUEUE_CAPACITY = 10_000;
  private static final int DEFAULT_RETAINED_MESSAGES = 1_000_000;

  static final List<Setting> SETTINGS =
      List.of(
          Setting.of("port", Type.INTEGER, "Port of loopback behind which the first one hosts.")
              .withDefault(DEFAULT_PORT),
          Setting.of("queueCapacity", Type.INTEGER, "Messages held per subscription with consumers")
              .withDefault(DEFAULT_QUEUE_CAPACITY),
          Setting.of(
                  "retainedMessages", Type.INTEGER, "Messages held per subscription without them")
              .withDefault(DEFAULT_RETAINED_MESSAGES));

  static SharedConfiguration read(File file) throws IOException {
    try {
      JsonNode root = new YAMLMapper().readTree(file);
      return new SharedConfiguration(
          wholeNumber(root, "port", DEFAULT_PORT, 1, 65_535),
          wholeNumber(root, "queueCapacity", DEFAULT_QUEUE_CAPACITY, 1, Integer.MAX_VALUE),
          wholeNumber(root, "retainedMessages", DEFAULT_RETAINED_MESSAGES, 0, Integer.MAX_VALUE));
    } catch (JsonProcessingException e) {
      throw new IOException("shared in-memory driver file: " + e.getOriginalMessage(), e);
    }
  }

  private static int wholeNumber(JsonNode root, String key, int otherwise, int least, int most)
      throws IOException {
    JsonNode value = root.path(key);
    if (value.isMissingNode()) {
      return otherwise;
    }
    if (!value.canConvertToInt() || value.asInt() < least || value.asInt() > most) {
      throw new IOException(
          "shared in-memory driver file: %s: got '%s'; allowed: a number from %d to %d"
              .formatted(key, value.asText(), least, most));
    }
    return value.asInt();
  }
}
