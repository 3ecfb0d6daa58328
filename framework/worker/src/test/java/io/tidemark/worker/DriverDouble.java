package io.tidemark.worker;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.driver.inmemory.InMemoryBenchmarkDriver;
import java.io.File;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.apache.bookkeeper.stats.StatsLogger;

/**
 * A driver without capabilities that does what a test's script says; without one it is the
 * in-memory driver. The script is the next one given, because the worker makes the driver itself.
 */
public class DriverDouble implements BenchmarkDriver {
  private static volatile DriverScript next = new DriverScript();

  private final DriverScript script = next;

  /** What a driver does; tests replace what shall go wrong. */
  public static final class DriverScript {
    public final InMemoryBenchmarkDriver inMemory = new InMemoryBenchmarkDriver();
    public Initialization initialize = file -> inMemory.initialize(file, null);
    public BiFunction<String, Integer, CompletableFuture<Void>> createTopic = inMemory::createTopic;
    public Function<String, CompletableFuture<BenchmarkProducer>> createProducer =
        inMemory::createProducer;
    public ConsumerCreation createConsumer = inMemory::createConsumer;
    public AutoCloseable close = inMemory;

    /** All producers do only this. */
    public void sends(SendOnly send) {
      createProducer = topic -> CompletableFuture.completedFuture(send);
    }

    /** All producers are those in memory, but for a change. */
    public void producers(UnaryOperator<BenchmarkProducer> changed) {
      createProducer = topic -> inMemory.createProducer(topic).thenApply(changed);
    }

    /** All consumers are those in memory, but for a change. */
    public void consumers(UnaryOperator<BenchmarkConsumer> changed) {
      createConsumer =
          (topic, subscription, callback) ->
              inMemory.createConsumer(topic, subscription, callback).thenApply(changed);
    }
  }

  /** A producer whose close is noted. */
  public record Closing(BenchmarkProducer producer, Runnable closed) implements BenchmarkProducer {
    @Override
    public CompletableFuture<Void> sendAsync(Optional<String> key, byte[] payload) {
      return producer.sendAsync(key, payload);
    }

    @Override
    public void close() throws Exception {
      producer.close();
      closed.run();
    }
  }

  /** What a driver does with its file. */
  public interface Initialization {
    void with(File file) throws IOException, InterruptedException;
  }

  /** How a driver makes a consumer. */
  public interface ConsumerCreation {
    CompletableFuture<BenchmarkConsumer> of(
        String topic, String subscription, ConsumerCallback callback);
  }

  /** What a client does that does not care whether it is interrupted. */
  public static void hangEvenIfInterrupted(CountDownLatch end) {
    boolean interrupted = false;
    while (end.getCount() > 0) {
      try {
        end.await();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** A new script, of the next driver. */
  public static DriverScript play() {
    DriverScript played = new DriverScript();
    next = played;
    return played;
  }

  @Override
  public void initialize(File configurationFile, StatsLogger statsLogger)
      throws IOException, InterruptedException {
    script.initialize.with(configurationFile);
  }

  @Override
  public String getTopicNamePrefix() {
    return "double";
  }

  @Override
  public CompletableFuture<Void> createTopic(String topic, int partitions) {
    return script.createTopic.apply(topic, partitions);
  }

  @Override
  public CompletableFuture<BenchmarkProducer> createProducer(String topic) {
    return script.createProducer.apply(topic);
  }

  @Override
  public CompletableFuture<BenchmarkConsumer> createConsumer(
      String topic, String subscriptionName, ConsumerCallback consumerCallback) {
    return script.createConsumer.of(topic, subscriptionName, consumerCallback);
  }

  @Override
  public void close() throws Exception {
    script.close.close();
  }
}
