package io.tidemark.coordinator.run;

import io.tidemark.coordinator.WorkerLossPolicy;
import io.tidemark.coordinator.fleet.Fleet;
import io.tidemark.coordinator.journal.EventLog;
import io.tidemark.coordinator.stage.RunContext;
import io.tidemark.coordinator.stage.RunEnd;
import io.tidemark.model.result.RunEvent;
import io.tidemark.model.result.VerdictInputs.Ending;
import io.tidemark.model.snapshot.WorkerEvent;

/**
 * Handles lost workers, expired leases and failed load threads, and ends the run if its policy
 * requires it.
 */
final class Losses implements Fleet.Observer {
  private final RunContext run;
  private final RunEnd end;
  private boolean leaseExpired;
  private boolean loadBroken;

  Losses(RunContext run, RunEnd end) {
    this.run = run;
    this.end = end;
    run.fleet().observe(this);
  }

  /** Call often: a worker may fail between two calls. */
  void look() {
    run.fleet().look();
    for (int i = 0; i < run.fleet().size(); i++) {
      leaseExpired |= run.timeline().load(i).stoppedByLease();
      if (run.timeline().load(i).broken() && !loadBroken) {
        loadBroken = true;
        broken(run.fleet().name(i));
      }
    }
  }

  /** Its producers send no more, so the schedule is missed and a message limit never reached. */
  private void broken(String worker) {
    boolean reported =
        run.log().events().stream().anyMatch(each -> each.kind().equals(RunEvent.ENGINE_ERROR));
    if (!reported) {
      WorkerEvent untold =
          new WorkerEvent(run.now(), RunEvent.ENGINE_ERROR, "a load thread", "it has ended");
      run.log().of(worker, run.now(), untold);
    }
    end.cutShort("a load thread of worker " + worker + " has ended because of an internal error");
  }

  @Override
  public void lost(int index, String why) {
    Fleet fleet = run.fleet();
    run.log().own(run.now(), EventLog.kindOfLoss(fleet, index), fleet.name(index), why);
    boolean all = fleet.lost().size() == fleet.size();
    if (all || run.plan().options().lossPolicy() == WorkerLossPolicy.END) {
      end.because(Ending.WORKER_LOST, why);
    }
  }

  @Override
  public void slow(int index, String what) {
    run.log().own(run.now(), "WORKER_SLOW", run.fleet().name(index), what);
  }

  /** Whether a worker stopped its load because its lease expired. */
  boolean leaseExpired() {
    return leaseExpired;
  }
}
