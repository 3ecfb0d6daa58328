package io.tidemark.driver.rabbitmq.stream;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.driver.BrokerFacts;
import io.tidemark.driver.DescribedDriver;
import io.tidemark.driver.DriverEvent;
import io.tidemark.driver.EventSource;
import io.tidemark.driver.ExistingTopics;
import io.tidemark.driver.SendBehavior;
import io.tidemark.driver.Setting;
import io.tidemark.driver.SettingProblem;
import io.tidemark.driver.SubscriptionCreator;
import io.tidemark.driver.TelemetryReading;
import io.tidemark.driver.TelemetrySource;
import io.tidemark.driver.TopicCleaner;
import io.tidemark.driver.rabbitmq.ConfigurationTree;
import java.io.File;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.apache.bookkeeper.stats.StatsLogger;

/**
 * RabbitMQ streams over the stream protocol. Called from one thread, as the SPI says; what talks to
 * the broker is done by {@link Session}.
 */
public final class RabbitMqStreamBenchmarkDriver
    implements BenchmarkDriver,
        DescribedDriver,
        SendBehavior,
        SubscriptionCreator,
        ExistingTopics,
        TopicCleaner,
        BrokerFacts,
        EventSource,
        TelemetrySource {
  private Consumer<DriverEvent> events = event -> {};
  private StreamConfiguration configuration;
  private Session session;

  @Override
  public void onEvent(Consumer<DriverEvent> listener) {
    events = listener;
  }

  @Override
  public void initialize(File configurationFile, StatsLogger statsLogger) throws IOException {
    ConfigurationTree tree = ConfigurationTree.read(configurationFile);
    configuration = StreamConfiguration.from(tree);
    tree.requireNoProblems();
    session = Session.open(configuration, events);
  }

  @Override
  public String getTopicNamePrefix() {
    return configuration.streams().topicPrefix();
  }

  @Override
  public CompletableFuture<Void> createTopic(String topic, int partitions) {
    return session.does(() -> session.streams().create(topic, partitions));
  }

  @Override
  public CompletableFuture<BenchmarkProducer> createProducer(String topic) {
    return session.createProducer(topic);
  }

  @Override
  public CompletableFuture<BenchmarkConsumer> createConsumer(
      String topic, String subscriptionName, ConsumerCallback consumerCallback) {
    return session.createConsumer(topic, subscriptionName, consumerCallback);
  }

  /** Ends every connection, also those of producers and consumers that were not closed. */
  @Override
  public void close() {
    if (session != null) {
      session.close();
      session = null;
    }
  }

  @Override
  public List<Setting> settings() {
    return StreamSettings.ALL;
  }

  @Override
  public List<SettingProblem> validate(Map<String, Object> wanted) {
    ConfigurationTree tree = new ConfigurationTree(wanted);
    StreamConfiguration.from(tree);
    return tree.problems();
  }

  /** Too many unconfirmed messages and a lost connection make a sender wait. */
  @Override
  public boolean sendMayBlock() {
    return true;
  }

  /** Messages are encoded when their batch leaves. */
  @Override
  public boolean copiesPayload() {
    return false;
  }

  /**
   * A stream keeps everything: a subscription begins where {@code offset} says, first by default.
   */
  @Override
  public CompletableFuture<Void> createSubscription(String topic, String subscriptionName) {
    return session.does(() -> session.streams().partitions(topic));
  }

  @Override
  public CompletableFuture<Map<String, Integer>> describeTopics(List<String> topics) {
    return session.asks(
        () -> {
          Map<String, Integer> found = new LinkedHashMap<>();
          for (String topic : topics) {
            session.streams().find(topic).ifPresent(n -> found.put(topic, n));
          }
          return found;
        });
  }

  @Override
  public CompletableFuture<Void> deleteTopics(List<String> topics) {
    return session.does(
        () -> {
          for (String topic : topics) {
            session.streams().delete(topic);
          }
        });
  }

  @Override
  public Map<String, String> brokerFacts() {
    return session.facts();
  }

  @Override
  public List<TelemetryReading> readTelemetry() throws IOException, InterruptedException {
    return session.readTelemetry();
  }
}
