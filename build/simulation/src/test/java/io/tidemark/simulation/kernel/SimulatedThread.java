package io.tidemark.simulation.kernel;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * A thread of the simulation. It runs on a real thread, its carrier, while the kernel has given it
 * the turn; the {@link Thread} that the program has made is only its name and its task.
 */
final class SimulatedThread {
  static final LongSupplier NEVER = () -> Long.MAX_VALUE;
  private static final BooleanSupplier AT_ONCE = () -> true;
  private static final int MOST_REFUSALS_TO_END = 200;

  final Kernel kernel;
  final Thread thread;
  final Node node;
  final int number;
  private final Carrier carrier;

  BooleanSupplier ready = AT_ONCE;
  LongSupplier until = NEVER;
  boolean interruptible;
  boolean interrupted;
  boolean permit;
  String waitingFor = "its start";
  boolean ended;
  int atomic;
  private boolean condemned;
  private int refusals;

  /** The real thread. */
  static final class Carrier extends Thread {
    final SimulatedThread of;
    private volatile boolean turn;

    Carrier(SimulatedThread of, String name) {
      super(null, null, name, 512 * 1024, false);
      this.of = of;
      setDaemon(true);
    }

    /** Code of the JDK interrupts the thread that it runs on. */
    @Override
    public void interrupt() {
      of.interrupted = true;
    }

    @Override
    public void run() {
      awaitTurn();
      of.kernel.runs(of);
    }

    private void awaitTurn() {
      while (!turn) {
        LockSupport.park(this);
      }
      turn = false;
    }
  }

  SimulatedThread(Kernel kernel, Thread thread, Node node, int number) {
    this.kernel = kernel;
    this.thread = thread;
    this.node = node;
    this.number = number;
    this.carrier = new Carrier(this, thread.getName());
    carrier.setContextClassLoader(thread.getContextClassLoader());
    carrier.start();
  }

  void resume() {
    carrier.turn = true;
    LockSupport.unpark(carrier);
  }

  void pause() {
    carrier.awaitTurn();
  }

  /** Whether it may go on at a moment. */
  boolean canRun(long now) {
    return node.runs()
        && (until.getAsLong() <= now || interruptible && interrupted || ready.getAsBoolean());
  }

  void waits(String what, BooleanSupplier isReady, LongSupplier deadline, boolean mayInterrupt) {
    waitingFor = what;
    ready = isReady;
    until = deadline;
    interruptible = mayInterrupt;
  }

  void goesOn() {
    ready = AT_ONCE;
    until = NEVER;
    interruptible = false;
    waitingFor = "its turn";
  }

  /** Lets it end; whether it did. */
  boolean end(long millis) throws InterruptedException {
    condemned = true;
    resume();
    carrier.join(millis);
    return !carrier.isAlive();
  }

  void requireAlive() {
    if (condemned) {
      if (++refusals > MOST_REFUSALS_TO_END) {
        while (true) {
          LockSupport.park(this); // It catches everything and goes on: it is left behind.
        }
      }
      throw new SimulationOver();
    }
  }

  StackTraceElement[] stack() {
    return carrier.getStackTrace();
  }

  @Override
  public String toString() {
    return node.name() + "/" + thread.getName() + " waits for " + waitingFor;
  }
}
