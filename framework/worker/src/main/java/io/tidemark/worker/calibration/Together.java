package io.tidemark.worker.calibration;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A measurement on several threads, which begin at one moment. */
final class Together {
  private Together() {}

  static <T> List<T> run(int threads, Callable<T> task) {
    CyclicBarrier start = new CyclicBarrier(threads);
    Callable<T> started =
        () -> {
          start.await();
          return task.call();
        };
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<T> results = new ArrayList<>();
      for (Future<T> future : pool.invokeAll(Collections.nCopies(threads, started))) {
        results.add(future.get());
      }
      return results;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return List.of();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } finally {
      pool.shutdownNow();
    }
  }
}
