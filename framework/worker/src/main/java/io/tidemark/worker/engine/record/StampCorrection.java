package io.tidemark.worker.engine.record;

import io.tidemark.model.worker.ClockTable;
import io.tidemark.model.worker.ClockTable.Correction;

/** A clock table laid out for one look-up per message. Immutable. */
public final class StampCorrection {
  static final StampCorrection NONE = new StampCorrection(new Correction[0], new int[0], true);

  private final Correction[] byProducer;
  private final int[] workerOfProducer;
  private final boolean identity;

  private StampCorrection(Correction[] byProducer, int[] workerOfProducer, boolean identity) {
    this.byProducer = byProducer;
    this.workerOfProducer = workerOfProducer;
    this.identity = identity;
  }

  public static StampCorrection of(ClockTable table) {
    Correction[] byProducer =
        table.workerOfProducer().stream()
            .map(worker -> table.corrections().get(worker))
            .toArray(Correction[]::new);
    boolean identity = true;
    for (Correction correction : byProducer) {
      identity &= correction.offsetNanos() == 0 && correction.driftRatio() == 0;
    }
    int[] workers = table.workerOfProducer().stream().mapToInt(Integer::intValue).toArray();
    return new StampCorrection(byProducer, workers, identity);
  }

  /** This worker's time for a producer's stamp; a producer not in the table is taken as local. */
  public long toLocal(int producer, long stampEpochNanos) {
    return identity || producer >= byProducer.length
        ? stampEpochNanos
        : byProducer[producer].apply(stampEpochNanos);
  }

  /** Index of the worker that has the producer; {@code Integer.MAX_VALUE} if it is not known. */
  public int workerOf(int producer) {
    return producer < workerOfProducer.length ? workerOfProducer[producer] : Integer.MAX_VALUE;
  }
}
