package io.tidemark.driver.rabbitmq.quorum.amqp091;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The messages of one channel that the broker has not confirmed yet: a ring indexed by delivery
 * tag. One thread publishes ({@link #add}, {@link #awaitRoom}), one thread reports confirms ({@link
 * #acknowledge}, {@link #refuse}, {@link #markReturned}); neither takes a lock. A confirm of many
 * messages costs one step per message over the life of the channel, in any order.
 *
 * <p>Room is counted from the oldest unconfirmed message, so that a tag finds its slot without a
 * search; brokers confirm nearly in order, and the window is then exact.
 */
final class ConfirmWindow {
  private static final long LONGEST_PARK_NANOS = 50_000_000;

  private final AtomicReferenceArray<PendingMessage> slots;
  private final int mask;
  private final int windowMessages;
  private final int wakeUpRoom;

  /** Publisher's own. */
  private long nextTag = 1;

  /** Confirming thread's own: the highest tag that was confirmed. */
  private long highestConfirmed;

  /** The oldest tag that may be unconfirmed; written by the confirming thread. */
  private volatile long oldest = 1;

  /** Publisher's, for the confirming thread: the oldest tag from which waking is worthwhile. */
  private volatile long wakeAt;

  private volatile @Nullable Thread waiting;
  private volatile boolean closed;

  ConfirmWindow(int windowMessages) {
    int slotCount = Integer.highestOneBit(Math.max(2, windowMessages) * 2 - 1);
    this.slots = new AtomicReferenceArray<>(slotCount);
    this.mask = slotCount - 1;
    this.windowMessages = windowMessages;
    // Waking the publisher for every single place would cost a context switch per message.
    this.wakeUpRoom = Math.max(1, windowMessages / 8);
  }

  boolean hasRoom() {
    return nextTag - oldest < windowMessages;
  }

  /**
   * Waits until there is room, the window is closed or the time is up; publisher only.
   *
   * @return whether there is room and the window is open
   */
  boolean awaitRoom(long deadlineNanos) throws InterruptedException {
    wakeAt = nextTag - windowMessages + wakeUpRoom;
    waiting = Thread.currentThread();
    try {
      while (!closed && !hasRoom()) {
        long leftNanos = deadlineNanos - System.nanoTime();
        if (leftNanos <= 0) {
          return false;
        }
        LockSupport.parkNanos(this, Math.min(leftNanos, LONGEST_PARK_NANOS));
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
      }
    } finally {
      waiting = null;
    }
    return !closed;
  }

  long nextTag() {
    return nextTag;
  }

  /** Registers a message under the next delivery tag; must come before it is published. */
  long add(PendingMessage message) {
    long tag = nextTag++;
    slots.set((int) tag & mask, message);
    return tag;
  }

  /** Confirms a message, or all up to and including it. */
  void acknowledge(long tag, boolean multiple) {
    settle(tag, multiple, false);
  }

  /** The broker could not take care of a message, or of all up to and including it. */
  void refuse(long tag, boolean multiple) {
    settle(tag, multiple, true);
  }

  /** The broker returned a message as unroutable; its confirm is still to come. */
  void markReturned(long tag, String reason) {
    PendingMessage message = slots.get((int) tag & mask);
    if (message != null) {
      message.markReturned(reason);
    }
  }

  private void settle(long tag, boolean multiple, boolean refused) {
    if (tag < oldest) {
      return; // Its slot may belong to a later message by now.
    }
    if (multiple) {
      for (long t = oldest; t <= tag; t++) {
        take(t, refused);
      }
    } else {
      take(tag, refused);
    }
    highestConfirmed = Math.max(highestConfirmed, tag);
    advance();
  }

  private void take(long tag, boolean refused) {
    PendingMessage message = slots.getAndSet((int) tag & mask, null);
    if (message != null) {
      if (refused) {
        message.refused();
      } else {
        message.confirmed();
      }
    }
  }

  private void advance() {
    long first = oldest;
    while (first <= highestConfirmed && slots.get((int) first & mask) == null) {
      first++;
    }
    oldest = first;
    Thread publisher = waiting;
    if (publisher != null && first >= wakeAt) {
      LockSupport.unpark(publisher);
    }
  }

  /** Releases the publisher; no message may be added afterwards. */
  void close() {
    closed = true;
    Thread publisher = waiting;
    if (publisher != null) {
      LockSupport.unpark(publisher);
    }
  }

  boolean isClosed() {
    return closed;
  }

  /**
   * Removes unconfirmed messages, in the order of publishing. After {@link #close}, by a thread
   * that excludes the publisher; each message is taken either here or by a concurrent confirm.
   */
  List<PendingMessage> drain() {
    List<PendingMessage> unconfirmed = new ArrayList<>();
    for (long tag = oldest; tag < nextTag; tag++) {
      PendingMessage message = slots.getAndSet((int) tag & mask, null);
      if (message != null) {
        unconfirmed.add(message);
      }
    }
    return unconfirmed;
  }

  /** How many messages wait for their confirm, at most. */
  int outstanding() {
    return (int) Math.max(0, nextTag - oldest);
  }
}
