package io.tidemark.coordinator.prepare;

import io.tidemark.base.Clock;
import io.tidemark.coordinator.RunFailedException;
import io.tidemark.coordinator.RunListener;
import io.tidemark.coordinator.RunPlan;
import io.tidemark.coordinator.StopSignal;
import io.tidemark.coordinator.Waiter;
import io.tidemark.coordinator.group.RunGroup;
import io.tidemark.coordinator.journal.EventLog;
import io.tidemark.coordinator.journal.RunJournal;
import io.tidemark.model.fault.FaultInjector;
import io.tidemark.model.worker.WorkerInfo.ClockDomain;

/**
 * What every part of a run uses, from its preparation to its result.
 *
 * @param domain which clock {@code clock} is
 * @param group the runs of other traffic classes at the same time
 */
public record RunEnvironment(
    RunPlan plan,
    Clock clock,
    ClockDomain domain,
    Waiter waiter,
    StopSignal stop,
    RunListener listener,
    RunJournal journal,
    EventLog log,
    FaultInjector injector,
    RunGroup group) {

  /** Before the load. */
  void checkStop() throws RunFailedException {
    if (stop.requested()) {
      throw RunFailedException.stopped(stop, "interrupted before the load began", null);
    }
  }
}
