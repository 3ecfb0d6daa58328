package io.tidemark.driver.rabbitmq;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.driver.BackgroundTasks;
import io.tidemark.driver.BrokerFacts;
import io.tidemark.driver.DescribedDriver;
import io.tidemark.driver.DriverEvent;
import io.tidemark.driver.EventSource;
import io.tidemark.driver.ExistingTopics;
import io.tidemark.driver.SendBehavior;
import io.tidemark.driver.SettingProblem;
import io.tidemark.driver.SettingValues;
import io.tidemark.driver.SubscriptionCreator;
import io.tidemark.driver.TelemetryReading;
import io.tidemark.driver.TelemetrySource;
import io.tidemark.driver.TopicCleaner;
import java.io.File;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.apache.bookkeeper.stats.StatsLogger;

/**
 * What the RabbitMQ drivers have in common: called from one thread, as the SPI defines, they make
 * all broker calls in a {@link RabbitMqSession}, on other threads.
 *
 * @param <C> the driver's file, read
 */
public abstract class RabbitMqBenchmarkDriver<C>
    implements BenchmarkDriver,
        DescribedDriver,
        SendBehavior,
        SubscriptionCreator,
        ExistingTopics,
        TopicCleaner,
        BrokerFacts,
        EventSource,
        TelemetrySource {
  private static final String WHAT = "RabbitMQ driver file";

  private Consumer<DriverEvent> events = event -> {};
  private BackgroundTasks tasks;
  private C configuration;
  private RabbitMqSession session;

  /** Reads everything; what is wrong is noted in the values. */
  protected abstract C read(SettingValues values);

  /** Connects; nothing stays open when that fails. */
  protected abstract RabbitMqSession open(C read, Consumer<DriverEvent> listener)
      throws IOException, InterruptedException;

  /** What {@link #initialize} has read; null before. */
  protected final C configuration() {
    return configuration;
  }

  /** An additional call of a driver in its session; may block. */
  protected interface SessionTask<T> {
    T in(RabbitMqSession session) throws Exception;
  }

  protected final <T> CompletableFuture<T> inSession(SessionTask<T> task) {
    return tasks.asks(() -> task.in(session));
  }

  @Override
  public final void onEvent(Consumer<DriverEvent> listener) {
    events = listener;
  }

  @Override
  public final void initialize(File configurationFile, StatsLogger statsLogger)
      throws IOException, InterruptedException {
    YAMLMapper yaml = new YAMLMapper();
    SettingValues values =
        SettingValues.of(WHAT, configurationFile, file -> yaml.readValue(file, Map.class));
    configuration = read(values);
    values.requireNoProblems();
    session = open(configuration, events);
    tasks = new BackgroundTasks("rabbitmq-setup");
  }

  @Override
  public final CompletableFuture<Void> createTopic(String topic, int partitions) {
    return tasks.does(() -> session.createTopic(topic, partitions));
  }

  @Override
  public final CompletableFuture<BenchmarkProducer> createProducer(String topic) {
    return tasks.asks(() -> session.createProducer(topic));
  }

  @Override
  public final CompletableFuture<BenchmarkConsumer> createConsumer(
      String topic, String subscriptionName, ConsumerCallback consumerCallback) {
    return tasks.asks(() -> session.createConsumer(topic, subscriptionName, consumerCallback));
  }

  @Override
  public final CompletableFuture<Void> createSubscription(String topic, String subscriptionName) {
    return tasks.does(() -> session.createSubscription(topic, subscriptionName));
  }

  @Override
  public final CompletableFuture<Map<String, Integer>> describeTopics(List<String> topics) {
    return tasks.asks(
        () -> {
          Map<String, Integer> found = new LinkedHashMap<>();
          for (String topic : topics) {
            session.findTopic(topic).ifPresent(partitions -> found.put(topic, partitions));
          }
          return found;
        });
  }

  @Override
  public final CompletableFuture<Void> deleteTopics(List<String> topics) {
    return tasks.does(
        () -> {
          for (String topic : topics) {
            session.deleteTopic(topic);
          }
        });
  }

  @Override
  public final List<SettingProblem> validate(Map<String, Object> wanted) {
    SettingValues values = new SettingValues(WHAT, wanted);
    read(values);
    return values.problems();
  }

  /** A full window, a blocked connection and a lost one make a sender wait. */
  @Override
  public final boolean sendMayBlock() {
    return true;
  }

  @Override
  public final Map<String, String> brokerFacts() {
    return session.facts();
  }

  @Override
  public final List<TelemetryReading> readTelemetry() throws IOException, InterruptedException {
    return session.readTelemetry();
  }

  @Override
  public final void close() {
    if (session != null) {
      session.close();
      tasks.close();
      session = null;
    }
  }
}
