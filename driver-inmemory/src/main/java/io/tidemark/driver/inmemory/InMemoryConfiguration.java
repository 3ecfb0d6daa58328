package io.tidemark.driver.inmemory;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.tidemark.driver.Setting;
import io.tidemark.driver.Setting.Type;
import java.io.File;
import java.io.IOException;
import java.util.List;

/** The driver's file. Keys it does not know are the framework's business, not the driver's. */
record InMemoryConfiguration(
    boolean direct, String space, int queueCapacity, int retainedMessages) {
  private static final int DEFAULT_QUEUE_CAPACITY = 10_000;
  private static final int DEFAULT_RETAINED_MESSAGES = 1_000_000;

  static final List<Setting> SETTINGS =
      List.of(
          Setting.of("delivery", Type.STRING, "Call consumers on the sender's thread, or queue.")
              .withAllowed("direct", "queued")
              .withDefault("direct"),
          Setting.of("space", Type.STRING, "Drivers of one JVM and space see the same topics.")
              .withDefault("default"),
          Setting.of("queueCapacity", Type.INTEGER, "Messages held per subscription with consumers")
              .withDefault(DEFAULT_QUEUE_CAPACITY),
          Setting.of(
                  "retainedMessages", Type.INTEGER, "Messages held per subscription without them")
              .withDefault(DEFAULT_RETAINED_MESSAGES));

  InMemoryConfiguration {
    if (queueCapacity < 1 || retainedMessages < 0) {
      throw new IllegalArgumentException(
          "queueCapacity must be at least 1 and retainedMessages at least 0, got "
              + queueCapacity
              + " and "
              + retainedMessages);
    }
  }

  static InMemoryConfiguration read(File file) throws IOException {
    try {
      JsonNode root = new YAMLMapper().readTree(file);
      return new InMemoryConfiguration(
          isDirect(root.path("delivery").asText("direct")),
          root.path("space").asText("default"),
          wholeNumber(root, "queueCapacity", DEFAULT_QUEUE_CAPACITY),
          wholeNumber(root, "retainedMessages", DEFAULT_RETAINED_MESSAGES));
    } catch (JsonProcessingException e) {
      throw new IOException("in-memory driver file is not YAML: " + e.getOriginalMessage(), e);
    } catch (IllegalArgumentException e) {
      throw new IOException("in-memory driver file: " + e.getMessage(), e);
    }
  }

  private static int wholeNumber(JsonNode root, String key, int defaultValue) {
    JsonNode value = root.path(key);
    if (!value.isMissingNode() && !value.canConvertToInt()) {
      throw new IllegalArgumentException(key + ": got '" + value.asText() + "'; allowed: a number");
    }
    return value.asInt(defaultValue);
  }

  private static boolean isDirect(String delivery) {
    return switch (delivery) {
      case "direct" -> true;
      case "queued" -> false;
      default ->
          throw new IllegalArgumentException(
              "delivery: got '" + delivery + "'; allowed: direct, queued");
    };
  }
}
