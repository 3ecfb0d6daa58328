package io.tidemark.report.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Reads {@code result.json} of schema version 1, in which phases and totals had rates by time
 * beside counts by intention, and no counts by time.
 */
final class SchemaVersion1 {
  private SchemaVersion1() {}

  static void upgrade(JsonNode result) {
    interval(result.path("totals"));
    result.path("phases").forEach(SchemaVersion1::interval);
  }

  private static void interval(JsonNode interval) {
    if (interval instanceof ObjectNode node && node.has("rates")) {
      ObjectNode byTime = node.putObject("byTime");
      byTime.set("sendingSeconds", node.path("lengthSeconds"));
      byTime.set("receivingSeconds", node.path("lengthSeconds"));
      byTime.set("rates", node.remove("rates"));
      node.set("countsByIntention", node.remove("counts"));
    }
  }
}
