package io.tidemark.cli;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.driver.TopicCleaner;
import io.tidemark.driver.TopicLister;
import java.io.File;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.bookkeeper.stats.StatsLogger;

/** A broker with topics that are left, and nothing else. */
public final class LeftTopicsDriver implements BenchmarkDriver, TopicLister, TopicCleaner {
  static final List<ListedTopic> LEFT = new CopyOnWriteArrayList<>();

  @Override
  public void initialize(File configurationFile, StatsLogger statsLogger) {}

  @Override
  public String getTopicNamePrefix() {
    return "left";
  }

  @Override
  public CompletableFuture<List<ListedTopic>> listTopics(String prefix) {
    return CompletableFuture.completedFuture(
        LEFT.stream().filter(topic -> topic.name().startsWith(prefix)).toList());
  }

  @Override
  public CompletableFuture<Void> deleteTopics(List<String> topics) {
    LEFT.removeIf(topic -> topics.contains(topic.name()));
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public CompletableFuture<Void> createTopic(String topic, int partitions) {
    return CompletableFuture.failedFuture(new IllegalStateException("no topic can be made"));
  }

  @Override
  public CompletableFuture<BenchmarkProducer> createProducer(String topic) {
    throw new IllegalStateException("no topic");
  }

  @Override
  public CompletableFuture<BenchmarkConsumer> createConsumer(
      String topic, String subscriptionName, ConsumerCallback consumerCallback) {
    throw new IllegalStateException("no topic");
  }

  @Override
  public void close() {}
}
