package io.tidemark.worker.engine;

import io.tidemark.model.worker.PhaseStart;
import java.util.Arrays;

/** Which phase a moment belongs to. Immutable; replaced when a phase begins. */
final class PhaseTable {
  static final PhaseTable EMPTY = new PhaseTable(new long[0], new int[0]);

  private final long[] starts;
  private final int[] indexes;
  private final int last;

  private PhaseTable(long[] starts, int[] indexes) {
    this.starts = starts;
    this.indexes = indexes;
    this.last = starts.length - 1;
  }

  /** With one phase more, which ends the one before; announced again it begins anew. */
  PhaseTable with(PhaseStart phase) {
    int kept = starts.length;
    while (kept > 0
        && (indexes[kept - 1] >= phase.index() || starts[kept - 1] > phase.startEpochNanos())) {
      kept--;
    }
    long[] newStarts = Arrays.copyOf(starts, kept + 1);
    int[] newIndexes = Arrays.copyOf(indexes, kept + 1);
    newStarts[kept] = phase.startEpochNanos();
    newIndexes[kept] = phase.index();
    return new PhaseTable(newStarts, newIndexes);
  }

  /**
   * The phase of a message: that of its intended time, or, if that lies before the first phase (an
   * earlier run has sent it), that in which it was received.
   */
  int phaseOf(long intendedEpochNanos, long receivedEpochNanos) {
    boolean ofEarlierRun = last >= 0 && intendedEpochNanos < starts[0];
    return phaseAt(ofEarlierRun ? receivedEpochNanos : intendedEpochNanos);
  }

  /** What lies before the first phase belongs to it. */
  int phaseAt(long epochNanos) {
    if (last < 0) {
      return 0;
    }
    int i = last;
    while (i > 0 && starts[i] > epochNanos) {
      i--;
    }
    return indexes[i];
  }
}
