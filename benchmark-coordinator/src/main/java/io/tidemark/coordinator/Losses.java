package io.tidemark.coordinator;

import java.util.HashSet;
import java.util.Set;

/** Notices lost workers and expired leases, and ends the run where its policy says so. */
final class Losses {
  private final RunContext run;
  private final RunEnd end;
  private final Set<Integer> told = new HashSet<>();
  private boolean leaseExpired;

  Losses(RunContext run, RunEnd end) {
    this.run = run;
    this.end = end;
  }

  void look() {
    Fleet fleet = run.fleet();
    fleet
        .lost()
        .forEach(
            (index, why) -> {
              if (told.add(index)) {
                run.log().own(run.now(), "WORKER_LOST", fleet.name(index), why);
              }
            });
    boolean all = fleet.lost().size() == fleet.size();
    boolean ends = run.plan().options().lossPolicy() == WorkerLossPolicy.END;
    if (!fleet.lost().isEmpty() && (all || ends)) {
      end.because(RunEnd.Ending.WORKER_LOST, fleet.lost().values().iterator().next());
    }
    for (int i = 0; i < fleet.size(); i++) {
      leaseExpired |= run.timeline().load(i).stoppedByLease();
    }
  }

  /** Whether a worker stopped its load by itself. */
  boolean leaseExpired() {
    return leaseExpired;
  }
}
