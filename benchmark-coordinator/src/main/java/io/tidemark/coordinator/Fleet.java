package io.tidemark.coordinator;

import io.tidemark.measure.Clock;
import io.tidemark.model.worker.Worker;
import io.tidemark.model.worker.WorkerException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;

/**
 * The workers of a run: calls to all of them at once, each on its own thread, and the book on which
 * of them are lost. Used by one thread.
 */
final class Fleet implements AutoCloseable {
  // Beyond a call's own deadline, before the call itself counts as hung.
  private static final Duration GRACE = Duration.ofSeconds(1);
  private static final long STOP_CHECK_NANOS = 50_000_000;
  private static final StopSignal NOBODY = new StopSignal();
  private static final Duration RETRY_PAUSE = Duration.ofMillis(100);

  /** A call to one worker. */
  interface Call<T> {
    T to(int index, Worker worker) throws WorkerException, InterruptedException;
  }

  /** A call without an answer. */
  interface Order {
    void to(int index, Worker worker) throws WorkerException, InterruptedException;
  }

  private final List<Worker> workers;
  private final ExecutorService threads;
  private final Clock clock;
  private final Waiter waiter;
  private final StopSignal stop;
  private final Duration silence;
  private final Map<Integer, String> lost = new LinkedHashMap<>();

  Fleet(
      List<Worker> workers,
      ExecutorService threads,
      Clock clock,
      Waiter waiter,
      StopSignal stop,
      Duration silence) {
    this.workers = List.copyOf(workers);
    this.threads = threads;
    this.clock = clock;
    this.waiter = waiter;
    this.stop = stop;
    this.silence = silence;
  }

  int size() {
    return workers.size();
  }

  String name(int index) {
    return workers.get(index).name();
  }

  Worker worker(int index) {
    return workers.get(index);
  }

  boolean isLost(int index) {
    return lost.containsKey(index);
  }

  /** Why each lost worker is lost, by its index. */
  Map<Integer, String> lost() {
    return lost;
  }

  /** All must succeed: for what comes before the load. The first failure is thrown. */
  <T> List<T> require(String operation, Duration deadline, Call<T> call)
      throws WorkerException, InterruptedException {
    long since = clock.nanoTime();
    Map<Integer, Future<T>> futures = submit(index -> true, call);
    List<T> answers = new ArrayList<>();
    WorkerException first = null;
    for (Map.Entry<Integer, Future<T>> entry : futures.entrySet()) {
      try {
        answers.add(await(entry.getKey(), operation, deadline, since, entry.getValue(), true));
      } catch (WorkerException e) {
        first = first == null ? e : first;
      }
    }
    if (first != null) {
      throw first;
    }
    return answers;
  }

  /** One worker must succeed. */
  <T> T requireOf(int index, String operation, Duration deadline, Call<T> call)
      throws WorkerException, InterruptedException {
    long since = clock.nanoTime();
    Map<Integer, Future<T>> futures = submit(each -> each == index, call);
    return await(index, operation, deadline, since, futures.get(index), true);
  }

  void order(String operation, Duration deadline, Order order)
      throws WorkerException, InterruptedException {
    require(
        operation,
        deadline,
        (index, worker) -> {
          order.to(index, worker);
          return index;
        });
  }

  /**
   * Who answers, answers: for what comes once the load has begun. A worker that does not answer is
   * asked again until the silence has lasted too long, then it is lost. Other failures are thrown,
   * unless {@code anyFailureLoses}.
   */
  <T> Map<Integer, T> ask(String operation, boolean anyFailureLoses, Call<T> call)
      throws WorkerException, InterruptedException {
    long since = clock.nanoTime();
    long giveUpNanos = since + silence.toNanos();
    Map<Integer, Future<T>> futures =
        submit(
            index -> !isLost(index),
            (index, worker) -> persist(index, worker, giveUpNanos, anyFailureLoses, call));
    return collect(operation, silence, since, anyFailureLoses, futures);
  }

  /** Like {@link #ask}, but once and with a deadline of the caller's. */
  <T> Map<Integer, T> askOnce(String operation, Duration deadline, Call<T> call)
      throws InterruptedException {
    long since = clock.nanoTime();
    Map<Integer, Future<T>> futures = submit(index -> !isLost(index), call);
    try {
      return collect(operation, deadline, since, true, futures);
    } catch (WorkerException e) {
      throw new IllegalStateException("every failure loses the worker", e);
    }
  }

  /** Tells who is left, once, with a deadline of the caller's; a failure is thrown. */
  void orderRest(String operation, Duration deadline, Order order)
      throws WorkerException, InterruptedException {
    long since = clock.nanoTime();
    Map<Integer, Future<Integer>> futures =
        submit(
            index -> !isLost(index),
            (index, worker) -> {
              order.to(index, worker);
              return index;
            });
    collect(operation, deadline, since, false, futures);
  }

  /** Asks all workers, lost ones too, and forgives: for the end. Failures go to the sink. */
  <T> Map<Integer, T> attempt(
      String operation, Duration deadline, List<String> problems, Call<T> call)
      throws InterruptedException {
    long since = clock.nanoTime();
    Map<Integer, Future<T>> futures = submit(index -> true, call);
    Map<Integer, T> answers = new LinkedHashMap<>();
    for (Map.Entry<Integer, Future<T>> entry : futures.entrySet()) {
      try {
        int index = entry.getKey();
        // One that has been silent is not given the time of one that still works on it.
        Duration patience = isLost(index) ? silence : deadline;
        answers.put(index, await(index, operation, patience, since, entry.getValue(), false));
      } catch (WorkerException e) {
        problems.add(e.oneLine());
      }
    }
    return answers;
  }

  private <T> Map<Integer, T> collect(
      String operation,
      Duration deadline,
      long since,
      boolean anyFailureLoses,
      Map<Integer, Future<T>> futures)
      throws WorkerException, InterruptedException {
    Map<Integer, T> answers = new LinkedHashMap<>();
    WorkerException first = null;
    for (Map.Entry<Integer, Future<T>> entry : futures.entrySet()) {
      int index = entry.getKey();
      try {
        answers.put(index, await(index, operation, deadline, since, entry.getValue(), false));
      } catch (WorkerException e) {
        if (anyFailureLoses || e.kind() == WorkerException.Kind.WORKER_LOST) {
          lost.put(index, e.oneLine());
        } else {
          first = first == null ? e : first;
        }
      }
    }
    if (first != null) {
      throw first;
    }
    return answers;
  }

  private <T> T persist(
      int index, Worker worker, long giveUpNanos, boolean anyFailure, Call<T> call)
      throws WorkerException, InterruptedException {
    while (true) {
      try {
        return call.to(index, worker);
      } catch (WorkerException e) {
        boolean again = anyFailure || e.kind() == WorkerException.Kind.WORKER_LOST;
        if (!again || clock.nanoTime() - giveUpNanos >= 0) {
          throw e;
        }
        waiter.until(clock.epochNanos() + RETRY_PAUSE.toNanos(), NOBODY);
      }
    }
  }

  private <T> Map<Integer, Future<T>> submit(Predicate<Integer> who, Call<T> call) {
    Map<Integer, Future<T>> futures = new LinkedHashMap<>();
    for (int i = 0; i < workers.size(); i++) {
      int index = i;
      if (who.test(index)) {
        futures.put(index, threads.submit(() -> call.to(index, workers.get(index))));
      }
    }
    return futures;
  }

  private <T> T await(
      int index,
      String operation,
      Duration deadline,
      long since,
      Future<T> future,
      boolean stoppable)
      throws WorkerException, InterruptedException {
    long limitNanos = deadline.plus(GRACE).toNanos();
    while (true) {
      long leftNanos = Math.max(0, limitNanos - (clock.nanoTime() - since));
      try {
        return future.get(
            stoppable ? Math.min(leftNanos, STOP_CHECK_NANOS) : leftNanos, TimeUnit.NANOSECONDS);
      } catch (TimeoutException e) {
        if (stoppable && stop.requested()) {
          future.cancel(true);
          throw failure(index, operation, "interrupted while waiting for its answer", e);
        }
        if (clock.nanoTime() - since >= limitNanos) {
          future.cancel(true);
          throw failure(index, operation, "no answer within " + Text.nanos(limitNanos), e);
        }
      } catch (CancellationException e) {
        throw failure(index, operation, "call was cancelled", e);
      } catch (ExecutionException e) {
        throw unwrap(index, operation, e.getCause());
      }
    }
  }

  private WorkerException unwrap(int index, String operation, Throwable cause)
      throws InterruptedException {
    if (cause instanceof WorkerException failure) {
      return failure;
    }
    if (cause instanceof InterruptedException) {
      throw (InterruptedException) new InterruptedException(operation).initCause(cause);
    }
    String message = Optional.ofNullable(cause.getMessage()).orElse(cause.toString());
    return new WorkerException(
        name(index), operation, WorkerException.Kind.INFRASTRUCTURE, message, cause);
  }

  private WorkerException failure(int index, String operation, String message, Throwable cause) {
    return new WorkerException(
        name(index), operation, WorkerException.Kind.WORKER_LOST, message, cause);
  }

  /** Ends the threads; a call that hangs is interrupted. Does not close the workers. */
  @Override
  public void close() {
    threads.shutdownNow();
  }
}
