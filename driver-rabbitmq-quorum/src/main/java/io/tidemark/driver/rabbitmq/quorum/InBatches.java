package io.tidemark.driver.rabbitmq.quorum;

import io.openmessaging.benchmark.driver.ResourceCreator;
import io.openmessaging.benchmark.driver.ResourceCreator.CreationResult;
import io.tidemark.driver.RefusedException;
import io.tidemark.driver.rabbitmq.quorum.connection.Refusals;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/** Creates clients in batches with pauses, as OMB's keys say, and gives them in the order asked. */
final class InBatches {
  /** The broker also answers with an internal error to arguments that it does not understand. */
  private static final long FAILOVER_NANOS = TimeUnit.SECONDS.toNanos(10);

  private InBatches() {}

  private record Numbered<T>(int number, T value) {}

  static <I, C> CompletableFuture<List<C>> create(
      String what,
      int batchSize,
      Duration pause,
      List<I> infos,
      Function<I, CompletableFuture<C>> creation) {
    List<Numbered<I>> numbered = new ArrayList<>(infos.size());
    for (int i = 0; i < infos.size(); i++) {
      numbered.add(new Numbered<>(i, infos.get(i)));
    }
    AtomicLong internalErrorSince = new AtomicLong();
    return new ResourceCreator<Numbered<I>, Numbered<C>>(
            what,
            batchSize,
            infos.size() <= batchSize ? 0 : pause.toMillis(),
            batch -> started(batch, creation),
            future -> outcome(future, internalErrorSince))
        .create(numbered)
        .thenApply(
            created ->
                created.stream()
                    .sorted(Comparator.comparingInt(Numbered::number))
                    .map(Numbered::value)
                    .toList());
  }

  private static <I, C> Map<Numbered<I>, CompletableFuture<Numbered<C>>> started(
      List<Numbered<I>> batch, Function<I, CompletableFuture<C>> creation) {
    Map<Numbered<I>, CompletableFuture<Numbered<C>>> futures = new LinkedHashMap<>();
    for (Numbered<I> one : batch) {
      futures.put(
          one, creation.apply(one.value()).thenApply(made -> new Numbered<>(one.number(), made)));
    }
    return futures;
  }

  /**
   * @param sinceNanos of the first internal error without another outcome since; 0 for none
   */
  private static <C> CreationResult<C> outcome(CompletableFuture<C> future, AtomicLong sinceNanos) {
    try {
      CreationResult<C> created = new CreationResult<>(future.get(), true);
      sinceNanos.set(0);
      return created;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // Ends the creation, with the last failure.
      return new CreationResult<>(null, false);
    } catch (ExecutionException | CancellationException e) {
      long nowNanos = System.nanoTime();
      if (!Refusals.isInternalError(e)) {
        sinceNanos.set(0);
      } else if (!sinceNanos.compareAndSet(0, nowNanos)
          && nowNanos - sinceNanos.get() > FAILOVER_NANOS) {
        throw new CompletionException(e.getCause());
      }
      if (RefusedException.isIn(e)) {
        throw new CompletionException(
            e.getCause()); // Ends the creation: it would be refused again.
      }
      return new CreationResult<>(null, false);
    }
  }
}
