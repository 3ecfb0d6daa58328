package io.tidemark.cli;

import static java.util.concurrent.CompletableFuture.completedFuture;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.bookkeeper.stats.StatsLogger;

/**
 * A driver without a broker: it has every topic, its sends succeed, and nothing is received but
 * what a subclass delivers.
 */
public abstract class FakeDriver implements BenchmarkDriver {
  private final List<ConsumerCallback> consumers = new CopyOnWriteArrayList<>();

  void toConsumers(byte[] payload) {
    consumers.forEach(each -> each.messageReceived(payload, System.currentTimeMillis()));
  }

  /** Sends for any producer. */
  CompletableFuture<Void> send(Optional<String> key, byte[] payload) {
    return completedFuture(null);
  }

  @Override
  public void initialize(File configurationFile, StatsLogger statsLogger) throws IOException {}

  @Override
  public String getTopicNamePrefix() {
    return "fake";
  }

  @Override
  public CompletableFuture<Void> createTopic(String topic, int partitions) {
    return completedFuture(null);
  }

  @Override
  public CompletableFuture<BenchmarkProducer> createProducer(String topic) {
    return completedFuture(
        new BenchmarkProducer() {
          @Override
          public CompletableFuture<Void> sendAsync(Optional<String> key, byte[] payload) {
            return send(key, payload);
          }

          @Override
          public void close() {}
        });
  }

  @Override
  public CompletableFuture<BenchmarkConsumer> createConsumer(
      String topic, String subscriptionName, ConsumerCallback consumerCallback) {
    consumers.add(consumerCallback);
    return completedFuture(() -> consumers.remove(consumerCallback));
  }

  @Override
  public void close() {}
}
