package io.tidemark.coordinator.stage;

import io.tidemark.base.Clock;
import io.tidemark.coordinator.RunListener;
import io.tidemark.coordinator.RunPlan;
import io.tidemark.coordinator.StopSignal;
import io.tidemark.coordinator.Waiter;
import io.tidemark.coordinator.clock.ClockWatch;
import io.tidemark.coordinator.delivery.BrokerCounts;
import io.tidemark.coordinator.delivery.DeliveryLedger;
import io.tidemark.coordinator.failover.Failover;
import io.tidemark.coordinator.fault.FaultInjections;
import io.tidemark.coordinator.fleet.Assignment;
import io.tidemark.coordinator.fleet.Fleet;
import io.tidemark.coordinator.fleet.Sites;
import io.tidemark.coordinator.journal.EventLog;
import io.tidemark.coordinator.prepare.PreparationSteps.Prepared;
import io.tidemark.coordinator.prepare.RunEnvironment;
import io.tidemark.coordinator.timeline.TimelineBuilder;
import io.tidemark.model.workload.Workload;
import java.util.concurrent.ExecutorService;

/** Shared state of the parts of a prepared run. */
public record RunContext(
    RunEnvironment environment,
    Prepared prepared,
    Fleet fleet,
    TimelineBuilder timeline,
    DeliveryLedger ledger,
    BrokerCounts counts,
    ClockWatch clockWatch,
    FaultInjections faults,
    Sites sites,
    Failover failover) {

  public static RunContext of(
      RunEnvironment environment, Prepared prepared, Fleet fleet, ExecutorService background) {
    Workload workload = environment.plan().workload();
    Assignment assignment = prepared.assignment();
    DeliveryLedger ledger = new DeliveryLedger(workload, assignment, environment.plan().seed());
    return new RunContext(
        environment,
        prepared,
        fleet,
        new TimelineBuilder(
            fleet.size(),
            workload.destinations().subscriptionsPerTopic(),
            ledger::stillOwed,
            environment.journal(),
            environment.group().follower()),
        ledger,
        new BrokerCounts(),
        new ClockWatch(fleet, prepared.clocks(), assignment, environment.clock(), background),
        new FaultInjections(
            workload.faults(),
            environment.injector(),
            background,
            environment.clock()::epochNanos,
            environment.plan().seed(),
            environment.log()::add),
        Sites.of(environment.plan(), fleet.size()),
        new Failover(environment, background));
  }

  public RunPlan plan() {
    return environment.plan();
  }

  Clock clock() {
    return environment.clock();
  }

  public Waiter waiter() {
    return environment.waiter();
  }

  public StopSignal stop() {
    return environment.stop();
  }

  public RunListener listener() {
    return environment.listener();
  }

  public EventLog log() {
    return environment.log();
  }

  public Workload workload() {
    return plan().workload();
  }

  public Assignment assignment() {
    return prepared.assignment();
  }

  public boolean producing() {
    return assignment().totalProducers() > 0;
  }

  public long now() {
    return clock().epochNanos();
  }

  /** A moment of the coordinator's clock in a worker's. */
  long workerTime(int index, long coordinatorEpochNanos) {
    return prepared.clocks().estimate(index).toWorker(coordinatorEpochNanos);
  }
}
