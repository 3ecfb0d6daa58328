package io.tidemark.worker.engine.record;

import io.tidemark.measure.PhasePair;
import io.tidemark.model.worker.PhaseRequest;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Which phase a moment belongs to. Replaced when phases are announced. Safe for all threads. */
public final class PhaseTable {
  static final PhaseTable EMPTY = new PhaseTable(new long[0], new int[0], new PhaseTable[0]);

  private final long[] starts;
  private final int[] indexes;
  private final PhaseTable[] byWorker;

  /**
   * What is looked up: the first phase from the earliest moment on, the others from their starts,
   * and the last once more from the latest moment on. So a lookup takes the same branches while
   * there is one phase and later. Otherwise the JVM compiles the hot path for the warm-up only, and
   * drops the code when the measured phase begins.
   */
  private final long[] from;

  private final int[] phaseFrom;

  private PhaseTable(long[] starts, int[] indexes, PhaseTable[] byWorker) {
    this.starts = starts;
    this.indexes = indexes;
    this.byWorker = byWorker;
    int phases = Math.max(1, starts.length);
    this.from = Arrays.copyOf(starts, phases + 1);
    from[0] = Long.MIN_VALUE;
    from[phases] = Long.MAX_VALUE;
    this.phaseFrom = Arrays.copyOf(indexes, phases + 1);
    phaseFrom[phases] = phaseFrom[phases - 1];
  }

  /** Whether none has been announced, so that no load has begun. */
  public boolean isEmpty() {
    return starts.length == 0;
  }

  /** With phases more, each of which ends the one before; announced again it begins anew. */
  public PhaseTable with(List<PhaseRequest> phases) {
    PhaseTable table = this;
    for (PhaseRequest phase : phases) {
      table = table.with(phase);
    }
    return table;
  }

  private PhaseTable with(PhaseRequest phase) {
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
    boolean ofEarlierRun = sender.starts.length > 0 && intendedEpochNanos < sender.starts[0];
    return ofEarlierRun ? happened : PhasePair.of(sender.phaseAt(intendedEpochNanos), happened);
  }

  /** What lies before the first phase belongs to it. */
  public int phaseAt(long epochNanos) {
    int i = from.length - 1;
    while (from[i] > epochNanos) {
      i--;
    }
    return phaseFrom[i];
  }
}
