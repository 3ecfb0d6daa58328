package io.tidemark.coordinator.stage;

import io.tidemark.model.worker.WorkerException;

/**
 * Until existing topics have been read: by the messages of the named run, if known, otherwise after
 * a silence that follows the first message.
 *
 * @param isFirst consumers are created when it begins, because stored messages arrive immediately
 *     and must belong to a phase
 * @param isBounded whether it has a length
 */
record ReadPhase(boolean isFirst, boolean isBounded) implements PhaseKind {
  @Override
  public void begin(LoadControl control) throws WorkerException, InterruptedException {
    if (isFirst) {
      control.createConsumers();
    }
  }

  @Override
  public boolean reached(StageProgress progress) {
    boolean known = progress.run().ledger().earlierMessages().isPresent();
    return progress.anyArrived()
        && (known && progress.received() || isBounded && progress.silent());
  }

  @Override
  public boolean endsByTime() {
    return true;
  }

  @Override
  public boolean endsLoad() {
    return true;
  }
}
