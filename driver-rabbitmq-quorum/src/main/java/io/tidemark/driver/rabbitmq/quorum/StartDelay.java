package io.tidemark.driver.rabbitmq.quorum;

import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.Publishing;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Schedules connections of producers: in batches, or with {@code connections.startDelay} each at a
 * random time, because hundreds at once would overload the broker. The delay begins with the first
 * request; after it there is no further wait. Thread-safe.
 */
final class StartDelay {
  private final Duration most;
  private final LongSupplier nanoClock;
  private final Timer timer;
  private boolean begun;
  private long beginNanos;

  /** Runs an action later on another thread. */
  interface Timer {
    void after(long millis, Runnable task);
  }

  StartDelay(Duration most) {
    this(
        most,
        System::nanoTime,
        (millis, task) ->
            CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS).execute(task));
  }

  StartDelay(Duration most, LongSupplier nanoClock, Timer timer) {
    this.most = most;
    this.nanoClock = nanoClock;
    this.timer = timer;
  }

  /**
   * Creates producers and gives them in the order asked; blocks the caller.
   *
   * @param creation starts the creation of one, on any thread
   */
  <I, P> CompletableFuture<List<P>> create(
      Publishing publishing, List<I> infos, Function<I, CompletableFuture<P>> creation) {
    boolean delays = !most.isZero();
    // All in one batch: the next one would begin when the last of this one is there.
    return InBatches.create(
        "producer",
        delays ? Math.max(1, infos.size()) : publishing.creationBatchSize(),
        publishing.creationDelay(),
        infos,
        delays ? info -> delayed(() -> creation.apply(info)) : creation);
  }

  private <P> CompletableFuture<P> delayed(Supplier<CompletableFuture<P>> start) {
    long waitMillis = waitMillis();
    if (waitMillis <= 0) {
      return start.get();
    }
    CompletableFuture<Void> due = new CompletableFuture<>();
    timer.after(waitMillis, () -> due.complete(null));
    return due.thenCompose(nothing -> start.get());
  }

  private synchronized long waitMillis() {
    long nowNanos = nanoClock.getAsLong();
    if (!begun) {
      begun = true;
      beginNanos = nowNanos;
    }
    long moment = 1 + ThreadLocalRandom.current().nextLong(most.toMillis());
    return moment - TimeUnit.NANOSECONDS.toMillis(nowNanos - beginNanos);
  }
}
