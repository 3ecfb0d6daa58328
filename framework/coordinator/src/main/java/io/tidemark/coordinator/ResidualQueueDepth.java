package io.tidemark.coordinator;

import io.tidemark.model.worker.TelemetrySample;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What queues held when everything was closed, as far as the driver tells it at once: after a run
 * they should be empty. Several workers tell of the same queues, and close one after another: the
 * latest reading counts.
 */
final class ResidualQueueDepth {
  private static final String FACT = "queue.messages.left";
  private final Map<String, Long> messagesByQueue = new TreeMap<>();
  private final Map<String, Long> readAt = new HashMap<>();

  /**
   * Takes a reading that a worker asked for after it had closed everything. Figures that a broker
   * refreshes only so often may be from before that, and are left out.
   */
  void add(long epochNanos, TelemetrySample sample) {
    if (sample.name().equals(TelemetrySample.QUEUE_MESSAGES)
        && sample.resolutionMillis() == 0
        && epochNanos >= readAt.getOrDefault(sample.subject(), Long.MIN_VALUE)) {
      readAt.put(sample.subject(), epochNanos);
      messagesByQueue.put(sample.subject(), (long) sample.value());
    }
  }

  /** The broker's facts, with one more where there are queues to tell of. */
  Map<String, String> addedTo(Map<String, String> facts) {
    if (messagesByQueue.isEmpty()) {
      return facts;
    }
    Map<String, String> more = new LinkedHashMap<>(facts);
    more.put(FACT, text());
    return more;
  }

  private String text() {
    long left = messagesByQueue.values().stream().mapToLong(Long::longValue).sum();
    int queues = messagesByQueue.size();
    return left == 0
        ? "0 in " + queues + (queues == 1 ? " queue" : " queues")
        : left
            + ": "
            + messagesByQueue.entrySet().stream()
                .filter(queue -> queue.getValue() > 0)
                .map(queue -> queue.getKey() + " " + queue.getValue())
                .collect(Collectors.joining(", "));
  }
}
