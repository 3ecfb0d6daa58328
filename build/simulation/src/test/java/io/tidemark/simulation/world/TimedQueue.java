package io.tidemark.simulation.world;

import io.tidemark.simulation.kernel.Kernel;
import io.tidemark.simulation.kernel.Node;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.function.BooleanSupplier;

/** A simulated thread that does things when they are due, one after the other. */
final class TimedQueue {
  private final Kernel kernel;
  private final PriorityQueue<Entry> queue =
      new PriorityQueue<>(Comparator.comparingLong(Entry::due).thenComparing(Entry::number));
  private long number;
  private boolean closed;

  private record Entry(long due, long number, Runnable action, BooleanSupplier needless) {}

  TimedQueue(Kernel kernel, Node node, String name) {
    this.kernel = kernel;
    kernel.start(new Thread(this::work, name), node);
  }

  /** Does something after a time. */
  void after(long nanos, Runnable action) {
    after(nanos, action, () -> false);
  }

  /**
   * Does something after a time.
   *
   * @param needless whether it need not be done any more, once it is the next
   */
  void after(long nanos, Runnable action, BooleanSupplier needless) {
    queue.add(new Entry(kernel.now() + Math.max(0, nanos), number++, action, needless));
  }

  void close() {
    closed = true;
  }

  private void dropNeedless() {
    while (!queue.isEmpty() && queue.peek().needless().getAsBoolean()) {
      queue.remove();
    }
  }

  private boolean hasDue() {
    return closed || !queue.isEmpty() && queue.peek().due() <= kernel.now();
  }

  private long nextDue() {
    dropNeedless();
    return queue.isEmpty() ? Long.MAX_VALUE : queue.peek().due();
  }

  private void work() {
    try {
      while (true) {
        kernel.await("what is due", this::hasDue, this::nextDue);
        if (closed) {
          return;
        }
        dropNeedless();
        if (hasDue()) {
          queue.remove().action().run();
        }
      }
    } catch (InterruptedException e) {
      closed = true;
    }
  }
}
