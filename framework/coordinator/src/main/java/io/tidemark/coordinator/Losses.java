package io.tidemark.coordinator;

import io.tidemark.model.result.RunEvent;
import io.tidemark.model.result.VerdictInputs.Ending;
import io.tidemark.model.worker.WorkerEvent;

/**
 * Hears of lost workers, expired leases and load threads that have died, and ends the run where its
 * policy says so.
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

  /** To be called often: a worker may die between two questions. */
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
    boolean told =
        run.log().events().stream().anyMatch(each -> each.kind().equals(RunEvent.ENGINE_ERROR));
    if (!told) {
      WorkerEvent untold =
          new WorkerEvent(run.now(), RunEvent.ENGINE_ERROR, "a load thread", "it has ended");
      run.log().of(worker, run.now(), untold);
    }
    end.cutShort("a load thread of worker " + worker + " has ended by an error of its own");
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

  /** Whether a worker stopped its load by itself. */
  boolean leaseExpired() {
    return leaseExpired;
  }
}
