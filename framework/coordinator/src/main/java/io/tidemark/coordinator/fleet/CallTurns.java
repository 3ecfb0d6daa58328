package io.tidemark.coordinator.fleet;

import io.tidemark.base.Clock;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;

/**
 * Calls to many workers, a few at a time: as many threads take one call after the other, because
 * with hundreds of workers a thread for each would wait for a processor most of the time.
 */
final class CallTurns<T> {
  static final int AT_A_TIME = 32;

  private final ExecutorService threads;
  private final Clock clock;
  private final Map<Integer, Long> begunNanoTimes = new ConcurrentHashMap<>();
  private final Queue<FutureTask<T>> waiting = new ConcurrentLinkedQueue<>();
  private final Map<Integer, Future<T>> futures = new LinkedHashMap<>();
  private int waitingBefore;

  CallTurns(ExecutorService threads, Clock clock) {
    this.threads = threads;
    this.clock = clock;
  }

  void add(int index, Callable<T> call) {
    FutureTask<T> task =
        new FutureTask<>(
            () -> {
              begunNanoTimes.put(index, clock.nanoTime());
              return call.call();
            });
    waiting.add(task);
    futures.put(index, task);
  }

  /** Begins the calls, by the index of the worker. */
  Map<Integer, Future<T>> begin() {
    more();
    return futures;
  }

  private void more() {
    waitingBefore = waiting.size();
    for (int i = Math.min(AT_A_TIME, waitingBefore); i > 0; i--) {
      threads.execute(this::work);
    }
  }

  private void work() {
    for (FutureTask<T> next = waiting.poll(); next != null; next = waiting.poll()) {
      next.run();
      Thread.interrupted(); // It meant this call.
      if (threads.isShutdown()) {
        return;
      }
    }
  }

  /** If no call has begun since the last time, workers do not answer: the others do not wait. */
  void passStuck() {
    if (!waiting.isEmpty() && waiting.size() == waitingBefore) {
      more();
    }
    waitingBefore = waiting.size();
  }

  /** Since the turn of a worker began; 0 before it. */
  long spentNanos(int index) {
    Long begun = begunNanoTimes.get(index);
    return begun == null ? 0 : clock.nanoTime() - begun;
  }
}
