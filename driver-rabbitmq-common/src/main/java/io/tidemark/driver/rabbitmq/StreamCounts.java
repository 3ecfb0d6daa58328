package io.tidemark.driver.rabbitmq;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.Map;

/**
 * The broker's counts of connected stream clients, by stream: they belong to publishers and
 * consumers, and are lost with them.
 */
record StreamCounts(Map<String, Long> published, Map<String, Long> delivered) {
  StreamCounts {
    published = Map.copyOf(published);
    delivered = Map.copyOf(delivered);
  }

  /** Sums the lists of the stream plug-in's part of the management API. */
  static StreamCounts of(JsonNode publishers, JsonNode consumers) {
    return new StreamCounts(sums(publishers, "published"), sums(consumers, "consumed"));
  }

  private static Map<String, Long> sums(JsonNode clients, String field) {
    Map<String, Long> sums = new HashMap<>();
    for (JsonNode client : clients) {
      if (client.path(field).isNumber()) {
        String stream = client.path("queue").path("name").asText();
        sums.merge(stream, client.path(field).asLong(), Long::sum);
      }
    }
    return sums;
  }
}
