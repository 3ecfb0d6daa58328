package io.tidemark.simulation.world;

import io.tidemark.simulation.kernel.Kernel;
import io.tidemark.simulation.kernel.Node;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * The ticker of one worker's process, which notices that the process was frozen. The real one is a
 * thread that wakes up 50 times a second; here it follows from the times in which it could not.
 */
final class Ticker {
  private static final long PERIOD_NANOS = 20_000_000;

  private final Node node;
  private final Map<Object, Watch> watches = new IdentityHashMap<>();

  /** Since when, and what has been taken until when. */
  private record Watch(long beginNanos, long takenNanos) {}

  Ticker(Node node) {
    this.node = node;
  }

  private static long now() {
    return Kernel.current().now();
  }

  void begin(Object lag) {
    watches.put(lag, new Watch(now(), now()));
  }

  long take(Object lag) {
    Watch watch = watches.get(lag);
    if (watch == null) {
      return 0;
    }
    watches.put(lag, new Watch(watch.beginNanos, now()));
    return node.freezes().stream()
        .filter(each -> each.endNanos() > watch.takenNanos)
        .mapToLong(each -> each.endNanos() - firstTick(watch.beginNanos, each.beginNanos()))
        .filter(late -> late > 0)
        .max()
        .orElse(0);
  }

  /** The first tick that is due at a time or later. */
  private static long firstTick(long beginNanos, long nanos) {
    long sinceBegin = Math.max(0, nanos - beginNanos);
    return beginNanos + (sinceBegin + PERIOD_NANOS - 1) / PERIOD_NANOS * PERIOD_NANOS;
  }

  void end(Object lag) {
    watches.remove(lag);
  }
}
