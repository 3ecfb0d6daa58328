package io.tidemark.it.fault;

import java.util.ArrayList;
import java.util.List;

/**
 * Publishes a message, waits for its confirmation, and again: what another client sees of an
 * outage. Knows nothing of the benchmark.
 */
final class Observer implements AutoCloseable {
  private static final long PAUSE_MILLIS = 20;

  /** A time between two confirmations that follow each other. */
  record Gap(long startEpochMillis, long endEpochMillis) {
    double seconds() {
      return (endEpochMillis - startEpochMillis) / 1e3;
    }
  }

  /** Publishes one message and returns when it is confirmed; throws if it was not. */
  interface Publisher extends AutoCloseable {
    void publish() throws Exception;
  }

  private final Publisher publisher;
  private final List<Long> confirmedMillis = new ArrayList<>();
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
        if (isConfirmed()) {
          synchronized (confirmedMillis) {
            confirmedMillis.add(System.currentTimeMillis());
          }
        }
        Thread.sleep(PAUSE_MILLIS);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private boolean isConfirmed() throws InterruptedException {
    try {
      publisher.publish();
      return true;
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      return false; // That is what is observed.
    }
  }

  /** The longest gap with a part of it in a time. */
  Gap longestGap(long fromEpochMillis, long toEpochMillis) {
    synchronized (confirmedMillis) {
      Gap longest = new Gap(fromEpochMillis, fromEpochMillis);
      for (int i = 1; i < confirmedMillis.size(); i++) {
        Gap gap = new Gap(confirmedMillis.get(i - 1), confirmedMillis.get(i));
        boolean within =
            gap.endEpochMillis > fromEpochMillis && gap.startEpochMillis < toEpochMillis;
        longest = within && gap.seconds() > longest.seconds() ? gap : longest;
      }
      return longest;
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
