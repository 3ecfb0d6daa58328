package io.tidemark.worker.engine;

import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.driver.SendFuture;
import io.tidemark.worker.SendOnly;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A broker whose every delay, loss, duplicate, reordering, corruption and stall is written in a
 * {@link ScriptedLoad}. Producers are numbered as they are created.
 */
final class ScriptedDriver {
  private final ScriptedLoad script;
  private final Scheduler scheduler;
  private final List<ConsumerCallback> consumers = new ArrayList<>();
  private int producers;

  /** Where the driver's time comes from: a simulation, or threads. */
  interface Scheduler {
    /** Lets so much time pass, as a blocking send does. */
    void block(long nanos);

    /** The broker's and the client's clock. */
    long nanoTime();

    /** Runs it so much later. */
    void later(long delayNanos, Runnable action);
  }

  ScriptedDriver(ScriptedLoad script, Scheduler scheduler) {
    this.script = script;
    this.scheduler = scheduler;
  }

  BenchmarkProducer newProducer() {
    int producer = producers++;
    AtomicLong count = new AtomicLong();
    return (SendOnly) (key, payload) -> send(producer, count.getAndIncrement(), payload);
  }

  /** Each message is for one of them. */
  void addConsumer(ConsumerCallback consumer) {
    consumers.add(consumer);
  }

  private CompletableFuture<Void> send(int producer, long k, byte[] payload) {
    ScriptedLoad.Fate fate = script.fate(producer, k);
    if (fate.blockNanos() > 0) {
      scheduler.block(fate.blockNanos());
    }
    if (fate.corrupt()) {
      payload[payload.length - 1] ^= 0x10;
    }
    for (long delay : fate.deliveriesNanos()) {
      scheduler.later(delay, () -> deliver(k, payload));
    }
    if (fate.fails()) {
      return failLater(k, fate);
    }
    if (fate.ackNanos() == 0) {
      return CompletableFuture.completedFuture(null);
    }
    CompletableFuture<Void> acknowledged = future(k);
    if (fate.ackNanos() > 0) {
      scheduler.later(fate.ackNanos(), () -> acknowledged.complete(null));
    }
    return acknowledged;
  }

  /** Any driver's future and that of drivers which know this framework, in turn. */
  private CompletableFuture<Void> future(long k) {
    return k % 2 == 0 ? new ScriptedSend() : new CompletableFuture<>();
  }

  private final class ScriptedSend extends SendFuture {
    @Override
    protected long nanoTime() {
      return scheduler.nanoTime();
    }
  }

  private CompletableFuture<Void> failLater(long k, ScriptedLoad.Fate fate) {
    IllegalStateException refused = new IllegalStateException("refused by the script");
    if (fate.ackNanos() < 0) {
      throw refused;
    }
    CompletableFuture<Void> failed = future(k);
    scheduler.later(fate.ackNanos(), () -> failed.completeExceptionally(refused));
    return failed;
  }

  private void deliver(long k, byte[] payload) {
    consumers.get((int) (k % consumers.size())).messageReceived(payload, 0);
  }
}
