package io.tidemark.driver.rabbitmq;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.driver.telemetry.TelemetryReading;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The broker's counts on queues and streams created by the run. Each subscription of a topic has a
 * queue with every message: a message counts as published once. Delivered and acknowledged messages
 * are reported per queue, because a worker knows only its own subscriptions. Thread-safe.
 */
final class RunQueues {
  /** Columns of the list of queues that are read in addition to those of telemetry. */
  static final String COLUMNS = "message_stats.deliver_no_ack,message_stats.get_no_ack";

  private final Map<String, Map<String, Set<String>>> queuesByTopic = new ConcurrentHashMap<>();

  void add(String topic, String subscription, List<String> queues) {
    queuesByTopic
        .computeIfAbsent(topic, key -> new ConcurrentHashMap<>())
        .put(subscription, Set.copyOf(queues));
  }

  boolean isEmpty() {
    return queuesByTopic.isEmpty();
  }

  /**
   * Reads counts from the management API's lists.
   *
   * @param queues with {@code message_stats}, as AMQP 0-9-1 has them
   */
  List<TelemetryReading> readings(JsonNode queues, StreamCounts streams, long resolutionMillis) {
    Map<String, Long> published = new HashMap<>(streams.published());
    Map<String, Long> delivered = new HashMap<>(streams.delivered());
    Map<String, Long> acknowledged = new HashMap<>();
    for (JsonNode queue : queues) {
      String name = queue.path("name").asText();
      JsonNode stats = queue.path("message_stats");
      add(published, name, stats.path("publish"));
      add(delivered, name, stats.path("deliver_get"));
      add(acknowledged, name, stats.path("ack"));
      add(acknowledged, name, stats.path("deliver_no_ack"));
      add(acknowledged, name, stats.path("get_no_ack"));
    }
    List<TelemetryReading> readings = new ArrayList<>();
    readings.add(
        new TelemetryReading(
            TelemetryReading.RUN_COUNTED_TOPICS, "worker", queuesByTopic.size(), 0));
    queuesByTopic.forEach(
        (topic, subscriptions) -> {
          Sums sums = new Sums(topic, subscriptions, resolutionMillis);
          sums.published(published).ifPresent(readings::add);
          readings.addAll(sums.each(TelemetryReading.RUN_DELIVERED, delivered));
          readings.addAll(sums.each(TelemetryReading.RUN_ACKNOWLEDGED, acknowledged));
        });
    return readings;
  }

  private static void add(Map<String, Long> counts, String queue, JsonNode number) {
    if (number.isNumber()) {
      counts.merge(queue, number.asLong(), Long::sum);
    }
  }

  private record Sums(String topic, Map<String, Set<String>> subscriptions, long resolutionMillis) {

    Optional<TelemetryReading> published(Map<String, Long> counts) {
      return subscriptions.values().stream()
          .filter(queues -> queues.stream().anyMatch(counts::containsKey))
          .map(queues -> sum(queues, counts))
          .max(Long::compare)
          .map(count -> reading(TelemetryReading.RUN_PUBLISHED, count));
    }

    /** By queue: another worker may know other subscriptions of this topic, or the same. */
    List<TelemetryReading> each(String name, Map<String, Long> counts) {
      return subscriptions.values().stream()
          .flatMap(Set::stream)
          .filter(counts::containsKey)
          .distinct()
          .sorted()
          .map(
              queue ->
                  new TelemetryReading(
                      name, queue, counts.getOrDefault(queue, 0L), resolutionMillis))
          .toList();
    }

    private static long sum(Set<String> queues, Map<String, Long> counts) {
      return queues.stream().mapToLong(queue -> counts.getOrDefault(queue, 0L)).sum();
    }

    private TelemetryReading reading(String name, long count) {
      return new TelemetryReading(name, topic, count, resolutionMillis);
    }
  }
}
