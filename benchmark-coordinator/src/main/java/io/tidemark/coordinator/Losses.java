package io.tidemark.coordinator;

/** Hears of lost workers and expired leases, and ends the run where its policy says so. */
final class Losses implements Fleet.Observer {
  private final RunContext run;
  private final RunEnd end;
  private boolean leaseExpired;

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
    }
  }

  @Override
  public void lost(int index, String why) {
    Fleet fleet = run.fleet();
    run.log().own(run.now(), EventLog.WORKER_LOST, fleet.name(index), why);
    boolean all = fleet.lost().size() == fleet.size();
    if (all || run.plan().options().lossPolicy() == WorkerLossPolicy.END) {
      end.because(RunEnd.Ending.WORKER_LOST, why);
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
