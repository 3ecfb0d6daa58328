package io.tidemark.driver.mqtt;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Messages that have arrived, in their order. Members take them in turn; a member without a message
 * to take, and one that is paused, waits without polling. Thread-safe.
 */
final class WaitingMessages<T> {
  private final Deque<T> waiting = new ArrayDeque<>();

  /** Takes messages on one thread. Its state is guarded by the messages. */
  static final class Member {
    private boolean paused;
    private boolean closed;
  }

  synchronized void add(T message) {
    waiting.addLast(message);
    notifyAll();
  }

  synchronized int size() {
    return waiting.size();
  }

  /** Removes all that wait. */
  synchronized List<T> drain() {
    List<T> all = new ArrayList<>(waiting);
    waiting.clear();
    return all;
  }

  /** Waits for the next message; null when the member is closed. */
  synchronized @Nullable T take(Member member) throws InterruptedException {
    while (!member.closed && (member.paused || waiting.isEmpty())) {
      wait();
    }
    return member.closed ? null : waiting.removeFirst();
  }

  /** When it returns, the member takes no further message until it is resumed. */
  synchronized void pause(Member member) {
    member.paused = true;
  }

  synchronized void resume(Member member) {
    member.paused = false;
    notifyAll();
  }

  /** When it returns, the member takes no further message. */
  synchronized void close(Member member) {
    member.closed = true;
    notifyAll();
  }
}
