package io.tidemark.driver.rabbitmq;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Rates calculated from the broker's counts. The broker refreshes counts at intervals: a rate is
 * the mean between two changes, reported until the next change is overdue. Used by one thread at a
 * time.
 */
final class CountRates {
  /** A count at its last change, or when it was last known to be constant. */
  private record Seen(long count, long nanos, OptionalDouble ratePerSecond) {}

  private final long overdueNanos;
  private final Map<String, Seen> seenByName = new HashMap<>();

  /**
   * @param resolution how often the broker refreshes the counts
   */
  CountRates(Duration resolution) {
    this.overdueNanos = resolution.multipliedBy(2).plusSeconds(1).toNanos();
  }

  /**
   * Per second; empty until the count has changed or is known to be constant, and after a reset.
   *
   * @param nowNanos when the count was read
   */
  OptionalDouble ratePerSecond(String name, long count, long nowNanos) {
    Seen before = seenByName.get(name);
    if (before != null && count == before.count() && nowNanos - before.nanos() < overdueNanos) {
      return before.ratePerSecond();
    }
    Seen now = new Seen(count, nowNanos, ratePerSecond(before, count, nowNanos));
    seenByName.put(name, now);
    return now.ratePerSecond();
  }

  private static OptionalDouble ratePerSecond(@Nullable Seen before, long count, long nowNanos) {
    if (before == null || count < before.count() || nowNanos <= before.nanos()) {
      return OptionalDouble.empty();
    }
    return OptionalDouble.of((count - before.count()) * 1e9 / (nowNanos - before.nanos()));
  }
}
