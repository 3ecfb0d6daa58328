package io.tidemark.worker.engine.record;

import io.tidemark.measure.PhasePair;
import io.tidemark.model.worker.PhaseRequest;
import java.util.Arrays;
import java.util.stream.IntStream;

/** Which phase a moment belongs to. Replaced when a phase is announced. Safe for all threads. */
public final class PhaseTable {
  static final PhaseTable EMPTY = new PhaseTable(new long[0], new int[0], new PhaseTable[0]);

  private final long[] starts;
  private final int[] indexes;
  private final int last;
  private final PhaseTable[] byWorker;
  // Only where to look first: a thread may see another's.
  private int recent;

  private PhaseTable(long[] starts, int[] indexes, PhaseTable[] byWorker) {
    this.starts = starts;
    this.indexes = indexes;
    this.last = starts.length - 1;
    this.byWorker = byWorker;
  }

  /** With one phase more, which ends the one before; announced again it begins anew. */
  public PhaseTable with(PhaseRequest phase) {
    PhaseTable[] others =
        IntStream.range(0, phase.startsByWorkerEpochNanos().size())
            .mapToObj(i -> ofWorker(i).with(phase.index(), phase.startsByWorkerEpochNanos().get(i)))
            .toArray(PhaseTable[]::new);
    return with(phase.index(), phase.startEpochNanos(), others);
  }

  private PhaseTable ofWorker(int worker) {
    return worker < byWorker.length ? byWorker[worker] : EMPTY;
  }

  private PhaseTable with(int index, long startEpochNanos, PhaseTable... others) {
    long start = wholeMicros(startEpochNanos);
    int kept = starts.length;
    while (kept > 0 && (indexes[kept - 1] >= index || starts[kept - 1] > start)) {
      kept--;
    }
    long[] newStarts = Arrays.copyOf(starts, kept + 1);
    int[] newIndexes = Arrays.copyOf(indexes, kept + 1);
    newStarts[kept] = start;
    newIndexes[kept] = index;
    return new PhaseTable(newStarts, newIndexes, others);
  }

  /** A compact stamp has only whole microseconds; so it stays in the phase of the exact time. */
  private static long wholeMicros(long epochNanos) {
    return Math.floorDiv(epochNanos, 1000L) * 1000;
  }

  /**
   * The {@link PhasePair} of what happens at a moment to a message that was intended at another.
   */
  public int pair(long intendedEpochNanos, long nowEpochNanos) {
    return PhasePair.of(phaseAt(intendedEpochNanos), phaseAt(nowEpochNanos));
  }

  /**
   * The phases of a message that is received: if its intended time lies before the first phase (an
   * earlier run has sent it), it belongs to the phase in which it is received.
   */
  public int pairReceived(long intendedEpochNanos, long receivedEpochNanos) {
    return pairReceived(this, intendedEpochNanos, receivedEpochNanos);
  }

  /**
   * The phases of a worker's message, which is in the phase in which its sender counts it, although
   * the clock offsets are not exact.
   *
   * @param sender index of the worker
   * @param stampEpochNanos the intended time by the sender's clock
   * @param intendedEpochNanos the same by the own clock; used if the sender's phases are not known
   */
  public int pairReceived(
      int sender, long stampEpochNanos, long intendedEpochNanos, long receivedEpochNanos) {
    return sender < byWorker.length
        ? pairReceived(byWorker[sender], stampEpochNanos, receivedEpochNanos)
        : pairReceived(this, intendedEpochNanos, receivedEpochNanos);
  }

  private int pairReceived(PhaseTable sender, long intendedEpochNanos, long receivedEpochNanos) {
    int happened = phaseAt(receivedEpochNanos);
    boolean ofEarlierRun = sender.last >= 0 && intendedEpochNanos < sender.starts[0];
    return ofEarlierRun ? happened : PhasePair.of(sender.phaseAt(intendedEpochNanos), happened);
  }

  /** What lies before the first phase belongs to it. */
  public int phaseAt(long epochNanos) {
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
