package io.tidemark.coordinator.delivery;

import io.tidemark.model.snapshot.TelemetrySample;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Messages left in each queue at shutdown, if the driver reports them without delay. Several
 * workers report the same queues at different times: the latest reading counts.
 */
public final class ResidualQueueDepth {
  private static final String FACT = "queue.messages.left";
  private final Map<String, Long> messagesByQueue = new TreeMap<>();
  private final Map<String, Long> readAt = new HashMap<>();

  /**
   * Takes a reading of a worker after it has closed its clients. Metrics that the broker refreshes
   * at intervals may be older and are skipped.
   */
  public void add(long epochNanos, TelemetrySample sample) {
    if (sample.name().equals(TelemetrySample.QUEUE_MESSAGES)
        && sample.resolutionMillis() == 0
        && epochNanos >= readAt.getOrDefault(sample.subject(), Long.MIN_VALUE)) {
      readAt.put(sample.subject(), epochNanos);
      messagesByQueue.put(sample.subject(), (long) sample.value());
    }
  }

  /** The broker's facts, with the depths if there are queues. */
  public Map<String, String> addedTo(Map<String, String> facts) {
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
