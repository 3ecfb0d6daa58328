package io.tidemark.driver;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Runs blocking calls of the broker's client on separate threads. Thread-safe. */
public final class BackgroundTasks implements Executor, AutoCloseable {
  /** Hundreds of clients start at once, and their threads should be gone when the load begins. */
  private static final int IDLE_SECONDS = 1;

  private final ExecutorService workers;

  /**
   * @param threadName of each of the threads, which are daemons
   */
  public BackgroundTasks(String threadName) {
    workers =
        new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            daemons(threadName));
  }

  /** Makes daemon threads, which do not keep the process alive. */
  public static ThreadFactory daemons(String threadName) {
    return task -> Bounded.daemon(threadName, task);
  }

  /** Something that may fail. */
  public interface Action {
    void run() throws Exception;
  }

  /** Runs an action for all in parallel, each on a separate thread, and waits for a time. */
  public static <T> void forEach(
      String threadName, Collection<T> all, Consumer<T> task, Duration most) {
    List<Bounded> started =
        all.stream().map(one -> Bounded.start(threadName, () -> task.accept(one))).toList();
    long deadlineNanos = System.nanoTime() + most.toNanos();
    for (Bounded one : started) {
      one.endedWithin(Duration.ofNanos(deadlineNanos - System.nanoTime()));
    }
  }

  public CompletableFuture<Void> does(Action action) {
    return asks(
        () -> {
          action.run();
          return null;
        });
  }

  /** The outcome, or the failure, is the future's. */
  public <T> CompletableFuture<T> asks(Callable<T> question) {
    CompletableFuture<T> future = new CompletableFuture<>();
    workers.execute(
        () -> {
          try {
            future.complete(question.call());
          } catch (Throwable e) {
            if (e instanceof InterruptedException) {
              Thread.currentThread().interrupt();
            }
            future.completeExceptionally(e);
          }
        });
    return future;
  }

  @Override
  public void execute(Runnable task) {
    workers.execute(task);
  }

  @Override
  public void close() {
    workers.shutdownNow();
  }
}
