package io.tidemark.cli;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.driver.topics.ExistingTopics;
import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.apache.bookkeeper.stats.StatsLogger;

/**
 * One topic of one partition that keeps its messages from run to run of this JVM. Each consumer
 * gets all of them, as {@link #delivery} changes them.
 */
public final class KeptTopicDriver extends FakeDriver implements ExistingTopics {
  private static final List<byte[]> KEPT = new ArrayList<>();
  private static UnaryOperator<List<byte[]>> delivery = UnaryOperator.identity();
  private static int uses;

  /** Forgets all messages. */
  static synchronized void reset() {
    KEPT.clear();
    delivery = UnaryOperator.identity();
    uses = 0;
  }

  /** What consumers get in place of the messages that are kept. */
  static synchronized void deliver(UnaryOperator<List<byte[]>> changed) {
    delivery = changed;
  }

  /** How many runs have initialized a driver. */
  static synchronized int uses() {
    return uses;
  }

  private static synchronized void keep(byte[] payload) {
    KEPT.add(payload.clone());
  }

  @Override
  CompletableFuture<Void> send(Optional<String> key, byte[] payload) {
    keep(payload);
    return super.send(key, payload);
  }

  private static synchronized List<byte[]> delivered() {
    return delivery.apply(new ArrayList<>(KEPT));
  }

  private static synchronized void used() {
    uses++;
  }

  @Override
  public void initialize(File configurationFile, StatsLogger statsLogger) {
    used();
  }

  @Override
  public CompletableFuture<Map<String, Integer>> describeTopics(List<String> topics) {
    return CompletableFuture.completedFuture(
        topics.stream().collect(Collectors.toMap(topic -> topic, topic -> 1)));
  }

  @Override
  public CompletableFuture<BenchmarkConsumer> createConsumer(
      String topic, String subscriptionName, ConsumerCallback consumerCallback) {
    Thread reader =
        new Thread(
            () -> delivered().forEach(each -> consumerCallback.messageReceived(each, 1)),
            "kept topic");
    reader.setDaemon(true);
    reader.start();
    return CompletableFuture.completedFuture(() -> reader.join(10_000));
  }
}
