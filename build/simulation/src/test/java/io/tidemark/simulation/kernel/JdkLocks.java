package io.tidemark.simulation.kernel;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;

/** Locks, latches, semaphores, futures and executors of the JDK in the simulation. */
public final class JdkLocks {
  private static final String LOCK = "java/util/concurrent/locks/ReentrantLock";
  private static final String LATCH = "java/util/concurrent/CountDownLatch";
  private static final String SEMAPHORE = "java/util/concurrent/Semaphore";
  private static final String FUTURE = "java/util/concurrent/Future";
  private static final String COMPLETABLE = "java/util/concurrent/CompletableFuture";
  private static final String TASK = "java/util/concurrent/FutureTask";
  private static final String SCHEDULED = "java/util/concurrent/ScheduledFuture";
  private static final String EXECUTORS = "java/util/concurrent/Executors";

  private JdkLocks() {}

  // ---- locks

  @Replaces(LOCK)
  public static void lock(ReentrantLock lock) {
    Kernel kernel = Kernel.current();
    kernel.mayLoseTurn();
    kernel.acquireUninterruptibly(lock);
  }

  @Replaces(LOCK)
  public static void lockInterruptibly(ReentrantLock lock) throws InterruptedException {
    Kernel kernel = Kernel.current();
    if (JdkThreads.interrupted()) {
      throw new InterruptedException("before a lock");
    }
    kernel.mayLoseTurn();
    kernel.acquire(lock, SimulatedThread.NEVER);
  }

  @Replaces(LOCK)
  public static boolean tryLock(ReentrantLock lock) {
    return Kernel.current().tryAcquire(lock);
  }

  @Replaces(LOCK)
  public static boolean tryLock(ReentrantLock lock, long time, TimeUnit unit)
      throws InterruptedException {
    Kernel kernel = Kernel.current();
    return kernel.acquire(lock, Kernel.at(kernel.after(unit.toNanos(time))));
  }

  @Replaces(LOCK)
  public static void unlock(ReentrantLock lock) {
    SimulatedThread self = Kernel.self();
    self.kernel.release(self, lock);
  }

  @Replaces(LOCK)
  public static boolean isLocked(ReentrantLock lock) {
    return Kernel.current().isLocked(lock);
  }

  @Replaces(LOCK)
  public static boolean isHeldByCurrentThread(ReentrantLock lock) {
    return Kernel.current().isHeldByRunning(lock);
  }

  // ---- latches

  @Replaces(LATCH)
  public static void await(CountDownLatch latch) throws InterruptedException {
    Kernel.current().await("a latch", () -> latch.getCount() == 0, SimulatedThread.NEVER);
  }

  @Replaces(LATCH)
  public static boolean await(CountDownLatch latch, long time, TimeUnit unit)
      throws InterruptedException {
    Kernel kernel = Kernel.current();
    return kernel.await(
        "a latch", () -> latch.getCount() == 0, Kernel.at(kernel.after(unit.toNanos(time))));
  }

  // ---- semaphores

  @Replaces(SEMAPHORE)
  public static void acquire(Semaphore semaphore) throws InterruptedException {
    do {
      Kernel.current()
          .await("a semaphore", () -> semaphore.availablePermits() > 0, SimulatedThread.NEVER);
    } while (!semaphore.tryAcquire());
  }

  // ---- futures

  @Replaces({FUTURE, COMPLETABLE, TASK, SCHEDULED})
  public static Object get(Future<?> future) throws InterruptedException, ExecutionException {
    if (Kernel.self() != null && !future.isDone()) {
      Kernel.current().await("a future", future::isDone, SimulatedThread.NEVER);
    }
    return future.get();
  }

  @Replaces({FUTURE, COMPLETABLE, TASK, SCHEDULED})
  public static Object get(Future<?> future, long time, TimeUnit unit)
      throws InterruptedException, ExecutionException, TimeoutException {
    if (Kernel.self() == null) {
      return future.get(time, unit);
    }
    Kernel kernel = Kernel.current();
    if (!future.isDone()
        && !kernel.await("a future", future::isDone, Kernel.at(kernel.after(unit.toNanos(time))))) {
      throw new TimeoutException();
    }
    return future.get();
  }

  @Replaces(COMPLETABLE)
  public static Object join(CompletableFuture<?> future) {
    if (Kernel.self() != null && !future.isDone()) {
      Kernel.current().awaitUninterruptibly("a future", future::isDone);
    }
    return future.join();
  }

  // ---- executors

  @Replaces(value = EXECUTORS, ofClass = true)
  public static ExecutorService newCachedThreadPool(ThreadFactory threads) {
    return Kernel.self() == null
        ? Executors.newCachedThreadPool(threads)
        : new KernelExecutor(Integer.MAX_VALUE, threads);
  }

  @Replaces(value = EXECUTORS, ofClass = true)
  public static ExecutorService newFixedThreadPool(int most, ThreadFactory threads) {
    return new KernelExecutor(most, threads);
  }

  @Replaces(value = EXECUTORS, ofClass = true)
  public static ExecutorService newSingleThreadExecutor(ThreadFactory threads) {
    return new KernelExecutor(1, threads);
  }

  @Replaces(value = EXECUTORS, ofClass = true)
  public static ScheduledExecutorService newSingleThreadScheduledExecutor(ThreadFactory threads) {
    return new KernelExecutor(1, threads);
  }
}
