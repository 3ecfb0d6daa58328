package io.tidemark.coordinator;

import io.tidemark.model.worker.Counters;
import io.tidemark.model.worker.TelemetrySample;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What the broker itself has counted on the run's destinations, as far as drivers tell it. Brokers
 * refresh such figures only so often: they are compared with ours when they have settled. Used by
 * one thread.
 */
final class BrokerCounts {
  private static final Duration LEAST_PATIENCE = Duration.ofSeconds(12);
  private static final Duration MOST_PATIENCE = Duration.ofSeconds(20);
  // RabbitMQ's management shows counts in steps of five seconds, whatever its interval is.
  private static final Duration STEP = Duration.ofSeconds(6);

  /** What is counted; every worker may tell the same. */
  enum Kind {
    PUBLISHED(TelemetrySample.RUN_PUBLISHED),
    DELIVERED(TelemetrySample.RUN_DELIVERED),
    ACKNOWLEDGED(TelemetrySample.RUN_ACKNOWLEDGED);

    private final String reading;

    Kind(String reading) {
      this.reading = reading;
    }
  }

  /**
   * Sums over all destinations.
   *
   * @param published taken from publishers, each message once
   * @param delivered sent to consumers; empty when the broker does not tell
   * @param acknowledged by consumers, who may acknowledge later than they receive; empty when the
   *     broker does not tell
   * @param nodeDown whether the broker told of a node that was down: its counts are lost
   * @param settled whether nothing has changed for longer than the broker needs to show a change
   */
  record Totals(
      Optional<Long> published,
      Optional<Long> delivered,
      Optional<Long> acknowledged,
      boolean nodeDown,
      boolean settled) {}

  private final Map<Kind, Map<String, Long>> latest = new EnumMap<>(Kind.class);
  private long resolutionMillis;
  private boolean nodeDown;
  private long lastReadingEpochNanos;
  private long lastChangeEpochNanos;

  void add(TelemetrySample sample) {
    nodeDown |= sample.name().equals(TelemetrySample.NODE_RUNNING) && sample.value() == 0;
    for (Kind kind : Kind.values()) {
      if (sample.name().equals(kind.reading)) {
        Long before = latest.computeIfAbsent(kind, key -> new HashMap<>()).get(sample.subject());
        long now = (long) sample.value();
        lastReadingEpochNanos = Math.max(lastReadingEpochNanos, sample.epochNanos());
        if (before == null || now > before) { // Workers tell the same, one later than the other.
          latest.get(kind).put(sample.subject(), now);
          lastChangeEpochNanos = Math.max(lastChangeEpochNanos, sample.epochNanos());
        }
        resolutionMillis = Math.max(resolutionMillis, sample.resolutionMillis());
      }
    }
  }

  boolean known() {
    return !latest.isEmpty();
  }

  Totals totals() {
    return new Totals(
        sum(Kind.PUBLISHED),
        sum(Kind.DELIVERED),
        sum(Kind.ACKNOWLEDGED),
        nodeDown,
        lastReadingEpochNanos - lastChangeEpochNanos >= STEP.toNanos());
  }

  private Optional<Long> sum(Kind kind) {
    return Optional.ofNullable(latest.get(kind))
        .map(counts -> counts.values().stream().mapToLong(Long::longValue).sum());
  }

  /** Whether the broker has counted as much as we have. A kind not yet told may still come. */
  boolean caughtUpWith(Counters total) {
    Totals broker = totals();
    return broker.published().orElse(0L) >= total.acknowledged()
        && broker.delivered().orElse(0L) >= total.received();
  }

  /** How long to wait for that: two refreshes and a moment, longer since a busy broker is late. */
  Duration patience() {
    Duration patience = Duration.ofMillis(2 * resolutionMillis).plusSeconds(1);
    if (patience.compareTo(LEAST_PATIENCE) < 0) {
      return LEAST_PATIENCE;
    }
    return patience.compareTo(MOST_PATIENCE) > 0 ? MOST_PATIENCE : patience;
  }
}
