package io.tidemark.simulation.kernel;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * Threads of the JDK in the simulation. Outside of a simulation, as while a test prepares one, the
 * real calls are made.
 */
public final class JdkThreads {
  private static final String THREAD = "java/lang/Thread";
  private static final String SUPPORT = "java/util/concurrent/locks/LockSupport";
  private static final String UNIT = "java/util/concurrent/TimeUnit";
  private static final String OBJECT = "java/lang/Object";

  private JdkThreads() {}

  @Replaces(value = THREAD, ofClass = true)
  public static Thread currentThread() {
    SimulatedThread self = Kernel.self();
    return self == null ? Thread.currentThread() : self.thread;
  }

  @Replaces(value = THREAD, ofClass = true)
  public static void sleep(long millis) throws InterruptedException {
    if (Kernel.self() == null) {
      Thread.sleep(millis);
    } else {
      Kernel.current().sleep(TimeUnit.MILLISECONDS.toNanos(millis));
    }
  }

  @Replaces(UNIT)
  public static void sleep(TimeUnit unit, long time) throws InterruptedException {
    Kernel.current().sleep(unit.toNanos(time));
  }

  @Replaces(value = THREAD, ofClass = true)
  public static boolean interrupted() {
    SimulatedThread self = Kernel.self();
    if (self == null) {
      return Thread.interrupted();
    }
    boolean was = self.interrupted;
    self.interrupted = false;
    return was;
  }

  @Replaces(value = THREAD, ofClass = true)
  public static void onSpinWait() {
    if (Kernel.self() != null) {
      Kernel.current().spin();
    }
  }

  @Replaces(value = THREAD, ofClass = true)
  public static void yield() {
    onSpinWait();
  }

  /** What is left is checked by the simulation itself. */
  @Replaces(value = THREAD, ofClass = true)
  public static Map<Thread, StackTraceElement[]> getAllStackTraces() {
    return Map.of();
  }

  @Replaces(THREAD)
  public static void start(Thread thread) {
    SimulatedThread self = Kernel.self();
    if (self == null) {
      thread.start();
    } else {
      self.kernel.start(thread, self.node);
    }
  }

  private static SimulatedThread of(Thread thread) {
    SimulatedThread self = Kernel.self();
    return self == null ? null : self.kernel.of(thread);
  }

  @Replaces(THREAD)
  public static boolean isAlive(Thread thread) {
    SimulatedThread simulated = of(thread);
    return simulated != null && !simulated.ended;
  }

  @Replaces(THREAD)
  public static void interrupt(Thread thread) {
    SimulatedThread simulated = of(thread);
    if (simulated != null) {
      simulated.interrupted = true;
      simulated.permit = true; // A parked thread goes on.
      simulated.kernel.mayLoseTurn();
    }
  }

  @Replaces(THREAD)
  public static boolean isInterrupted(Thread thread) {
    SimulatedThread simulated = of(thread);
    return simulated != null && simulated.interrupted;
  }

  @Replaces(THREAD)
  public static StackTraceElement[] getStackTrace(Thread thread) {
    return new StackTraceElement[0];
  }

  @Replaces(THREAD)
  public static void join(Thread thread) throws InterruptedException {
    join(thread, 0);
  }

  @Replaces(THREAD)
  public static void join(Thread thread, long millis) throws InterruptedException {
    SimulatedThread simulated = of(thread);
    if (simulated != null) {
      Kernel kernel = Kernel.current();
      LongSupplier until =
          millis == 0
              ? SimulatedThread.NEVER
              : Kernel.at(kernel.after(TimeUnit.MILLISECONDS.toNanos(millis)));
      kernel.await("the end of thread " + thread.getName(), () -> simulated.ended, until);
    }
  }

  // ---- parking

  @Replaces(value = SUPPORT, ofClass = true)
  public static void park() {
    parkUntil(SimulatedThread.NEVER);
  }

  @Replaces(value = SUPPORT, ofClass = true)
  public static void park(Object blocker) {
    park();
  }

  @Replaces(value = SUPPORT, ofClass = true)
  public static void parkNanos(long nanos) {
    if (nanos > 0) {
      parkUntil(Kernel.at(Kernel.current().after(nanos)));
    }
  }

  @Replaces(value = SUPPORT, ofClass = true)
  public static void parkNanos(Object blocker, long nanos) {
    parkNanos(nanos);
  }

  private static void parkUntil(LongSupplier until) {
    SimulatedThread self = Kernel.self();
    if (self == null) {
      throw new IllegalStateException("parks outside of a simulation");
    }
    try {
      self.kernel.block("a permit", () -> self.permit || self.interrupted, until, false);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    self.permit = false;
  }

  @Replaces(value = SUPPORT, ofClass = true)
  public static void unpark(Thread thread) {
    SimulatedThread simulated = thread == null ? null : of(thread);
    if (simulated != null) {
      simulated.permit = true;
      simulated.kernel.mayLoseTurn();
    } else if (thread != null && Kernel.self() == null) {
      LockSupport.unpark(thread);
    }
  }

  // ---- conditions of monitors

  @Replaces(OBJECT)
  public static void wait(Object monitor) throws InterruptedException {
    Kernel.current().waitIn(monitor, 0);
  }

  @Replaces(OBJECT)
  public static void wait(Object monitor, long millis) throws InterruptedException {
    Kernel.current().waitIn(monitor, TimeUnit.MILLISECONDS.toNanos(millis));
  }

  @Replaces(UNIT)
  public static void timedWait(TimeUnit unit, Object monitor, long time)
      throws InterruptedException {
    if (time > 0) {
      Kernel.current().waitIn(monitor, unit.toNanos(time));
    }
  }

  @Replaces(value = OBJECT, name = "notifyAll")
  public static void notifyEach(Object monitor) {
    if (Kernel.self() != null) {
      Kernel.current().notifyIn(monitor);
    }
  }
}
