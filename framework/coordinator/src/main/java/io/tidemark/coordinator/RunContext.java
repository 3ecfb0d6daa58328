package io.tidemark.coordinator;

import io.tidemark.base.Clock;
import io.tidemark.coordinator.PreparationSteps.Prepared;
import io.tidemark.coordinator.fault.FaultRun;
import io.tidemark.model.workload.Workload;
import java.util.concurrent.ExecutorService;

/** Shared state of the parts of a prepared run. */
record RunContext(
    RunEnvironment environment,
    Prepared prepared,
    Fleet fleet,
    TimelineBuilder timeline,
    DeliveryLedger ledger,
    BrokerCounts counts,
    ClockWatch clockWatch,
    FaultRun faults,
    Sites sites,
    Failover failover) {

  static RunContext of(
      RunEnvironment environment, Prepared prepared, Fleet fleet, ExecutorService background) {
    Workload workload = environment.plan().workload();
    Assignment assignment = prepared.assignment();
    DeliveryLedger ledger = new DeliveryLedger(workload, assignment);
    return new RunContext(
        environment,
        prepared,
        fleet,
        new TimelineBuilder(
            fleet.size(),
            workload.destinations().subscriptionsPerTopic(),
            ledger::stillOwed,
            environment.journal()),
        ledger,
        new BrokerCounts(),
        new ClockWatch(fleet, prepared.clocks(), assignment, environment.clock(), background),
        new FaultRun(
            workload.faults(),
            environment.injector(),
            background,
            environment.clock()::epochNanos,
            environment.plan().seed(),
            environment.log()::add),
        Sites.of(environment.plan(), fleet.size()),
        new Failover(environment, background));
  }

  RunPlan plan() {
    return environment.plan();
  }

  Clock clock() {
    return environment.clock();
  }

  Waiter waiter() {
    return environment.waiter();
  }

  StopSignal stop() {
    return environment.stop();
  }

  RunListener listener() {
    return environment.listener();
  }

  EventLog log() {
    return environment.log();
  }

  Workload workload() {
    return plan().workload();
  }

  Assignment assignment() {
    return prepared.assignment();
  }

  boolean producing() {
    return assignment().totalProducers() > 0;
  }

  long now() {
    return clock().epochNanos();
  }

  /** A moment of the coordinator's clock in a worker's. */
  long workerTime(int index, long coordinatorEpochNanos) {
    return prepared.clocks().estimate(index).toWorker(coordinatorEpochNanos);
  }
}
