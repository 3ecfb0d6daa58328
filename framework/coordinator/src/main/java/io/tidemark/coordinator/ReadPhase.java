package io.tidemark.coordinator;

import io.tidemark.model.worker.WorkerException;

/**
 * Until existing topics have been read to their end: by what a named run left there, where that is
 * known, else by a silence after the first message.
 *
 * @param isFirst consumers are made when it begins: what is stored comes at once, and would belong
 *     to no phase
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
  public boolean reached(StageGoal goal) {
    boolean known = goal.run().ledger().earlierMessages().isPresent();
    return goal.anyArrived() && (known && goal.received() || isBounded && goal.silent());
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
