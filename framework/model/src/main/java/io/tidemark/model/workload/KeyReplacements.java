package io.tidemark.model.workload;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Keys of which a workload has one or the other. */
public final class KeyReplacements {
  /** Keys of other patterns, with what {@code pattern: request-reply} has instead. */
  public static final Map<String, String> OF_REQUEST_REPLY = replaced();

  /** Keys with the one that cannot be there, too; JSON Schema has them as well. */
  public static final Map<String, String> ALTERNATIVES =
      new TreeMap<>(
          Map.of(
              "messageSizeDistribution", "messageSize",
              "testDuration", "testDurationMinutes",
              "warmupDuration", "warmupDurationMinutes"));

  /** What a trace decides, and what would change it. */
  public static final List<String> NOT_REPLAYED =
      List.of(
          "producerRate",
          "rateCurve",
          "bursts",
          "arrivals",
          "arrivalBatch",
          "topicZipfExponent",
          "messageSize",
          "messageSizeDistribution",
          "keyDistributor",
          "payloadFile",
          "useRandomizedPayloads",
          "phases",
          "messageLimit",
          "search");

  private KeyReplacements() {}

  private static Map<String, String> replaced() {
    Map<String, String> replaced = new LinkedHashMap<>();
    replaced.put("topics", "pairs");
    replaced.put("subscriptionsPerTopic", "responders");
    replaced.put("producersPerTopic", "requesters");
    replaced.put("consumerPerSubscription", "responders");
    replaced.put("maxInFlightPerProducer", "requestsInFlight");
    return replaced;
  }
}
