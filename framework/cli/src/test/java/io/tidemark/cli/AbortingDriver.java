package io.tidemark.cli;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.driver.AbortedSend;
import io.tidemark.driver.SendFuture;
import java.io.File;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.bookkeeper.stats.StatsLogger;

/** One topic in memory: every tenth message is in a transaction that is aborted on purpose. */
public class AbortingDriver implements BenchmarkDriver {
  private static final int EVERY = 10;

  private final List<ConsumerCallback> consumers = new CopyOnWriteArrayList<>();
  private int sent;

  /** With the fault that consumers receive each second message of an aborted transaction. */
  public static final class Leaky extends AbortingDriver {
    @Override
    boolean delivers(int aborted) {
      return aborted % 2 == 0;
    }
  }

  /** Whether consumers get an aborted message. */
  boolean delivers(int aborted) {
    return false;
  }

  private synchronized CompletableFuture<Void> send(byte[] payload) {
    boolean aborted = ++sent % EVERY == 0;
    if (!aborted || delivers(sent / EVERY)) {
      consumers.forEach(each -> each.messageReceived(payload, System.currentTimeMillis()));
    }
    SendFuture future = new SendFuture();
    if (aborted) {
      future.completeExceptionally(AbortedSend.CONFIRMED);
    } else {
      future.complete(null);
    }
    return future;
  }

  @Override
  public void initialize(File configurationFile, StatsLogger statsLogger) {}

  @Override
  public String getTopicNamePrefix() {
    return "aborting";
  }

  @Override
  public CompletableFuture<Void> createTopic(String topic, int partitions) {
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public CompletableFuture<BenchmarkProducer> createProducer(String topic) {
    return CompletableFuture.completedFuture(
        new BenchmarkProducer() {
          @Override
          public CompletableFuture<Void> sendAsync(Optional<String> key, byte[] payload) {
            return send(payload);
          }

          @Override
          public void close() {}
        });
  }

  @Override
  public CompletableFuture<BenchmarkConsumer> createConsumer(
      String topic, String subscriptionName, ConsumerCallback consumerCallback) {
    consumers.add(consumerCallback);
    return CompletableFuture.completedFuture(() -> consumers.remove(consumerCallback));
  }

  @Override
  public void close() {}
}
