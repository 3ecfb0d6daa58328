package io.tidemark.worker.engine.load;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many threads of this process may wait by spinning at a time, whichever worker they belong to:
 * hundreds of workers in one process would spin on all cores. Safe for all threads.
 */
final class SpinBudget {
  private static final Map<Integer, SpinBudget> OF_PROCESS = new ConcurrentHashMap<>();

  private final AtomicInteger permits;

  SpinBudget(int permits) {
    this.permits = new AtomicInteger(permits);
  }

  /** The share of this machine's cores, at least one unless the share is 0. */
  static SpinBudget ofThisMachine(double share) {
    int cores = Runtime.getRuntime().availableProcessors();
    int most = share == 0 ? 0 : Math.max(1, (int) (cores * share));
    return OF_PROCESS.computeIfAbsent(most, SpinBudget::new);
  }

  boolean tryAcquire() {
    int free = permits.get();
    while (free > 0) {
      if (permits.compareAndSet(free, free - 1)) {
        return true;
      }
      free = permits.get();
    }
    return false;
  }

  void release() {
    permits.incrementAndGet();
  }
}
