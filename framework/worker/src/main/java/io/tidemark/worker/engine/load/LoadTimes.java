package io.tidemark.worker.engine.load;

import io.tidemark.model.snapshot.LoadState;
import io.tidemark.model.snapshot.LoadThreads;
import io.tidemark.worker.host.ThreadSchedule;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;

/**
 * How the load threads of an engine spend their time, from cut to cut. Sums since the beginning are
 * read; what a cut reports is their growth. Used by one thread.
 */
final class LoadTimes {
  private final List<LoadShard> shards;
  private final List<LoadThread> threads;
  private final int producers;
  private long sinceEpochNanos;
  private long sendNanos;
  private long capNanos;
  private Optional<ThreadSchedule.Times> scheduled = Optional.of(new ThreadSchedule.Times(0, 0));

  /**
   * @param threads may be started later; none where a test steps the shards
   */
  LoadTimes(List<LoadShard> shards, List<LoadThread> threads, int producers, long startEpochNanos) {
    this.shards = shards;
    this.threads = threads;
    this.producers = producers;
    this.sinceEpochNanos = startEpochNanos;
  }

  /**
   * Since the cut before.
   *
   * @param endEpochNanos end of the load, where it has an end already
   */
  LoadThreads cut(long epochNanos, long endEpochNanos, LoadState state) {
    long ran = Math.max(0, Math.min(epochNanos, endEpochNanos) - sinceEpochNanos);
    sinceEpochNanos = Math.max(sinceEpochNanos, epochNanos);
    long sends = shards.stream().mapToLong(shard -> shard.sendNanos(epochNanos)).sum();
    long capped = shards.stream().mapToLong(shard -> shard.capNanos(epochNanos)).sum();
    Optional<ThreadSchedule.Times> before = scheduled;
    scheduled = scheduled();
    LoadThreads growth =
        new LoadThreads(
            ran * shards.size(),
            ran * producers,
            Math.max(0, sends - sendNanos),
            Math.max(0, capped - capNanos),
            growth(before, ThreadSchedule.Times::cpuNanos),
            growth(before, ThreadSchedule.Times::runQueueNanos),
            state.oldestInFlightAgeNanos(),
            state.debt());
    sendNanos = Math.max(sendNanos, sends);
    capNanos = Math.max(capNanos, capped);
    return growth;
  }

  private long growth(
      Optional<ThreadSchedule.Times> before, ToLongFunction<ThreadSchedule.Times> time) {
    return before.isEmpty() || scheduled.isEmpty()
        ? -1
        : Math.max(0, time.applyAsLong(scheduled.get()) - time.applyAsLong(before.get()));
  }

  private Optional<ThreadSchedule.Times> scheduled() {
    Optional<ThreadSchedule.Times> sum = Optional.empty();
    for (LoadThread thread : threads) {
      Optional<ThreadSchedule.Times> times = thread.times();
      if (times.isEmpty()) {
        return Optional.empty();
      }
      sum = Optional.of(sum.map(times.get()::plus).orElse(times.get()));
    }
    return sum;
  }
}
