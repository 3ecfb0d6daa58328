package io.tidemark.coordinator.fault;

import io.tidemark.model.fault.FaultException;
import io.tidemark.model.fault.FaultInjector;
import io.tidemark.model.fault.FaultInjector.Undo;
import io.tidemark.model.fault.FaultKind;
import io.tidemark.model.fault.FaultSpec;
import io.tidemark.model.result.FaultReport;
import io.tidemark.model.result.Text;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * One fault from its injection to its undoing. Injecting and undoing take time and run on threads
 * that it starts; all else is for the thread of the run.
 */
final class Injection {
  /** Where it is. */
  enum State {
    INJECTING,
    IN_EFFECT,
    UNDOING,
    OVER
  }

  private final FaultSpec fault;
  private final List<Integer> nodes;
  private final List<String> workers;
  private final String phase;
  private final Executor threads;
  private final LongSupplier epochNanos;
  private final long injectedNanos;
  private State state = State.INJECTING;
  private Undo undo = Undo.NONE;
  private long inEffectNanos;
  private long undoBegunNanos;
  private long undoneNanos;
  private String problem = "";
  private boolean undoWanted;

  /**
   * @param nodes numbers of the nodes, or of the worker
   * @param workers names of workers among them
   */
  Injection(
      FaultSpec fault,
      List<Integer> nodes,
      List<String> workers,
      String phase,
      Executor threads,
      LongSupplier epochNanos) {
    this.fault = fault;
    this.nodes = nodes;
    this.workers = workers;
    this.phase = phase;
    this.threads = threads;
    this.epochNanos = epochNanos;
    this.injectedNanos = epochNanos.getAsLong();
  }

  void begin(FaultInjector injector) {
    threads.execute(() -> inject(injector));
  }

  private void inject(FaultInjector injector) {
    try {
      Undo made = injector.inject(fault, nodes);
      injected(made);
    } catch (FaultException | RuntimeException e) {
      failed("not injected: " + Text.message(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      failed("not injected: interrupted");
    }
  }

  private synchronized void injected(Undo made) {
    undo = made;
    inEffectNanos = epochNanos.getAsLong();
    state = fault.isUndone() ? State.IN_EFFECT : State.OVER;
    if (undoWanted || made.happensByItself() && fault.duration().isEmpty()) {
      beginUndo();
    }
    notifyAll();
  }

  synchronized void failed(String why) {
    problem = why;
    state = State.OVER;
    notifyAll();
  }

  /** Begins to undo it if it is in effect, or as soon as it is. */
  synchronized void beginUndo() {
    undoWanted = true;
    if (state == State.IN_EFFECT) {
      state = State.UNDOING;
      undoBegunNanos = epochNanos.getAsLong();
      threads.execute(this::undo);
    }
  }

  private void undo() {
    try {
      undo.undo();
      undone();
    } catch (FaultException | RuntimeException e) {
      failed("not undone: " + Text.message(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      failed("not undone: interrupted");
    }
  }

  private synchronized void undone() {
    undoneNanos = epochNanos.getAsLong();
    state = State.OVER;
    notifyAll();
  }

  synchronized State state() {
    return state;
  }

  /** Whether its time in effect is over. */
  synchronized boolean isDue(long nowNanos) {
    return state == State.IN_EFFECT && nowNanos >= endNanos();
  }

  /** When it is to be undone, as far as that is known. */
  synchronized long endNanos() {
    return state == State.IN_EFFECT && fault.duration().isPresent()
        ? inEffectNanos + fault.duration().get().toNanos()
        : Long.MAX_VALUE;
  }

  /** Waits until it is over, or the time. */
  synchronized boolean awaitOver(long millis) throws InterruptedException {
    if (state != State.OVER && millis > 0) {
      TimeUnit.MILLISECONDS.timedWait(this, millis);
    }
    return state == State.OVER;
  }

  FaultSpec fault() {
    return fault;
  }

  long injectedNanos() {
    return injectedNanos;
  }

  /** Whether it has ended the process of a worker. */
  synchronized boolean killed(String worker) {
    return fault.kind() == FaultKind.KILL && problem.isEmpty() && workers.contains(worker);
  }

  /** Target and nodes, for people. */
  String where(FaultInjector injector) {
    if (!workers.isEmpty()) {
      return " (" + String.join(", ", workers) + ")";
    }
    List<String> each =
        nodes.stream().map(node -> (node + " " + injector.nameOf(node)).strip()).toList();
    return nodes.isEmpty()
        ? ""
        : (nodes.size() == 1 ? " (node " : " (nodes ") + String.join(", ", each) + ")";
  }

  /** What it has changed in the nodes; empty if that is known from the fault. */
  synchronized String changed() {
    return undo.changed();
  }

  synchronized String problem() {
    return problem;
  }

  /** Returns the report without its effect. */
  synchronized FaultReport report() {
    return new FaultReport(
        fault.name(),
        fault.action(),
        workers.isEmpty() ? nodes : List.of(),
        workers,
        phase,
        injectedNanos / 1_000,
        micros(inEffectNanos),
        micros(undoBegunNanos),
        micros(undoneNanos),
        problem,
        Optional.empty());
  }

  private static Optional<Long> micros(long nanos) {
    return nanos == 0 ? Optional.empty() : Optional.of(nanos / 1_000);
  }
}
