package io.tidemark.coordinator.delivery;

import io.tidemark.model.result.Text;
import io.tidemark.model.result.VerdictInputs.LeftAtBroker;
import io.tidemark.model.snapshot.TelemetrySample;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Messages left in each queue, and for each subscription, at shutdown, if the driver reports them
 * without delay. Several workers report the same at different times: the latest reading counts.
 */
public final class ResidualQueueDepth {
  private static final String FACT = "queue.messages.left";
  private final Map<String, Long> messagesByQueue = new TreeMap<>();
  private final Map<String, Long> messagesBySubscription = new TreeMap<>();
  private final Map<String, Long> acknowledged = new TreeMap<>();
  private final Map<String, Long> readAt = new HashMap<>();
  private Optional<Long> acknowledgedInTheEnd = Optional.empty();

  /**
   * Takes a reading of a worker after it has closed its clients. Metrics that the broker refreshes
   * at intervals may be older and are skipped.
   */
  public void add(long epochNanos, TelemetrySample sample) {
    Optional<Map<String, Long>> figures =
        switch (sample.name()) {
          case TelemetrySample.QUEUE_MESSAGES -> Optional.of(messagesByQueue);
          case TelemetrySample.SUBSCRIPTION_LAG -> Optional.of(messagesBySubscription);
          case TelemetrySample.RUN_ACKNOWLEDGED -> Optional.of(acknowledged);
          default -> Optional.empty();
        };
    String reading = sample.name() + " " + sample.subject();
    if (figures.isPresent()
        && sample.resolutionMillis() == 0
        && epochNanos >= readAt.getOrDefault(reading, Long.MIN_VALUE)) {
      readAt.put(reading, epochNanos);
      figures.get().put(sample.subject(), (long) sample.value());
    }
  }

  /** The acknowledgements of a broker that refreshes their count at intervals. */
  public void acknowledgedInTheEnd(Optional<Long> messages) {
    acknowledgedInTheEnd = messages;
  }

  /**
   * Returns the findings for the verdict.
   *
   * @param contradictions readings that cannot be right
   */
  public LeftAtBroker found(List<String> contradictions) {
    return new LeftAtBroker(
        positive(messagesByQueue),
        positive(messagesBySubscription),
        acknowledged().orElse(null),
        contradictions);
  }

  private Optional<Long> acknowledged() {
    return acknowledged.isEmpty()
        ? acknowledgedInTheEnd
        : Optional.of(LeftAtBroker.sum(acknowledged));
  }

  private static Map<String, Long> positive(Map<String, Long> messages) {
    Map<String, Long> left = new TreeMap<>(messages);
    left.values().removeIf(number -> number <= 0);
    return left;
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
        ? "0 in " + Text.plural(queues, "queue")
        : left
            + ": "
            + messagesByQueue.entrySet().stream()
                .filter(queue -> queue.getValue() > 0)
                .map(queue -> queue.getKey() + " " + queue.getValue())
                .collect(Collectors.joining(", "));
  }
}
