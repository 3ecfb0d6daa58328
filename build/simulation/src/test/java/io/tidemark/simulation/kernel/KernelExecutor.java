package io.tidemark.simulation.kernel;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/** Executors of the JDK on simulated threads: cached, of a fixed size, and scheduled. */
final class KernelExecutor extends AbstractExecutorService implements ScheduledExecutorService {
  private final Kernel kernel = Kernel.current();
  private final int mostThreads;
  private final ThreadFactory factory;
  private final PriorityQueue<Timed> queue =
      new PriorityQueue<>(
          Comparator.comparingLong((Timed each) -> each.due).thenComparing(each -> each.number));
  private final List<Thread> workers = new ArrayList<>();
  private int idle;
  private long tasks;
  private boolean shutDown;
  private boolean dropsDelayed;

  /** A task and when it is due. */
  private final class Timed extends FutureTask<Object> implements ScheduledFuture<Object> {
    private final long number = tasks++;
    private final long periodNanos;
    private final Runnable plain;
    private long due;

    Timed(Callable<Object> task, long dueNanos) {
      super(task);
      plain = null;
      periodNanos = 0;
      due = dueNanos;
    }

    Timed(Runnable task, long dueNanos, long everyNanos) {
      super(task, null);
      plain = null;
      periodNanos = everyNanos;
      due = dueNanos;
    }

    /** A task of {@link #execute}, whose exceptions end the thread. */
    Timed(Runnable task) {
      super(task, null);
      plain = task;
      periodNanos = 0;
      due = 0;
    }

    @Override
    public void run() {
      if (plain != null) {
        plain.run();
      } else if (periodNanos == 0) {
        super.run();
      } else if (runAndReset() && !shutDown) {
        due = kernel.after(periodNanos);
        queue.add(this);
      }
    }

    @Override
    public long getDelay(TimeUnit unit) {
      return unit.convert(due - kernel.now(), TimeUnit.NANOSECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
      return Long.compare(due, ((Timed) other).due);
    }
  }

  KernelExecutor(int mostThreads, ThreadFactory factory) {
    this.mostThreads = mostThreads;
    this.factory = factory;
  }

  private <T extends Timed> T add(T task) {
    if (shutDown) {
      throw new RejectedExecutionException("the executor is shut down");
    }
    queue.add(task);
    if (idle < queue.size() && workers.size() < mostThreads) {
      Thread worker = factory.newThread(this::work);
      workers.add(worker);
      JdkThreads.start(worker);
    } else {
      kernel.mayLoseTurn();
    }
    return task;
  }

  private boolean hasDue() {
    return !queue.isEmpty() && queue.peek().due <= kernel.now();
  }

  private long nextDue() {
    return queue.isEmpty() ? Long.MAX_VALUE : queue.peek().due;
  }

  private void work() {
    try {
      while (true) {
        Timed next = take();
        if (next == null) {
          return;
        }
        JdkThreads.interrupted(); // Of the task before.
        next.run();
      }
    } finally {
      workers.remove(JdkThreads.currentThread());
    }
  }

  private Timed take() {
    idle++;
    try {
      while (!hasDue()) {
        if (shutDown && (queue.isEmpty() || dropsDelayed)) {
          return null;
        }
        kernel.block("a task", () -> hasDue() || shutDown && queue.isEmpty(), this::nextDue, false);
      }
      return queue.remove();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    } finally {
      idle--;
    }
  }

  @Override
  public void execute(Runnable task) {
    add(new Timed(task));
  }

  @Override
  public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
    return add(new Timed(task, kernel.after(unit.toNanos(delay)), 0));
  }

  @Override
  @SuppressWarnings("unchecked")
  public <V> ScheduledFuture<V> schedule(Callable<V> task, long delay, TimeUnit unit) {
    Callable<Object> any = (Callable<Object>) task;
    return (ScheduledFuture<V>) add(new Timed(any, kernel.after(unit.toNanos(delay))));
  }

  @Override
  public ScheduledFuture<?> scheduleAtFixedRate(
      Runnable task, long first, long period, TimeUnit unit) {
    return scheduleWithFixedDelay(task, first, period, unit);
  }

  @Override
  public ScheduledFuture<?> scheduleWithFixedDelay(
      Runnable task, long first, long delay, TimeUnit unit) {
    return add(new Timed(task, kernel.after(unit.toNanos(first)), unit.toNanos(delay)));
  }

  @Override
  public void shutdown() {
    shutDown = true;
    queue.removeIf(each -> each.due > kernel.now());
  }

  @Override
  public List<Runnable> shutdownNow() {
    shutDown = true;
    dropsDelayed = true;
    List<Runnable> left = new ArrayList<>(queue);
    queue.clear();
    List.copyOf(workers).forEach(JdkThreads::interrupt);
    return left;
  }

  @Override
  public boolean isShutdown() {
    return shutDown;
  }

  @Override
  public boolean isTerminated() {
    return shutDown && workers.isEmpty();
  }

  @Override
  public boolean awaitTermination(long time, TimeUnit unit) throws InterruptedException {
    return kernel.await(
        "the end of an executor", this::isTerminated, Kernel.at(kernel.after(unit.toNanos(time))));
  }
}
