package io.tidemark.driver.inmemory;

import io.tidemark.driver.SendFuture;
import io.tidemark.driver.inmemory.InMemoryConfiguration.Known;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A topic whose times and errors are known before the run, to compare with what is measured of it:
 * messages are served one after the other, acknowledged when they are served, and delivered after
 * their delay. A thread of the topic acknowledges and delivers. Thread-safe.
 */
final class KnownBroker {
  private final Known behavior;
  private final Receiver receiver;
  private final long serviceNanos;
  private final DeliveryThread thread;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final PriorityQueue<Event> events =
      new PriorityQueue<>(
          Comparator.comparingLong(Event::dueNanos).thenComparingLong(Event::order));
  private long added;
  private long messages;
  private long beginNanos;
  private long freeNanos;
  private boolean busy;
  private boolean closed;

  /** Who takes a message. */
  interface Receiver {
    /** Called by one thread at a time. */
    void deliver(InMemoryMessage message, int turn);
  }

  /**
   * What the thread does, and when.
   *
   * @param order of those that are due at the same time
   */
  private record Event(long dueNanos, long order, Runnable action) {}

  KnownBroker(String topic, Known behavior, Receiver receiver) {
    this.behavior = behavior;
    this.receiver = receiver;
    this.serviceNanos = behavior.capacity() == 0 ? 0 : Math.round(1e9 / behavior.capacity());
    this.thread =
        DeliveryThread.make(
            "inmemory-" + topic, "topic '" + topic + "' still inside a callback", this::work);
  }

  /**
   * Completes when the message is served. What need not wait is over when this returns: a sender
   * that was blocked by a stall catches up without a change of threads for each message.
   */
  CompletableFuture<Void> send(InMemoryMessage message, int turn) {
    SendFuture served = new SendFuture();
    boolean servedNow;
    int deliveredNow = 0;
    lock.lock();
    try {
      thread.ensureStarted();
      long number = ++messages;
      long nowNanos = System.nanoTime();
      long servedNanos = served(nowNanos);
      long dueNanos = servedNanos + delayNanos(number);
      servedNow = servedNanos == nowNanos;
      if (!servedNow) {
        add(servedNanos, () -> served.complete(null));
      }
      int copies =
          isOne(number, behavior.loseEvery()) ? 0 : isOne(number, behavior.repeatEvery()) ? 2 : 1;
      if (dueNanos == nowNanos && !busy && events.isEmpty()) {
        deliveredNow = copies;
      } else {
        for (int i = 0; i < copies; i++) {
          add(dueNanos, () -> deliver(message, turn));
        }
      }
    } finally {
      lock.unlock();
    }
    for (int i = 0; i < deliveredNow; i++) {
      deliver(message, turn);
    }
    if (servedNow) {
      served.complete(null);
    } else if (behavior.blockingSends()) {
      served.join();
    }
    return served;
  }

  /** When a message that comes now is served. */
  private long served(long nowNanos) {
    if (messages == 1) {
      beginNanos = nowNanos;
      freeNanos = nowNanos;
    }
    long startNanos = Math.max(nowNanos, freeNanos);
    long everyNanos = behavior.stallEvery().toNanos();
    if (everyNanos > 0) {
      long intoNanos = (startNanos - beginNanos) % everyNanos;
      if (intoNanos >= everyNanos - behavior.stallTime().toNanos()) {
        startNanos += everyNanos - intoNanos;
      }
    }
    freeNanos = startNanos + serviceNanos;
    return freeNanos;
  }

  private long delayNanos(long number) {
    List<Duration> delays = behavior.delays();
    return delays.isEmpty() ? 0 : delays.get((int) (number % delays.size())).toNanos();
  }

  private void add(long dueNanos, Runnable action) {
    Event event = new Event(dueNanos, added++, action);
    events.add(event);
    if (events.peek() == event) {
      changed.signal();
    }
  }

  private void work() {
    try {
      Event next = take();
      while (next != null) {
        next.action.run();
        next = take();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits for the next event; null once it is closed. */
  private @Nullable Event take() throws InterruptedException {
    lock.lock();
    try {
      busy = false;
      while (!closed) {
        Event next = events.peek();
        if (next == null) {
          changed.await();
        } else {
          long leftNanos = next.dueNanos - System.nanoTime();
          if (leftNanos <= 0) {
            busy = true;
            return events.poll();
          }
          changed.awaitNanos(leftNanos);
        }
      }
      return null;
    } finally {
      lock.unlock();
    }
  }

  private static boolean isOne(long number, int every) {
    return every > 0 && number % every == 0;
  }

  private synchronized void deliver(InMemoryMessage message, int turn) {
    receiver.deliver(message, turn);
  }

  /** Who delivers has the monitor. */
  synchronized void awaitDeliveryUnderWay() {}

  /** What is not delivered yet is lost. */
  void close() {
    lock.lock();
    try {
      closed = true;
      changed.signal();
    } finally {
      lock.unlock();
    }
  }
}
