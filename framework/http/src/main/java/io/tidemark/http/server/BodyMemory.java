package io.tidemark.http.server;

import java.util.concurrent.atomic.AtomicLong;

/** Memory that all bodies under way may have together. Thread-safe. */
final class BodyMemory {
  private final AtomicLong freeBytes;

  BodyMemory(long bytes) {
    freeBytes = new AtomicLong(bytes);
  }

  boolean tryTake(long bytes) {
    if (freeBytes.addAndGet(-bytes) >= 0) {
      return true;
    }
    giveBack(bytes);
    return false;
  }

  void giveBack(long bytes) {
    freeBytes.addAndGet(bytes);
  }
}
