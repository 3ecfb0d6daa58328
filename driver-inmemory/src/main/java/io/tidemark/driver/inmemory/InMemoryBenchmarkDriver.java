package io.tidemark.driver.inmemory;

import static java.util.stream.Collectors.toMap;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.driver.BrokerFacts;
import io.tidemark.driver.DescribedDriver;
import io.tidemark.driver.EffectiveConfiguration;
import io.tidemark.driver.EffectiveSetting;
import io.tidemark.driver.OwnConnections;
import io.tidemark.driver.SendBehavior;
import io.tidemark.driver.headers.HeaderSupport;
import io.tidemark.driver.headers.PrioritySupport;
import io.tidemark.driver.outcome.OutcomeRequest;
import io.tidemark.driver.outcome.OutcomeSupport;
import io.tidemark.driver.requests.PairsRequest;
import io.tidemark.driver.requests.ReplyCallback;
import io.tidemark.driver.requests.RequestHandler;
import io.tidemark.driver.requests.RequestReply;
import io.tidemark.driver.requests.RequestReplyPair;
import io.tidemark.driver.requests.Requester;
import io.tidemark.driver.requests.RequesterSpec;
import io.tidemark.driver.requests.Responder;
import io.tidemark.driver.requests.ResponderSpec;
import io.tidemark.driver.settings.Setting;
import io.tidemark.driver.settings.Settings;
import io.tidemark.driver.telemetry.TelemetryReading;
import io.tidemark.driver.telemetry.TelemetrySource;
import io.tidemark.driver.topics.ExistingTopics;
import io.tidemark.driver.topics.MessageTap;
import io.tidemark.driver.topics.SubscriptionCreator;
import io.tidemark.driver.topics.TopicCleaner;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.apache.bookkeeper.stats.StatsLogger;

/**
 * A broker in memory, and the example for drivers of real ones. The first six methods are the SPI
 * that every driver has; the rest are optional capabilities, each with its own interface.
 *
 * <p>The framework calls a driver from one thread. A failure completes the future, if there is one,
 * and is thrown otherwise; its message names the topic or key concerned.
 */
public final class InMemoryBenchmarkDriver
    implements BenchmarkDriver,
        DescribedDriver,
        SendBehavior,
        HeaderSupport,
        SubscriptionCreator,
        ExistingTopics,
        TopicCleaner,
        MessageTap,
        RequestReply,
        OutcomeSupport,
        OwnConnections,
        PrioritySupport,
        BrokerFacts,
        TelemetrySource {
  /** In place of a reply destination: the queue of requests is not this run's. */
  private static final String EXISTED = "existing";

  private InMemoryConfiguration configuration;
  private Space space;
  private Optional<OutcomeRequest> outcomes = Optional.empty();
  private boolean open;

  @Override
  public void initialize(File configurationFile, StatsLogger statsLogger) throws IOException {
    configuration = InMemoryConfiguration.read(configurationFile);
    space = Space.open(configuration.space());
    open = true;
  }

  @Override
  public String getTopicNamePrefix() {
    return "test-topic";
  }

  @Override
  public CompletableFuture<Void> createTopic(String topic, int partitions) {
    return outcomeOf(
        () -> {
          space.create(topic, partitions, configuration, outcomes);
          return null;
        });
  }

  @Override
  public CompletableFuture<BenchmarkProducer> createProducer(String topic) {
    return outcomeOf(() -> new InMemoryProducer(space.topic(topic)));
  }

  @Override
  public CompletableFuture<BenchmarkConsumer> createConsumer(
      String topic, String subscriptionName, ConsumerCallback consumerCallback) {
    return outcomeOf(
        () -> {
          Topic existing = space.topic(topic);
          return new InMemoryConsumer(
              existing, existing.subscription(subscriptionName), consumerCallback);
        });
  }

  /** Producers and consumers are closed before. May be called without {@link #initialize}. */
  @Override
  public void close() {
    if (open) {
      space.close();
      open = false;
    }
  }

  @Override
  public List<Setting> settings() {
    return Settings.of(InMemoryConfiguration.class);
  }

  /**
   * A send can block: with direct delivery on the consumers' processing time, with a queue while it
   * is full.
   */
  @Override
  public boolean sendMayBlock() {
    return true;
  }

  /** Direct delivery is over when the send returns; a queue holds a copy. */
  @Override
  public boolean copiesPayload() {
    return true;
  }

  @Override
  public CompletableFuture<Void> createSubscription(String topic, String subscriptionName) {
    return outcomeOf(
        () -> {
          space.topic(topic).subscription(subscriptionName);
          return null;
        });
  }

  @Override
  public CompletableFuture<Map<String, Integer>> describeTopics(List<String> topics) {
    return outcomeOf(
        () ->
            topics.stream()
                .distinct()
                .map(space::find)
                .flatMap(Optional::stream)
                .collect(toMap(Topic::name, Topic::partitions)));
  }

  /** Reads without a subscription, which would keep messages. */
  @Override
  public CompletableFuture<AutoCloseable> tap(String topic, MessageTap.Callback callback) {
    return outcomeOf(
        () -> {
          Topic existing = space.topic(topic);
          existing.tap(callback);
          return () -> existing.untap(callback);
        });
  }

  @Override
  public CompletableFuture<Void> deleteTopics(List<String> topics) {
    return outcomeOf(
        () -> {
          topics.forEach(space::delete);
          return null;
        });
  }

  @Override
  public String replyMechanism() {
    return "reference to the requester";
  }

  @Override
  public CompletableFuture<List<RequestReplyPair>> createPairs(PairsRequest request) {
    return outcomeOf(
        () -> {
          List<RequestReplyPair> pairs = new ArrayList<>();
          for (String name : request.names()) {
            requests(name);
            String replies = request.existing() ? EXISTED : "";
            pairs.add(new RequestReplyPair(pairs.size(), name, replies));
          }
          return pairs;
        });
  }

  @Override
  public CompletableFuture<Void> deletePairs(List<RequestReplyPair> pairs) {
    return outcomeOf(
        () -> {
          pairs.stream()
              .filter(pair -> !pair.replyDestination().equals(EXISTED))
              .forEach(pair -> space.deleteRequestQueue(pair.requestDestination()));
          return null;
        });
  }

  @Override
  public CompletableFuture<Requester> createRequester(RequesterSpec spec, ReplyCallback callback) {
    return outcomeOf(
        () -> new InMemoryRequester(requests(spec.pair().requestDestination()), callback));
  }

  @Override
  public CompletableFuture<Responder> createResponder(ResponderSpec spec, RequestHandler handler) {
    return outcomeOf(
        () ->
            new InMemoryResponder(
                requests(spec.pair().requestDestination()), handler, spec.index()));
  }

  @Override
  public Optional<String> outcomeProblem(OutcomeRequest wanted, Map<String, Object> configuration) {
    return wanted
        .deadLetterDestination()
        .map(named -> "deadLetterDestination: nothing exists before the run; allowed without it");
  }

  /** Messages go through the queues then, also with {@code delivery: direct}. */
  @Override
  public void expectOutcomes(OutcomeRequest wanted) {
    outcomes = Optional.of(wanted);
  }

  @Override
  public CompletableFuture<BenchmarkConsumer> createDeadLetterConsumer(
      String topic, String subscriptionName, ConsumerCallback callback) {
    return outcomeOf(
        () -> {
          Topic existing = space.topic(topic);
          return new InMemoryConsumer(
              existing, existing.subscription(subscriptionName).deadLetters(), callback);
        });
  }

  /** Clients share nothing but the memory. */
  @Override
  public Optional<String> connectionProblem(boolean requests, Map<String, Object> configuration) {
    return Optional.empty();
  }

  @Override
  public Optional<String> priorityProblem(
      SortedSet<Integer> priorities, Map<String, Object> configuration) {
    return Optional.empty();
  }

  /** Queues have any. */
  @Override
  public void expectPriorities(SortedSet<Integer> priorities) {}

  private RequestQueue requests(String queue) {
    return space.requestQueue(queue, configuration.queueCapacity());
  }

  @Override
  public Map<String, String> brokerFacts() {
    return Map.of(
        "broker.name",
        "memory of this JVM",
        "broker.version",
        Runtime.version().toString(),
        NODES,
        "1",
        REPLICATION,
        "1",
        ACKNOWLEDGEMENT,
        "one copy",
        PERSISTENCE,
        IN_MEMORY);
  }

  @Override
  public EffectiveConfiguration effectiveConfiguration(List<String> topics) {
    return new EffectiveConfiguration(
        List.of(
            setting("delivery", configuration.delivery().name().toLowerCase(Locale.ROOT)),
            setting("queueCapacity", "" + configuration.queueCapacity()),
            setting("retainedMessages", "" + configuration.retainedMessages())),
        List.of());
  }

  private EffectiveSetting setting(String name, String value) {
    String normal =
        settings().stream()
            .filter(each -> each.path().equals(name))
            .findFirst()
            .flatMap(Setting::defaultValue)
            .orElse("");
    boolean changed = !value.equals(normal);
    return new EffectiveSetting(
        EffectiveSetting.BROKER,
        "space " + configuration.space(),
        name,
        value,
        changed ? EffectiveSetting.Origin.CHANGED : EffectiveSetting.Origin.DEFAULT,
        changed ? "driver file, default " + normal : "");
  }

  @Override
  public List<TelemetryReading> readTelemetry() {
    return space.topics().stream().flatMap(topic -> topic.telemetry().stream()).toList();
  }

  private static <T> CompletableFuture<T> outcomeOf(Callable<T> action) {
    try {
      return CompletableFuture.completedFuture(action.call());
    } catch (Exception e) {
      return CompletableFuture.failedFuture(e);
    }
  }
}
