package io.tidemark.driver.inmemory.shared;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.driver.BrokerFacts;
import io.tidemark.driver.DescribedDriver;
import io.tidemark.driver.ExistingTopics;
import io.tidemark.driver.SendBehavior;
import io.tidemark.driver.Setting;
import io.tidemark.driver.SubscriptionCreator;
import io.tidemark.driver.TopicCleaner;
import java.io.EOFException;
import java.io.File;
import java.io.IOException;
import java.net.BindException;
import java.net.SocketException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.bookkeeper.stats.StatsLogger;

/**
 * Topics in memory that several processes of one machine share: for workers that are to be tried
 * together without a broker. The first to be initialised hosts the topics; when it closes it waits
 * for the others for 10 s, and when it dies the topics are gone.
 */
public final class SharedInMemoryBenchmarkDriver
    implements BenchmarkDriver,
        DescribedDriver,
        SendBehavior,
        SubscriptionCreator,
        ExistingTopics,
        TopicCleaner,
        BrokerFacts {
  private static final Duration OTHERS_LEAVE_WITHIN = Duration.ofSeconds(10);
  private static final long JOIN_WITHIN_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final long LOOK_AGAIN_MILLIS = 20;

  private SharedConfiguration configuration;
  private Optional<Host> host = Optional.empty();
  private Topics topics;

  @Override
  public void initialize(File configurationFile, StatsLogger statsLogger)
      throws IOException, InterruptedException {
    configuration = SharedConfiguration.read(configurationFile);
    try {
      topics = joinSoon();
    } catch (IOException | InterruptedException e) {
      close();
      throw e;
    }
  }

  private Topics joinSoon() throws IOException, InterruptedException {
    long startNanos = System.nanoTime();
    while (true) {
      try {
        return hostOrJoin();
      } catch (SocketException | EOFException e) {
        // Whoever had the port is just leaving it: one of those who wait will host.
        if (System.nanoTime() - startNanos > JOIN_WITHIN_NANOS) {
          throw new IOException(
              "port " + configuration.port() + " can neither be had nor reached: " + e.getMessage(),
              e);
        }
        Thread.sleep(LOOK_AGAIN_MILLIS);
      }
    }
  }

  private Topics hostOrJoin() throws IOException {
    if (host.isEmpty()) {
      try {
        host = Optional.of(Host.start(configuration, OTHERS_LEAVE_WITHIN));
      } catch (BindException e) {
        return Topics.join(configuration.port());
      }
    }
    return Topics.join(configuration.port());
  }

  @Override
  public String getTopicNamePrefix() {
    return "test-topic";
  }

  @Override
  public CompletableFuture<Void> createTopic(String topic, int partitions) {
    return outcomeOf(
        () -> {
          topics.create(topic, partitions);
          return null;
        });
  }

  @Override
  public CompletableFuture<BenchmarkProducer> createProducer(String topic) {
    return outcomeOf(() -> SharedProducer.open(configuration.port(), topic));
  }

  @Override
  public CompletableFuture<BenchmarkConsumer> createConsumer(
      String topic, String subscriptionName, ConsumerCallback consumerCallback) {
    return outcomeOf(
        () -> SharedConsumer.open(configuration.port(), topic, subscriptionName, consumerCallback));
  }

  @Override
  public CompletableFuture<Void> createSubscription(String topic, String subscriptionName) {
    return outcomeOf(
        () -> {
          topics.subscribe(topic, subscriptionName);
          return null;
        });
  }

  @Override
  public CompletableFuture<Map<String, Integer>> describeTopics(List<String> names) {
    return outcomeOf(() -> topics.describe(names));
  }

  @Override
  public CompletableFuture<Void> deleteTopics(List<String> names) {
    return outcomeOf(
        () -> {
          topics.delete(names);
          return null;
        });
  }

  @Override
  public List<Setting> settings() {
    return SharedConfiguration.SETTINGS;
  }

  /** While the host takes no more. */
  @Override
  public boolean sendMayBlock() {
    return true;
  }

  /** It is on its way when the send returns. */
  @Override
  public boolean copiesPayload() {
    return true;
  }

  @Override
  public Map<String, String> brokerFacts() {
    return Map.of(
        "broker.name",
        "memory of one process, port " + configuration.port(),
        "broker.version",
        Runtime.version().toString());
  }

  /** Producers and consumers are closed before. May be called without {@link #initialize}. */
  @Override
  public void close() throws IOException {
    if (topics != null) {
      topics.close();
      topics = null;
    }
    if (host.isPresent()) {
      host.get().close();
      host = Optional.empty();
    }
  }

  private static <T> CompletableFuture<T> outcomeOf(Callable<? extends T> action) {
    try {
      return CompletableFuture.completedFuture(action.call());
    } catch (Exception e) {
      return CompletableFuture.failedFuture(e);
    }
  }
}
