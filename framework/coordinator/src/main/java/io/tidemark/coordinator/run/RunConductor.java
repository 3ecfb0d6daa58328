package io.tidemark.coordinator.run;

import io.tidemark.base.Clock;
import io.tidemark.base.DaemonThreads;
import io.tidemark.coordinator.RunFailedException;
import io.tidemark.coordinator.RunListener;
import io.tidemark.coordinator.RunOptions;
import io.tidemark.coordinator.RunPlan;
import io.tidemark.coordinator.StopSignal;
import io.tidemark.coordinator.Waiter;
import io.tidemark.coordinator.fleet.Fleet;
import io.tidemark.coordinator.group.RunGroup;
import io.tidemark.coordinator.journal.EventLog;
import io.tidemark.coordinator.journal.RunJournal;
import io.tidemark.coordinator.prepare.Preparation;
import io.tidemark.coordinator.prepare.Preparation.ReadyFleet;
import io.tidemark.coordinator.prepare.RunEnvironment;
import io.tidemark.coordinator.run.LoadStages.Outcome;
import io.tidemark.coordinator.stage.RunContext;
import io.tidemark.model.fault.FaultInjector;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.worker.Worker;
import io.tidemark.model.worker.WorkerInfo.ClockDomain;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/**
 * Conducts runs: prepare, ready, warm-up, phases, drain, verdict, close. One run at a time; the
 * thread that calls {@link #execute} conducts it.
 */
public final class RunConductor {
  private final Clock clock;
  private final ClockDomain domain;
  private final Waiter waiter;
  private final Supplier<ExecutorService> threads;

  /**
   * @param clock of this process
   * @param domain which clock that is, so that workers on the same one are known exactly
   */
  public RunConductor(Clock clock, ClockDomain domain) {
    this(clock, domain, Waiter.on(clock), RunConductor::ownThreads);
  }

  /**
   * @param waiter all waits: in simulated time they only advance the clock
   * @param threads for calls of workers; asked for two each time
   */
  public RunConductor(
      Clock clock, ClockDomain domain, Waiter waiter, Supplier<ExecutorService> threads) {
    this.clock = clock;
    this.domain = domain;
    this.waiter = waiter;
    this.threads = threads;
  }

  /**
   * Runs a plan on workers, which stay open. After the start of the load this always returns a
   * result with a verdict. If the calling thread is interrupted, the result so far is returned and
   * the flag is set.
   *
   * @throws RunFailedException when nothing could be measured; workers and broker are cleaned up as
   *     far as possible
   */
  public RunResult execute(
      RunPlan plan, List<Worker> workers, RunListener listener, StopSignal stop)
      throws RunFailedException {
    return execute(plan, workers, listener, stop, RunJournal.inMemory(), FaultInjector.NONE);
  }

  /**
   * Runs a plan of any length, with faults: samples and telemetry are in the journal, which must
   * stay open while the result is read.
   */
  public RunResult execute(
      RunPlan plan,
      List<Worker> workers,
      RunListener listener,
      StopSignal stop,
      RunJournal journal,
      FaultInjector injector)
      throws RunFailedException {
    return execute(plan, workers, listener, stop, journal, injector, RunGroup.ALONE);
  }

  /** Runs a plan as one of a group. */
  public RunResult execute(
      RunPlan plan,
      List<Worker> workers,
      RunListener listener,
      StopSignal stop,
      RunJournal journal,
      FaultInjector injector,
      RunGroup group)
      throws RunFailedException {
    if (workers.isEmpty()) {
      throw new RunFailedException(
          RunFailedException.Kind.CONFIGURATION, "a run needs at least one worker", null);
    }
    RunEnvironment environment =
        new RunEnvironment(
            plan,
            clock,
            domain,
            waiter,
            stop,
            listener,
            journal,
            new EventLog(listener, journal),
            injector,
            group);
    ExecutorService background = threads.get();
    try (Fleet fleet =
        new Fleet(workers, threads.get(), clock, waiter, stop, RunOptions.SILENCE_TIMEOUT)) {
      return execute(environment, fleet, background);
    } finally {
      background.shutdownNow();
    }
  }

  private static RunResult execute(
      RunEnvironment environment, Fleet all, ExecutorService background) throws RunFailedException {
    ReadyFleet ready = new Preparation(environment).prepare(all);
    RunContext run = RunContext.of(environment, ready.prepared(), ready.fleet(), background);
    Outcome outcome = new LoadStages(run).conduct();
    try {
      return new RunClosing(run, outcome, ready).close();
    } catch (UncheckedIOException e) {
      // It cannot be read again by this process; it is all there is of the run.
      throw new UncheckedIOException(e.getMessage() + environment.journal().keep(), e.getCause());
    }
  }

  private static ExecutorService ownThreads() {
    return Executors.newCachedThreadPool(DaemonThreads.numbered("coordinator-call"));
  }
}
