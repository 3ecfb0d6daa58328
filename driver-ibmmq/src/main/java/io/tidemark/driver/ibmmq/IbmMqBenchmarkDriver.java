package io.tidemark.driver.ibmmq;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.driver.BrokerFacts;
import io.tidemark.driver.DescribedDriver;
import io.tidemark.driver.DriverEvent;
import io.tidemark.driver.EventSource;
import io.tidemark.driver.ExistingTopics;
import io.tidemark.driver.PairsRequest;
import io.tidemark.driver.ReplyCallback;
import io.tidemark.driver.RequestHandler;
import io.tidemark.driver.RequestReply;
import io.tidemark.driver.RequestReplyPair;
import io.tidemark.driver.Requester;
import io.tidemark.driver.RequesterSpec;
import io.tidemark.driver.Responder;
import io.tidemark.driver.ResponderSpec;
import io.tidemark.driver.SendBehavior;
import io.tidemark.driver.Setting;
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
 * IBM MQ over JMS 2.0, and the same on ActiveMQ Artemis for tests without a queue manager. Called
 * from one thread, as the SPI defines; {@link MqDriverSession} makes all broker calls on separate
 * threads.
 */
public final class IbmMqBenchmarkDriver
    implements BenchmarkDriver,
        DescribedDriver,
        SendBehavior,
        SubscriptionCreator,
        ExistingTopics,
        TopicCleaner,
        BrokerFacts,
        EventSource,
        RequestReply,
        TelemetrySource {
  private Consumer<DriverEvent> events = event -> {};
  private IbmMqConfiguration configuration;
  private MqDriverSession session;

  @Override
  public void onEvent(Consumer<DriverEvent> listener) {
    events = listener;
  }

  @Override
  public void initialize(File configurationFile, StatsLogger statsLogger) throws IOException {
    configuration = IbmMqConfiguration.read(configurationFile);
    session = MqDriverSession.open(configuration, events);
  }

  @Override
  public String getTopicNamePrefix() {
    return configuration.destinations().topicPrefix();
  }

  /** One queue or topic for any number of partitions: a queue manager has none. */
  @Override
  public CompletableFuture<Void> createTopic(String topic, int partitions) {
    return session.tasks().does(() -> session.destinations().createTopic(topic));
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
    return Setting.of(IbmMqConfiguration.class);
  }

  @Override
  public List<SettingProblem> validate(Map<String, Object> wanted) {
    SettingValues values = new SettingValues("IBM MQ driver file", wanted);
    IbmMqConfiguration.from(values);
    return values.problems();
  }

  /** A put waits for the broker's answer. */
  @Override
  public boolean sendMayBlock() {
    return true;
  }

  /** A JMS message holds a copy. */
  @Override
  public boolean copiesPayload() {
    return true;
  }

  @Override
  public CompletableFuture<Void> createSubscription(String topic, String subscriptionName) {
    return session.createSubscription(topic, subscriptionName);
  }

  @Override
  public CompletableFuture<Map<String, Integer>> describeTopics(List<String> topics) {
    return session
        .tasks()
        .asks(
            () -> {
              Map<String, Integer> found = new LinkedHashMap<>();
              for (String topic : topics) {
                if (session.destinations().topicExists(topic)) {
                  found.put(topic, 1);
                }
              }
              return found;
            });
  }

  @Override
  public CompletableFuture<Void> deleteTopics(List<String> topics) {
    return session
        .tasks()
        .does(
            () -> {
              for (String topic : topics) {
                session.destinations().deleteTopic(topic);
              }
            });
  }

  @Override
  public CompletableFuture<List<RequestReplyPair>> createPairs(PairsRequest request) {
    return session.tasks().asks(() -> session.pairs().create(request));
  }

  @Override
  public CompletableFuture<Void> deletePairs(List<RequestReplyPair> pairs) {
    return session.tasks().does(() -> session.pairs().delete(pairs));
  }

  @Override
  public CompletableFuture<Requester> createRequester(RequesterSpec spec, ReplyCallback callback) {
    return session
        .tasks()
        .asks(
            () ->
                spec.mayWaitForReply()
                    ? session.waitingRequester(spec, callback)
                    : new StreamingRequester(spec, session.context(), callback).open());
  }

  @Override
  public CompletableFuture<Responder> createResponder(ResponderSpec spec, RequestHandler handler) {
    return session.tasks().asks(() -> new JmsResponder(spec, session.context(), handler).open());
  }

  @Override
  public String replyMechanism() {
    return session.pairs().mechanism();
  }

  @Override
  public Map<String, String> brokerFacts() {
    return session.facts();
  }

  @Override
  public List<TelemetryReading> readTelemetry() throws IOException {
    return session.readTelemetry();
  }
}
