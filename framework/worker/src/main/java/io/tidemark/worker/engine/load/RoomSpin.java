package io.tidemark.worker.engine.load;

/**
 * Spin time for an acknowledgement before parking: if the broker is slower than a spin, spinning
 * wastes CPU, so it is tried only occasionally. Not thread-safe.
 */
final class RoomSpin {
  /** So soon an acknowledgement is worth spinning for. */
  static final long SPIN_NANOS = 30_000;

  private static final int MOST_WITHOUT_ROOM = 4;
  private static final int RETRY_EVERY = 64;

  private int spinsWithoutRoom;

  /** For the wait that begins: 0 for parking at once. */
  long nanos() {
    return spinsWithoutRoom < MOST_WITHOUT_ROOM || spinsWithoutRoom % RETRY_EVERY == 0
        ? SPIN_NANOS
        : 0;
  }

  /** What became of that spin. */
  void ended(boolean roomCame) {
    spinsWithoutRoom = roomCame ? 0 : spinsWithoutRoom + 1;
  }
}
