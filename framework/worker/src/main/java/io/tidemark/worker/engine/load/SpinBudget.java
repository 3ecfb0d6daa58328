package io.tidemark.worker.engine.load;

import java.util.concurrent.atomic.AtomicInteger;

/** How many threads may wait by spinning at a time. Safe for all threads. */
final class SpinBudget {
  private final AtomicInteger permits;

  SpinBudget(int permits) {
    this.permits = new AtomicInteger(permits);
  }

  /** The share of this machine's cores, at least one unless the share is 0. */
  static SpinBudget ofThisMachine(double share) {
    int cores = Runtime.getRuntime().availableProcessors();
    return new SpinBudget(share == 0 ? 0 : Math.max(1, (int) (cores * share)));
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
