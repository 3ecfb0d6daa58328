package io.tidemark.driver.session;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.driver.BackgroundTasks;
import io.tidemark.driver.BrokerFacts;
import io.tidemark.driver.DescribedDriver;
import io.tidemark.driver.DriverEvent;
import io.tidemark.driver.EffectiveConfiguration;
import io.tidemark.driver.EventSource;
import io.tidemark.driver.SendBehavior;
import io.tidemark.driver.settings.Key;
import io.tidemark.driver.settings.Setting;
import io.tidemark.driver.settings.SettingProblem;
import io.tidemark.driver.settings.SettingValues;
import io.tidemark.driver.settings.Settings;
import io.tidemark.driver.telemetry.TelemetryReading;
import io.tidemark.driver.telemetry.TelemetrySource;
import io.tidemark.driver.topics.ExistingTopics;
import io.tidemark.driver.topics.SubscriptionCreator;
import io.tidemark.driver.topics.TopicCleaner;
import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.apache.bookkeeper.stats.StatsLogger;
import org.jspecify.annotations.Nullable;

/**
 * A driver whose client blocks: it reads its file into a record, and makes all calls to the broker
 * in a {@link DriverSession}, on separate threads. Called from one thread, as the SPI defines.
 *
 * @param <C> the driver's file, whose components have a {@link Key}
 * @param <S> the driver's session
 */
public abstract class SessionDriver<C extends Record, S extends DriverSession>
    implements BenchmarkDriver,
        DescribedDriver,
        SendBehavior,
        SubscriptionCreator,
        ExistingTopics,
        TopicCleaner,
        BrokerFacts,
        EventSource,
        TelemetrySource {
  private final String broker;
  private final Class<C> file;
  private final SettingValues.Parser parser;
  private Consumer<DriverEvent> events = event -> {};
  private BackgroundTasks tasks;
  private C configuration;
  private S session;
  private boolean open;

  /**
   * @param broker for messages, such as {@code RabbitMQ}
   * @param parser of the driver's file
   */
  protected SessionDriver(String broker, Class<C> file, SettingValues.Parser parser) {
    this.broker = broker;
    this.file = file;
    this.parser = parser;
  }

  /** Reads everything; what is wrong is noted in the values. */
  protected abstract C read(SettingValues values);

  /**
   * Checks what takes more than reading, such as making the clients; what is wrong is noted in the
   * values. Called by {@link #validate} only, after reading without errors.
   */
  protected void tryOut(C read, SettingValues values) {}

  /** Connects; nothing stays open when that fails. */
  protected abstract S open(C read, Consumer<DriverEvent> listener)
      throws IOException, InterruptedException;

  /** What {@link #initialize} has read; do not call before. */
  protected final C configuration() {
    return configuration;
  }

  /** The session that {@link #initialize} has opened; do not call before. */
  protected final S session() {
    return session;
  }

  /** An additional call of a driver in its session; may block. */
  protected interface SessionTask<S, T> {
    @Nullable T in(S session) throws Exception;
  }

  /**
   * Calls the session on a separate thread, for a capability that this class does not implement. A
   * failure is the future's:
   *
   * <pre>{@code
   * public CompletableFuture<Requester> createRequester(RequesterSpec spec, ReplyCallback callback) {
   *   return inSession(session -> session.requester(spec, callback));
   * }
   * }</pre>
   */
  protected final <T> CompletableFuture<T> inSession(SessionTask<S, T> task) {
    return tasks.asks(() -> task.in(session));
  }

  /** An action on the session without a result. */
  protected interface SessionAction<S> {
    void in(S session) throws Exception;
  }

  /**
   * {@link #inSession} for an action without a result:
   *
   * <pre>{@code
   * public CompletableFuture<Void> deletePairs(List<RequestReplyPair> pairs) {
   *   return runInSession(session -> session.deletePairs(pairs));
   * }
   * }</pre>
   */
  protected final CompletableFuture<Void> runInSession(SessionAction<S> action) {
    return tasks.does(() -> action.in(session));
  }

  @Override
  public final void onEvent(Consumer<DriverEvent> listener) {
    events = listener;
  }

  @Override
  public final void initialize(File configurationFile, StatsLogger statsLogger)
      throws IOException, InterruptedException {
    SettingValues values = SettingValues.of(broker + " driver file", configurationFile, parser);
    configuration = read(values);
    values.requireNoProblems();
    session = open(configuration, events);
    open = true;
    tasks = new BackgroundTasks("driver-calls");
  }

  @Override
  public final List<Setting> settings() {
    return Settings.of(file);
  }

  @Override
  public final List<SettingProblem> validate(Map<String, Object> wanted) {
    SettingValues values = new SettingValues(broker + " driver file", wanted);
    C read = read(values);
    if (!values.hasErrors()) {
      tryOut(read, values);
    }
    return values.problems();
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
    return tasks.asks(() -> session.findTopics(topics));
  }

  @Override
  public final CompletableFuture<Void> deleteTopics(List<String> topics) {
    return tasks.does(() -> session.deleteTopics(topics));
  }

  /**
   * True, because clients that block make a sender wait: for room in a window or buffer, or while a
   * connection is blocked or lost. Each producer has a separate thread then. Override it only if no
   * send of the client can wait: the sends of many producers share a thread then, and a send that
   * waits delays all of them.
   */
  @Override
  public boolean sendMayBlock() {
    return true;
  }

  @Override
  public final Map<String, String> brokerFacts() {
    return session.facts();
  }

  @Override
  public final EffectiveConfiguration effectiveConfiguration(List<String> topics)
      throws IOException, InterruptedException {
    return session.effectiveConfiguration(topics);
  }

  @Override
  public final List<TelemetryReading> readTelemetry() throws IOException, InterruptedException {
    return session.readTelemetry();
  }

  @Override
  public final void close() {
    if (open) {
      open = false;
      session.close();
      tasks.close();
    }
  }
}
