package io.tidemark.driver.kafka;

import io.openmessaging.benchmark.driver.BenchmarkProducer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * A producer whose sends are acknowledged when their transaction is committed, which happens at a
 * fixed interval. The client knows one transaction at a time, so sends wait while it commits.
 */
final class KafkaTransactionalProducer implements BenchmarkProducer {
  private final Producer<String, byte[]> producer;
  private final String topic;
  private final Duration closeTimeout;
  private final ScheduledFuture<?> commits;
  private List<CompletableFuture<Void>> uncommitted = new ArrayList<>();

  /**
   * @param producer with its transactions initialised
   * @param interval from commit to commit
   */
  KafkaTransactionalProducer(
      Producer<String, byte[]> producer,
      String topic,
      Duration interval,
      Duration closeTimeout,
      ScheduledExecutorService scheduler) {
    this.producer = producer;
    this.topic = topic;
    this.closeTimeout = closeTimeout;
    this.commits =
        scheduler.scheduleWithFixedDelay(
            this::commit, interval.toNanos(), interval.toNanos(), TimeUnit.NANOSECONDS);
  }

  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // The callback says the same.
  public synchronized CompletableFuture<Void> sendAsync(Optional<String> key, byte[] payload) {
    CompletableFuture<Void> committed = new CompletableFuture<>();
    try {
      if (uncommitted.isEmpty()) {
        producer.beginTransaction();
      }
      uncommitted.add(committed);
      producer.send(
          new ProducerRecord<>(topic, key.orElse(null), payload),
          (metadata, failure) -> {
            if (failure != null) {
              committed.completeExceptionally(failure);
            }
          });
    } catch (RuntimeException e) {
      committed.completeExceptionally(e);
    }
    return committed;
  }

  private void commit() {
    List<CompletableFuture<Void>> sent;
    RuntimeException failure = null;
    synchronized (this) {
      sent = uncommitted;
      uncommitted = new ArrayList<>();
      if (!sent.isEmpty()) {
        failure = commitOrAbort();
      }
    }
    for (CompletableFuture<Void> each : sent) {
      if (failure == null) {
        each.complete(null);
      } else {
        each.completeExceptionally(failure);
      }
    }
  }

  /** Why it was not committed; null when it was. */
  private RuntimeException commitOrAbort() {
    try {
      producer.commitTransaction();
      return null;
    } catch (RuntimeException e) {
      try {
        producer.abortTransaction();
      } catch (RuntimeException alsoFailed) {
        // The client is done for; each later send will say so.
        e.addSuppressed(alsoFailed);
      }
      return e;
    }
  }

  /** Commits what has been sent. */
  @Override
  public void close() {
    commits.cancel(false);
    commit();
    producer.close(closeTimeout);
  }
}
