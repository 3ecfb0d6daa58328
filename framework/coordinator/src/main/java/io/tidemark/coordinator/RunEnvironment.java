package io.tidemark.coordinator;

import io.tidemark.base.Clock;
import io.tidemark.model.fault.FaultInjector;
import io.tidemark.model.worker.WorkerInfo.ClockDomain;

/**
 * What every part of a run uses, from its preparation to its result.
 *
 * @param domain which clock {@code clock} is
 */
record RunEnvironment(
    RunPlan plan,
    Clock clock,
    ClockDomain domain,
    Waiter waiter,
    StopSignal stop,
    RunListener listener,
    RunJournal journal,
    EventLog log,
    FaultInjector injector) {

  /** Before the load. */
  void checkStop() throws RunFailedException {
    if (stop.requested()) {
      throw RunFailedException.stopped(stop, "interrupted before the load began", null);
    }
  }
}
