package io.tidemark.driver.rabbitmq.quorum;

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
import io.tidemark.driver.rabbitmq.quorum.QuorumConfiguration.Io;
import io.tidemark.driver.rabbitmq.quorum.QuorumConfiguration.OnClose;
import java.io.File;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.apache.bookkeeper.stats.StatsLogger;

/**
 * RabbitMQ over AMQP 0-9-1. Called from one thread, as the SPI says; everything that talks to the
 * broker is done by {@link Session}, on threads of its own.
 */
public final class RabbitMqQuorumBenchmarkDriver
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
  private QuorumConfiguration configuration;
  private Session session;

  @Override
  public void onEvent(Consumer<DriverEvent> listener) {
    events = listener;
  }

  @Override
  public void initialize(File configurationFile, StatsLogger statsLogger)
      throws IOException, InterruptedException {
    ConfigurationTree tree = ConfigurationTree.read(configurationFile);
    configuration = QuorumConfiguration.from(tree);
    tree.requireNoProblems();
    session = Session.open(configuration, events);
  }

  @Override
  public String getTopicNamePrefix() {
    return configuration.queues().topicPrefix();
  }

  @Override
  public CompletableFuture<Void> createTopic(String topic, int partitions) {
    return session.does(() -> session.administration().createTopic(topic, partitions));
  }

  @Override
  public CompletableFuture<BenchmarkProducer> createProducer(String topic) {
    return session.createProducer(topic);
  }

  @Override
  public CompletableFuture<List<BenchmarkProducer>> createProducers(List<ProducerInfo> producers) {
    var publishing = configuration.publishing();
    return InBatches.create(
        "producer",
        publishing.creationBatchSize(),
        publishing.creationDelay(),
        producers,
        info -> createProducer(info.getTopic()));
  }

  @Override
  public CompletableFuture<BenchmarkConsumer> createConsumer(
      String topic, String subscriptionName, ConsumerCallback consumerCallback) {
    return session.createConsumer(topic, subscriptionName, consumerCallback);
  }

  @Override
  public CompletableFuture<List<BenchmarkConsumer>> createConsumers(List<ConsumerInfo> consumers) {
    var consuming = configuration.consuming();
    return InBatches.create(
        "consumer",
        consuming.creationBatchSize(),
        consuming.creationDelay(),
        consumers,
        info ->
            createConsumer(
                info.getTopic(), info.getSubscriptionName(), info.getConsumerCallback()));
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
    return QuorumSettings.ALL;
  }

  @Override
  public List<SettingProblem> validate(Map<String, Object> wanted) {
    ConfigurationTree tree = new ConfigurationTree(wanted);
    QuorumConfiguration.from(tree);
    return tree.problems();
  }

  /** A full window, a blocked connection and a lost one make a sender wait. */
  @Override
  public boolean sendMayBlock() {
    return true;
  }

  /** Netty writes later, and republishing needs the payload again. */
  @Override
  public boolean copiesPayload() {
    return configuration != null
        && configuration.connecting().io() == Io.THREADS
        && configuration.publishing().onClose() == OnClose.FAIL;
  }

  @Override
  public CompletableFuture<Void> createSubscription(String topic, String subscriptionName) {
    return session.does(() -> session.createSubscription(topic, subscriptionName));
  }

  @Override
  public CompletableFuture<Map<String, Integer>> describeTopics(List<String> topics) {
    return session.asks(
        () -> {
          Map<String, Integer> found = new LinkedHashMap<>();
          for (String topic : topics) {
            session.administration().find(topic).ifPresent(n -> found.put(topic, n));
          }
          return found;
        });
  }

  @Override
  public CompletableFuture<Void> deleteTopics(List<String> topics) {
    return session.does(
        () -> {
          for (String topic : topics) {
            session.administration().deleteTopic(topic);
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
