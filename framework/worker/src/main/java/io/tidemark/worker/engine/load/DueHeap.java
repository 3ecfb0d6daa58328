package io.tidemark.worker.engine.load;

/**
 * Which of a shard's lanes is due first: a binary heap of lane numbers by due time. It is padded
 * against false sharing and has no references, because writing them has a collector barrier. Not
 * thread-safe.
 */
final class DueHeap {
  private static final int MARGIN = 32;

  private final int[] lane;
  private final long[] due;
  private int size;

  DueHeap(int lanes) {
    this.lane = new int[MARGIN + lanes + MARGIN];
    this.due = new long[MARGIN + lanes + MARGIN];
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** When the first is due; there is one. */
  long firstDue() {
    return due[MARGIN];
  }

  int firstLane() {
    return lane[MARGIN];
  }

  void clear() {
    size = 0;
  }

  void add(int laneNumber, long dueEpochNanos) {
    int at = size++;
    while (at > 0 && due[MARGIN + (at - 1) / 2] > dueEpochNanos) {
      move((at - 1) / 2, at);
      at = (at - 1) / 2;
    }
    put(at, laneNumber, dueEpochNanos);
  }

  void removeFirst() {
    size--;
    if (size > 0) {
      sift(lane[MARGIN + size], due[MARGIN + size]);
    }
  }

  /** The first lane is due again then. */
  void firstIsDueAgain(long dueEpochNanos) {
    sift(lane[MARGIN], dueEpochNanos);
  }

  private void sift(int laneNumber, long dueEpochNanos) {
    int at = 0;
    for (int child = 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && due[MARGIN + child + 1] < due[MARGIN + child]) {
        child++;
      }
      if (due[MARGIN + child] >= dueEpochNanos) {
        break;
      }
      move(child, at);
      at = child;
    }
    put(at, laneNumber, dueEpochNanos);
  }

  private void move(int from, int to) {
    put(to, lane[MARGIN + from], due[MARGIN + from]);
  }

  private void put(int at, int laneNumber, long dueEpochNanos) {
    lane[MARGIN + at] = laneNumber;
    due[MARGIN + at] = dueEpochNanos;
  }
}
