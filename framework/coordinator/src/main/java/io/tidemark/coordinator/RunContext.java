package io.tidemark.coordinator;

import io.tidemark.coordinator.PreparationSteps.Prepared;
import io.tidemark.measure.Clock;
import io.tidemark.model.workload.Workload;
import java.util.concurrent.ExecutorService;

/** What the parts of a run share once it is prepared. */
record RunContext(
    RunPlan plan,
    Prepared prepared,
    Fleet fleet,
    Clock clock,
    Waiter waiter,
    StopSignal stop,
    RunListener listener,
    TimelineBuilder timeline,
    DeliveryLedger ledger,
    EventLog log,
    BrokerCounts counts,
    RunJournal journal,
    ClockWatch clockWatch) {

  static RunContext of(
      RunPlan plan,
      Prepared prepared,
      Fleet fleet,
      Clock clock,
      Waiter waiter,
      StopSignal stop,
      RunListener listener,
      EventLog log,
      RunJournal journal,
      ExecutorService background) {
    DeliveryLedger ledger = new DeliveryLedger(plan.workload(), prepared.assignment());
    return new RunContext(
        plan,
        prepared,
        fleet,
        clock,
        waiter,
        stop,
        listener,
        new TimelineBuilder(
            fleet.size(),
            plan.workload().destinations().subscriptionsPerTopic(),
            ledger::stillOwed,
            journal),
        ledger,
        log,
        new BrokerCounts(),
        journal,
        new ClockWatch(fleet, prepared.clocks(), prepared.assignment(), clock, background));
  }

  Workload workload() {
    return plan.workload();
  }

  Assignment assignment() {
    return prepared.assignment();
  }

  boolean producing() {
    return assignment().totalProducers() > 0;
  }

  long now() {
    return clock.epochNanos();
  }

  /** A moment of the coordinator's clock in a worker's. */
  long workerTime(int index, long coordinatorEpochNanos) {
    return prepared.clocks().estimate(index).toWorker(coordinatorEpochNanos);
  }
}
