package io.tidemark.worker;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.driver.inmemory.InMemoryBenchmarkDriver;
import java.io.File;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.apache.bookkeeper.stats.StatsLogger;

/**
 * A driver without capabilities that does what a test's script says; without one it is the
 * in-memory driver. The script is the next one given, because the worker makes the driver itself.
 */
public class DriverDouble implements BenchmarkDriver {
  private static volatile DriverScript next = new DriverScript();
  private final DriverScript script = next;

  /** What a driver does; tests override what shall go wrong. */
  public static class DriverScript {
    protected final InMemoryBenchmarkDriver inMemory = new InMemoryBenchmarkDriver();

    public void initialize(File file) throws IOException, InterruptedException {
      inMemory.initialize(file, null);
    }

    public CompletableFuture<Void> createTopic(String topic, int partitions) {
      return inMemory.createTopic(topic, partitions);
    }

    public CompletableFuture<BenchmarkProducer> createProducer(String topic) {
      return inMemory.createProducer(topic);
    }

    public CompletableFuture<BenchmarkConsumer> createConsumer(
        String topic, String subscription, ConsumerCallback callback) {
      return inMemory.createConsumer(topic, subscription, callback);
    }

    public void close() throws Exception {
      inMemory.close();
    }
  }

  public static void playNext(DriverScript script) {
    next = script;
  }

  @Override
  public void initialize(File configurationFile, StatsLogger statsLogger)
      throws IOException, InterruptedException {
    script.initialize(configurationFile);
  }

  @Override
  public String getTopicNamePrefix() {
    return "double";
  }

  @Override
  public CompletableFuture<Void> createTopic(String topic, int partitions) {
    return script.createTopic(topic, partitions);
  }

  @Override
  public CompletableFuture<BenchmarkProducer> createProducer(String topic) {
    return script.createProducer(topic);
  }

  @Override
  public CompletableFuture<BenchmarkConsumer> createConsumer(
      String topic, String subscriptionName, ConsumerCallback consumerCallback) {
    return script.createConsumer(topic, subscriptionName, consumerCallback);
  }

  @Override
  public void close() throws Exception {
    script.close();
  }
}
