package io.tidemark.coordinator;

import io.tidemark.coordinator.LoadRun.Outcome;
import io.tidemark.coordinator.Preparation.Prepared;
import io.tidemark.measure.Clock;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.worker.FinishReport;
import io.tidemark.model.worker.Worker;
import io.tidemark.model.worker.WorkerException;
import io.tidemark.model.worker.WorkerInfo.ClockDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Conducts runs: prepare, ready, warm-up, phases, drain, verdict. One run at a time; the thread
 * that calls {@link #execute} conducts it.
 */
public final class Run {
  private final Clock clock;
  private final ClockDomain domain;
  private final Waiter waiter;
  private final Supplier<ExecutorService> threads;

  /**
   * @param clock of this process
   * @param domain which clock that is, so that workers on the same one are known exactly
   */
  public Run(Clock clock, ClockDomain domain) {
    this(clock, domain, Waiter.on(clock), Run::ownThreads);
  }

  Run(Clock clock, ClockDomain domain, Waiter waiter, Supplier<ExecutorService> threads) {
    this.clock = Objects.requireNonNull(clock);
    this.domain = Objects.requireNonNull(domain);
    this.waiter = Objects.requireNonNull(waiter);
    this.threads = Objects.requireNonNull(threads);
  }

  /**
   * Runs a plan on workers, which stay open. Once the load has begun this returns a result whatever
   * happens; its verdict says what to think of it. If the calling thread is interrupted, what there
   * is is returned and the flag is set.
   *
   * @throws RunFailedException when nothing could be measured; workers and broker are cleaned up as
   *     far as possible
   */
  public RunResult execute(
      RunPlan plan, List<Worker> workers, RunListener listener, StopSignal stop)
      throws RunFailedException {
    return execute(plan, workers, listener, stop, Journal.inMemory());
  }

  /**
   * As the other, for runs of any length: samples and telemetry lie in the journal, which must stay
   * open as long as the result is read.
   */
  public RunResult execute(
      RunPlan plan, List<Worker> workers, RunListener listener, StopSignal stop, Journal journal)
      throws RunFailedException {
    if (workers.isEmpty()) {
      throw new RunFailedException(
          RunFailedException.Kind.CONFIGURATION, "a run needs at least one worker", null);
    }
    ExecutorService background = threads.get();
    try (Fleet fleet =
        new Fleet(workers, threads.get(), clock, waiter, stop, plan.options().silenceTimeout())) {
      fleet.observe(new SlowWorkers(fleet, listener));
      return execute(plan, fleet, listener, stop, journal, background);
    } finally {
      background.shutdownNow();
    }
  }

  private RunResult execute(
      RunPlan plan,
      Fleet fleet,
      RunListener listener,
      StopSignal stop,
      Journal journal,
      ExecutorService background)
      throws RunFailedException {
    Prepared prepared = prepare(plan, fleet, listener, stop);
    RunContext run =
        RunContext.of(plan, prepared, fleet, clock, waiter, stop, listener, journal, background);
    Outcome outcome = new LoadRun(run).conduct();
    List<String> problems = new ArrayList<>();
    Map<Integer, FinishReport> finished = finish(plan, fleet, problems, outcome);
    return new ResultComposer(run, outcome).compose(finished.values(), problems);
  }

  /** While a run is prepared; a lost worker ends the preparation by its failure. */
  private record SlowWorkers(Fleet fleet, RunListener listener) implements Fleet.Observer {
    @Override
    public void lost(int index, String why) {
      listener.note(why);
    }

    @Override
    public void slow(int index, String what) {
      listener.note("worker %s: %s".formatted(fleet.name(index), what));
    }
  }

  private Prepared prepare(RunPlan plan, Fleet fleet, RunListener listener, StopSignal stop)
      throws RunFailedException {
    try {
      return new Preparation(plan, fleet, clock, domain, waiter, stop, listener).prepare();
    } catch (WorkerException e) {
      RunFailedException failure = failure(e, stop);
      abandon(plan, fleet, failure);
      throw failure;
    } catch (RunFailedException e) {
      abandon(plan, fleet, e);
      throw e;
    } catch (InterruptedException e) {
      RunFailedException failure =
          new RunFailedException(
              RunFailedException.Kind.INTERRUPTED, "interrupted before the load began", e);
      abandon(plan, fleet, failure);
      Thread.currentThread().interrupt();
      throw failure;
    }
  }

  private static RunFailedException failure(WorkerException e, StopSignal stop) {
    return stop.requested()
        ? new RunFailedException(RunFailedException.Kind.INTERRUPTED, e.oneLine(), e)
        : RunFailedException.of(e);
  }

  /** Cleans up after a failure; what cannot be cleaned up goes with the failure. */
  private void abandon(RunPlan plan, Fleet fleet, RunFailedException failure) {
    List<String> problems = new ArrayList<>();
    try {
      finishAll(plan, fleet, problems);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    problems.forEach(
        problem -> failure.addSuppressed(new IllegalStateException("clean-up: " + problem)));
  }

  private Map<Integer, FinishReport> finish(
      RunPlan plan, Fleet fleet, List<String> problems, Outcome outcome) {
    Map<Integer, FinishReport> finished = Map.of();
    try {
      finished = finishAll(plan, fleet, problems);
    } catch (InterruptedException e) {
      problems.add("interrupted while closing; topics may have been left behind");
      Thread.currentThread().interrupt();
    }
    if (outcome.threadInterrupted()) {
      Thread.currentThread().interrupt();
    }
    return finished;
  }

  private static Map<Integer, FinishReport> finishAll(
      RunPlan plan, Fleet fleet, List<String> problems) throws InterruptedException {
    return fleet.attempt(
        "finish",
        plan.options().setupTimeout(),
        problems,
        (index, worker) ->
            worker.finish(plan.options().deleteTopics(), plan.options().setupTimeout()));
  }

  private static ExecutorService ownThreads() {
    AtomicInteger number = new AtomicInteger();
    return Executors.newCachedThreadPool(
        task -> {
          Thread thread = new Thread(task, "coordinator-call-" + number.incrementAndGet());
          thread.setDaemon(true);
          return thread;
        });
  }
}
