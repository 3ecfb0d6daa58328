package io.tidemark.driver.rabbitmq;

import io.tidemark.driver.telemetry.TelemetryReading;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * How many messages consumers with a filter read, and how many of these they want: what a filter of
 * the broker saves. Thread-safe.
 */
public final class FilterCounts {
  private final Map<String, OfSubscription> subscriptions = new ConcurrentHashMap<>();

  /** The counts of the consumers of one subscription in this process. */
  public static final class OfSubscription {
    private final LongAdder read = new LongAdder();
    private final LongAdder wanted = new LongAdder();

    public void count(boolean isWanted) {
      read.increment();
      if (isWanted) {
        wanted.increment();
      }
    }
  }

  public OfSubscription of(String topic, String subscription) {
    return subscriptions.computeIfAbsent(
        topic + "/" + subscription, unused -> new OfSubscription());
  }

  /** Without a wanted message there is no ratio. */
  public List<TelemetryReading> read() {
    List<TelemetryReading> readings = new ArrayList<>();
    subscriptions.forEach(
        (subject, counts) -> {
          long wanted = counts.wanted.sum(); // First: it may not exceed what was read.
          long read = counts.read.sum();
          readings.add(new TelemetryReading("filterReadMessages", subject, read, 0));
          if (wanted > 0) {
            double ratio = (double) read / wanted;
            readings.add(new TelemetryReading("filterReadPerMatch", subject, ratio, 0));
          }
        });
    return readings;
  }
}
