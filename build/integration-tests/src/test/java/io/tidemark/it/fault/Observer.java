package io.tidemark.it.fault;

import java.util.ArrayList;
import java.util.List;

/**
 * Publishes a message, waits for its confirmation, and again: what another client sees of an
 * outage. Knows nothing of the benchmark.
 */
final class Observer implements AutoCloseable {
  private static final long PAUSE_MILLIS = 20;

  /** Publishes one message and returns when it is confirmed; throws if it was not. */
  interface Publisher extends AutoCloseable {
    void publish() throws Exception;
  }

  private final Publisher publisher;
  private final List<Long> confirmedNanos = new ArrayList<>();
  private final Thread thread;
  private volatile boolean over;

  Observer(String name, Publisher publisher) {
    this.publisher = publisher;
    this.thread = new Thread(this::observe, name);
    thread.setDaemon(true);
    thread.start();
  }

  private void observe() {
    while (!over) {
      try {
        publisher.publish();
        synchronized (confirmedNanos) {
          confirmedNanos.add(System.nanoTime());
        }
        Thread.sleep(PAUSE_MILLIS);
      } catch (InterruptedException e) {
        return;
      } catch (Exception e) {
        Thread.onSpinWait(); // Not confirmed: that is what is observed.
      }
    }
  }

  /** The longest time between two confirmations. */
  double longestGapSeconds() {
    synchronized (confirmedNanos) {
      long longest = 0;
      for (int i = 1; i < confirmedNanos.size(); i++) {
        longest = Math.max(longest, confirmedNanos.get(i) - confirmedNanos.get(i - 1));
      }
      return longest / 1e9;
    }
  }

  @Override
  public void close() throws Exception {
    over = true;
    thread.interrupt();
    thread.join(5_000);
    publisher.close();
  }
}
