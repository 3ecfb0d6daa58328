package io.tidemark.model.result.tree;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;

/**
 * {@code result.json} of schema version 1, in which phases and totals had rates by time beside
 * counts by intention, and no counts by time. The upgrade calculates these from rates and time.
 */
final class SchemaVersion1 {
  private static final Map<String, String> COUNT_OF_RATE =
      Map.of(
          "sendRatePerSecond", "sentMessages",
          "publishRatePerSecond", "acknowledgedMessages",
          "publishBytesPerSecond", "acknowledgedBytes",
          "publishErrorRatePerSecond", "failedMessages",
          "consumeRatePerSecond", "receivedMessages",
          "consumeBytesPerSecond", "receivedBytes",
          "roundTripRatePerSecond", "answeredRequests");

  private static final String ROUND_TRIPS = "roundTrips";

  private SchemaVersion1() {}

  static void upgrade(JsonNode result) {
    interval(result.path("totals"));
    result.path("phases").forEach(SchemaVersion1::interval);
  }

  private static void interval(JsonNode interval) {
    if (interval instanceof ObjectNode node && node.has("rates")) {
      JsonNode rates = node.remove("rates");
      double seconds = node.path("lengthSeconds").asDouble();
      ObjectNode byTime = node.putObject("byTime");
      byTime.put("sendingSeconds", seconds);
      byTime.put("receivingSeconds", seconds);
      ObjectNode counts = byTime.putObject("counts");
      COUNT_OF_RATE.forEach(
          (rate, count) -> {
            if (rates.has(rate)) {
              ObjectNode of = count.equals("answeredRequests") ? roundTrips(counts) : counts;
              of.put(count, Math.round(rates.path(rate).asDouble() * seconds));
            }
          });
      node.set("countsByIntention", node.remove("counts"));
    }
  }

  private static ObjectNode roundTrips(ObjectNode counts) {
    return counts.withObjectProperty(ROUND_TRIPS);
  }
}
