package io.tidemark.worker.engine.load;

/**
 * Spin time for an acknowledgement before parking: if the broker is slower than a spin, spinning
 * wastes CPU, so it is tried only occasionally. Not thread-safe.
 */
final class RoomSpin {
  /** So soon an acknowledgement is worth spinning for. */
  static final long SPIN_NANOS = 30_000;

  private static final int MOST_IN_VAIN = 4;
  private static final int RETRY_EVERY = 64;

  private int inVain;

  /** For the wait that begins: 0 for parking at once. */
  long nanos() {
    return inVain < MOST_IN_VAIN || inVain % RETRY_EVERY == 0 ? SPIN_NANOS : 0;
  }

  /** What became of that spin. */
  void ended(boolean roomCame) {
    inVain = roomCame ? 0 : inVain + 1;
  }
}
