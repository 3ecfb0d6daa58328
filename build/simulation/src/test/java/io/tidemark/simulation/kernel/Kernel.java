package io.tidemark.simulation.kernel;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * Runs simulated threads one at a time. A thread keeps the turn until it waits; then one of those
 * that can go on is picked by the seed. If none can, virtual time jumps to the earliest deadline.
 * So the order of everything is a function of the seed.
 *
 * <p>All state is used by the thread that has the turn, or by the caller of {@link #run} when no
 * thread has it.
 */
public final class Kernel {
  /** Virtual time begins at a round moment. */
  static final long FIRST_EPOCH_NANOS = 1_700_000_000_000_000_000L;

  static final long FIRST_NANO_TIME = 1_000_000_000_000L;
  private static final long SPIN_NANOS = 2_000;
  private static final long MOST_LATE_NANOS = 60_000;
  private static final long STUCK_SECONDS = 30;
  private static final int STUCK_TIMES = 10;
  private static final long ENDS_WITHIN_MILLIS = 2_000;

  private final SplittableRandom random;
  private final int preemption;
  private final long mostPreemptions;
  private final long limitNanos;
  private final EventTrace trace;
  private final List<SimulatedThread> threads = new ArrayList<>();
  private final Map<Thread, SimulatedThread> byThread = new IdentityHashMap<>();
  private final Map<Object, Monitor> monitors = new IdentityHashMap<>();
  private final List<String> defects = new ArrayList<>();
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final List<SimulatedThread> candidates = new ArrayList<>();
  private Object world = this;
  private SimulatedThread root;
  private SimulatedThread running;
  private String ending = "";
  private long now;
  private int started;
  private long switches;
  private long preemptions;

  /** Who is in a monitor or has a lock, and who waits to be notified. */
  private static final class Monitor {
    SimulatedThread owner;
    int entered;
    final Deque<Waiter> waiters = new ArrayDeque<>();

    boolean isFree() {
      return owner == null;
    }
  }

  /** A thread in {@link Object#wait}. */
  private static final class Waiter {
    boolean notified;
  }

  /**
   * @param preemption a thread may lose the turn at every n-th point where it could; 0 for never
   * @param mostPreemptions no thread loses the turn after as many
   * @param limitNanos virtual time at which the simulation is stopped
   */
  public Kernel(
      long seed, int preemption, long mostPreemptions, long limitNanos, EventTrace trace) {
    this.random = new SplittableRandom(seed);
    this.preemption = preemption;
    this.mostPreemptions = mostPreemptions;
    this.limitNanos = limitNanos;
    this.trace = trace;
  }

  /** The kernel of the calling thread; null outside of simulations. */
  static SimulatedThread self() {
    return Thread.currentThread() instanceof SimulatedThread.Carrier carrier ? carrier.of : null;
  }

  /** Whether the calling thread is one of a simulation. */
  public static boolean isRunning() {
    return self() != null;
  }

  /** The kernel that runs the calling thread. */
  public static Kernel current() {
    SimulatedThread self = self();
    if (self == null) {
      throw new IllegalStateException("not in a simulation");
    }
    return self.kernel;
  }

  /** What the simulation consists of; any object. */
  public Object world() {
    return world;
  }

  /** The process of the running thread. */
  public Node node() {
    return running.node;
  }

  /**
   * Runs a simulation until its first thread ends, nothing can go on, or its time is over.
   *
   * @return why it ended, empty if the first thread did
   */
  public String run(Object ofWorld, Node node, Runnable first) throws InterruptedException {
    world = ofWorld;
    root = add(new Thread(first, "main"), node);
    running = root;
    root.resume();
    long before = -1; // Beside other work a simulation may take longer, but not one turn.
    for (int i = 0; i < STUCK_TIMES && before != switches; i++) {
      before = switches;
      if (stopped.await(STUCK_SECONDS, TimeUnit.SECONDS)) {
        return ending;
      }
    }
    return "STUCK in real time: " + running + " at " + Arrays.toString(running.stack());
  }

  /** Threads that have not ended, but for those of killed processes. */
  public List<String> left() {
    return threads.stream()
        .filter(each -> !each.node.isKilled())
        .map(SimulatedThread::toString)
        .toList();
  }

  /** Exceptions that ended threads. */
  public List<String> defects() {
    return defects;
  }

  /** Ends all threads that are left; they are unwound. */
  public void close() throws InterruptedException {
    for (SimulatedThread each : List.copyOf(threads)) {
      running = each;
      if (!each.end(ENDS_WITHIN_MILLIS)) {
        trace.note(now, "left behind: " + each);
      }
    }
  }

  public long switches() {
    return switches;
  }

  /** How often a thread has lost the turn at a point where it could have kept it. */
  public long preemptions() {
    return preemptions;
  }

  /** Virtual nanoseconds since the beginning. */
  public long now() {
    return now;
  }

  public long nanoTime() {
    return FIRST_NANO_TIME + now;
  }

  public long epochNanos() {
    return FIRST_EPOCH_NANOS + now;
  }

  public void note(String event) {
    trace.note(now, event);
  }

  SplittableRandom random() {
    return random;
  }

  // ---- threads

  /** Starts a thread in a process. */
  public void start(Thread thread, Node node) {
    if (byThread.containsKey(thread)) {
      throw new IllegalThreadStateException();
    }
    running.requireAlive();
    add(thread, node);
    mayLoseTurn();
  }

  private SimulatedThread add(Thread thread, Node node) {
    SimulatedThread added = new SimulatedThread(this, thread, node, started++);
    threads.add(added);
    byThread.put(thread, added);
    return added;
  }

  SimulatedThread of(Thread thread) {
    return thread instanceof SimulatedThread.Carrier carrier ? carrier.of : byThread.get(thread);
  }

  /** The whole life of a thread, on its carrier. */
  void runs(SimulatedThread self) {
    try {
      self.goesOn();
      self.requireAlive();
      Runnable life = self.thread; // It is not started; its carrier is.
      life.run();
    } catch (SimulationOver e) {
      self.waitingFor = "nothing"; // It is unwound.
    } catch (Throwable e) {
      defects.add(self.node.name() + "/" + self.thread.getName() + " ended by " + text(e));
    }
    self.ended = true;
    threads.remove(self);
    if (!ending.isEmpty() || stopped.getCount() == 0) {
      return;
    }
    SimulatedThread next = self == root ? null : pick();
    if (next == null) {
      stopped.countDown();
    } else {
      running = next;
      next.resume();
    }
  }

  private static String text(Throwable e) {
    return e
        + Arrays.stream(e.getStackTrace())
            .limit(12)
            .map(frame -> "\n      at " + frame)
            .collect(Collectors.joining());
  }

  // ---- waiting

  /** Waits until a condition holds or a moment has come. */
  public boolean await(String what, BooleanSupplier ready, LongSupplier until)
      throws InterruptedException {
    return block(what, ready, until, true);
  }

  public void awaitUninterruptibly(String what, BooleanSupplier ready) {
    try {
      block(what, ready, SimulatedThread.NEVER, false);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Waits for some virtual time. */
  public void sleep(long nanos) throws InterruptedException {
    block("the end of a sleep", () -> false, at(after(nanos)), true);
  }

  /** Waits until as many events have been noted, beginning with this call. */
  public void awaitEvent(long number) throws InterruptedException {
    long last = trace.events() + number;
    await("event " + last, () -> trace.events() >= last, SimulatedThread.NEVER);
  }

  /** A moment, as late as a timer of a busy machine is. */
  public long after(long nanos) {
    long end = now + Math.max(0, nanos) + random.nextLong(MOST_LATE_NANOS);
    return end < 0 ? Long.MAX_VALUE : end;
  }

  static LongSupplier at(long moment) {
    return () -> moment;
  }

  boolean block(String what, BooleanSupplier ready, LongSupplier until, boolean interruptible)
      throws InterruptedException {
    SimulatedThread self = running;
    self.requireAlive();
    if (interruptible && self.interrupted) {
      self.interrupted = false;
      throw new InterruptedException(what);
    }
    self.waits(what, ready, until, interruptible);
    handOver(self);
    self.goesOn();
    self.requireAlive();
    if (ready.getAsBoolean()) {
      return true;
    }
    if (interruptible && self.interrupted) {
      self.interrupted = false;
      throw new InterruptedException(what);
    }
    return false;
  }

  void spin() {
    pause(SPIN_NANOS + random.nextLong(SPIN_NANOS));
  }

  /** Waits as {@link #sleep} does, also if the thread is interrupted. */
  public void pause(long nanos) {
    try {
      block("the end of a pause", () -> false, at(now + nanos), false);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A point at which another thread could come in between. */
  void mayLoseTurn() {
    if (preemptions < mostPreemptions
        && preemption > 0
        && running.atomic == 0
        && random.nextInt(preemption) == 0) {
      preemptions++;
      awaitUninterruptibly("its next turn", () -> true);
    }
  }

  private void handOver(SimulatedThread self) {
    SimulatedThread next = pick();
    if (next == null) {
      stopped.countDown();
      self.pause();
    } else if (next != self) {
      running = next;
      next.resume();
      self.pause();
    }
  }

  /** Who goes on; null when the simulation ends. */
  private SimulatedThread pick() {
    while (true) {
      candidates.clear();
      long earliest = Long.MAX_VALUE;
      for (SimulatedThread each : threads) {
        if (each.canRun(now)) {
          candidates.add(each);
        } else if (each.node.runs()) {
          earliest = Math.min(earliest, each.until.getAsLong());
        }
      }
      if (!candidates.isEmpty()) {
        SimulatedThread next = candidates.get(random.nextInt(candidates.size()));
        switches++;
        trace.picked(now, next.number);
        return next;
      }
      if (earliest == Long.MAX_VALUE) {
        ending = "DEADLOCK: nothing can go on: " + threads;
        return null;
      }
      if (earliest > limitNanos) {
        ending = "TOO LONG: not over after " + limitNanos / 1_000_000_000 + " s: " + threads;
        return null;
      }
      now = earliest;
    }
  }

  // ---- monitors and locks

  /** In place of {@code monitorenter}. */
  public static void enter(Object monitor) {
    SimulatedThread self = self();
    if (self != null) {
      self.kernel.mayLoseTurn();
      self.kernel.acquire(self, monitor, 1);
    }
  }

  /** In place of {@code monitorexit}. */
  public static void exit(Object monitor) {
    SimulatedThread self = self();
    if (self != null) {
      self.kernel.release(self, monitor);
    }
  }

  /** While a class is initialised, or a map's function runs, no other thread comes in between. */
  public static void atomicBegins() {
    SimulatedThread self = self();
    if (self != null) {
      self.atomic++;
    }
  }

  public static void atomicEnds() {
    SimulatedThread self = self();
    if (self != null) {
      self.atomic--;
    }
  }

  boolean tryAcquire(Object lock) {
    Monitor monitor = monitors.computeIfAbsent(lock, key -> new Monitor());
    if (monitor.owner != null && monitor.owner != running) {
      return false;
    }
    monitor.owner = running;
    monitor.entered++;
    return true;
  }

  boolean acquire(Object lock, LongSupplier until) throws InterruptedException {
    while (!tryAcquire(lock)) {
      Monitor monitor = monitors.get(lock);
      if (!block("lock " + lock.getClass().getSimpleName(), monitor::isFree, until, true)
          && until.getAsLong() <= now) {
        return false;
      }
    }
    return true;
  }

  private void acquire(SimulatedThread self, Object lock, int times) {
    Monitor monitor = monitors.computeIfAbsent(lock, key -> new Monitor());
    while (monitor.owner != null && monitor.owner != self) {
      awaitUninterruptibly("monitor of " + lock.getClass().getSimpleName(), monitor::isFree);
      monitor = monitors.computeIfAbsent(lock, key -> new Monitor());
    }
    monitor.owner = self;
    monitor.entered += times;
  }

  void acquireUninterruptibly(Object lock) {
    acquire(running, lock, 1);
  }

  void release(SimulatedThread self, Object lock) {
    Monitor monitor = monitors.get(lock);
    if (monitor == null || monitor.owner != self) {
      self.requireAlive();
      throw new IllegalMonitorStateException("not the owner of " + lock.getClass());
    }
    if (--monitor.entered == 0) {
      monitor.owner = null;
      if (monitor.waiters.isEmpty()) {
        monitors.remove(lock, monitor);
      }
    }
  }

  boolean isLocked(Object lock) {
    Monitor monitor = monitors.get(lock);
    return monitor != null && monitor.owner != null;
  }

  boolean isHeldByRunning(Object lock) {
    Monitor monitor = monitors.get(lock);
    return monitor != null && monitor.owner == running;
  }

  /**
   * In place of {@link Object#wait}.
   *
   * @param nanos 0 for no limit
   */
  void waitIn(Object lock, long nanos) throws InterruptedException {
    SimulatedThread self = running;
    Monitor monitor = monitors.get(lock);
    if (monitor == null || monitor.owner != self) {
      self.requireAlive();
      throw new IllegalMonitorStateException("not the owner of " + lock.getClass());
    }
    int entered = monitor.entered;
    Waiter waiter = new Waiter();
    monitor.waiters.add(waiter);
    monitor.owner = null;
    monitor.entered = 0;
    LongSupplier until = nanos == 0 ? SimulatedThread.NEVER : at(after(nanos));
    try {
      block(
          "a notification by " + lock.getClass().getSimpleName(),
          () -> waiter.notified,
          until,
          true);
    } finally {
      monitor.waiters.remove(waiter);
      monitors.putIfAbsent(lock, monitor);
      acquire(self, lock, entered);
    }
  }

  void notifyIn(Object lock) {
    Monitor monitor = monitors.get(lock);
    if (monitor != null) {
      monitor.waiters.forEach(each -> each.notified = true);
      monitor.waiters.clear();
    }
  }
}
