package io.tidemark.worker.engine;

import io.tidemark.measure.PhasePair;
import io.tidemark.model.worker.PhaseStart;
import java.util.Arrays;

/** Which phase a moment belongs to. Replaced when a phase is announced. Safe for all threads. */
final class PhaseTable {
  static final PhaseTable EMPTY = new PhaseTable(new long[0], new int[0]);

  private final long[] starts;
  private final int[] indexes;
  private final int last;
  // Only where to look first: a thread may see another's.
  private int recent;

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
   * The {@link PhasePair} of what happens at a moment to a message that was intended at another.
   */
  int pair(long intendedEpochNanos, long nowEpochNanos) {
    return PhasePair.of(phaseAt(intendedEpochNanos), phaseAt(nowEpochNanos));
  }

  /**
   * The same of a message that is received: if its intended time lies before the first phase (an
   * earlier run has sent it), it belongs to the phase in which it is received.
   */
  int pairReceived(long intendedEpochNanos, long receivedEpochNanos) {
    boolean ofEarlierRun = last >= 0 && intendedEpochNanos < starts[0];
    return ofEarlierRun
        ? phaseAt(receivedEpochNanos)
        : pair(intendedEpochNanos, receivedEpochNanos);
  }

  /** What lies before the first phase belongs to it. */
  int phaseAt(long epochNanos) {
    if (last < 0) {
      return 0;
    }
    int i = recent;
    if (starts[i] <= epochNanos && (i == last || epochNanos < starts[i + 1])) {
      return indexes[i];
    }
    i = last;
    while (i > 0 && starts[i] > epochNanos) {
      i--;
    }
    recent = i;
    return indexes[i];
  }
}
