package io.tidemark.driver.testkit;

import static java.util.concurrent.CompletableFuture.completedFuture;
import static java.util.concurrent.CompletableFuture.failedFuture;

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
import io.tidemark.driver.SubscriptionCreator;
import io.tidemark.driver.TelemetryReading;
import io.tidemark.driver.TelemetrySource;
import io.tidemark.driver.TopicCleaner;
import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.apache.bookkeeper.stats.StatsLogger;

/** A sound driver in memory, unless it is given a defect. */
class TinyDriver
    implements BenchmarkDriver,
        DescribedDriver,
        SendBehavior,
        SubscriptionCreator,
        ExistingTopics,
        TopicCleaner,
        RequestReply,
        BrokerFacts,
        TelemetrySource,
        EventSource {
  private static final AtomicInteger OPEN = new AtomicInteger();

  /** Sockets that a defect leaves open. */
  static final List<Closeable> LEFT = new CopyOnWriteArrayList<>();

  private final Map<String, TinyTopic> topics = new ConcurrentHashMap<>();
  private final Optional<Defect> defect;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final TinyRequestReply requestReply = new TinyRequestReply(this);
  private Consumer<DriverEvent> events = event -> {};
  private boolean initialized;

  /** A driver without a defect; the framework calls this constructor. */
  public TinyDriver() {
    this(Optional.empty());
  }

  TinyDriver(Optional<Defect> defect) {
    this.defect = defect;
  }

  /** A driver that the framework cannot make. */
  static final class WithArguments extends TinyDriver {
    WithArguments(Optional<Defect> defect) {
      super(defect);
    }
  }

  boolean has(Defect asked) {
    return defect.isPresent() && defect.get() == asked;
  }

  @Override
  public void initialize(File file, StatsLogger statsLogger) throws IOException {
    String text = Files.readString(file.toPath());
    if (text.contains("unreachable") && !has(Defect.IGNORES_UNREACHABLE_BROKER)) {
      throw new IOException("no broker at unreachable:1");
    }
    if (text.contains("wrong")) {
      if (has(Defect.THROWS_WRONG_TYPE)) {
        throw new IllegalStateException("oops");
      }
      throw new IOException("wrong: unknown");
    }
    if (OPEN.incrementAndGet() > 1 && has(Defect.ONE_AT_A_TIME)) {
      throw new IOException("there is one already");
    }
    initialized = true;
    if (has(Defect.HANGS_IN_INITIALIZE)) {
      lingers();
    }
    if (has(Defect.LEAVES_THREAD) || has(Defect.LEAVES_CLIENT_THREAD)) {
      Thread left = new Thread(this::lingers);
      left.setDaemon(has(Defect.LEAVES_CLIENT_THREAD));
      left.start();
    }
    if (has(Defect.LEAVES_SOCKET)) {
      LEFT.add(new ServerSocket(0));
    }
    if (has(Defect.REPORTS_FIRST_CONNECT_AS_RECOVERY)) {
      events.accept(new DriverEvent(DriverEvent.Kind.CONNECTION_RECOVERED, "tiny", ""));
    }
  }

  private void lingers() {
    try {
      // Long after the driver; the test run that follows must not wait for it for ever.
      closed.await(5, TimeUnit.SECONDS);
      Thread.sleep(5_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public String replyMechanism() {
    return has(Defect.NAMES_NO_MECHANISM) ? "" : "a reference";
  }

  @Override
  public CompletableFuture<List<RequestReplyPair>> createPairs(PairsRequest request) {
    List<RequestReplyPair> pairs = new ArrayList<>();
    String kept = request.existing() && !has(Defect.DELETES_EXISTING_DESTINATIONS) ? "kept" : "";
    request.names().forEach(name -> pairs.add(new RequestReplyPair(pairs.size(), name, kept)));
    return completedFuture(pairs);
  }

  @Override
  public CompletableFuture<Void> deletePairs(List<RequestReplyPair> pairs) {
    pairs.stream().filter(pair -> pair.replyDestination().isEmpty()).forEach(requestReply::delete);
    return completedFuture(null);
  }

  @Override
  public CompletableFuture<Requester> createRequester(RequesterSpec spec, ReplyCallback callback) {
    return completedFuture(requestReply.requester(spec, callback));
  }

  @Override
  public CompletableFuture<Responder> createResponder(ResponderSpec spec, RequestHandler handler) {
    return completedFuture(requestReply.responder(spec, handler));
  }

  @Override
  public String getTopicNamePrefix() {
    return has(Defect.BLANK_PREFIX) ? " " : "tiny";
  }

  @Override
  public CompletableFuture<Void> createTopic(String topic, int partitions) {
    if (partitions < 1) {
      return has(Defect.SWALLOWS_CREATION_FAILURE)
          ? completedFuture(null)
          : failedFuture(new IllegalArgumentException("no partitions"));
    }
    if (topics.containsKey(topic)) {
      return failedFuture(new IllegalStateException("topic " + topic + " exists"));
    }
    if (!has(Defect.TOPIC_NOT_THERE_YET)) {
      topics.put(topic, new TinyTopic(partitions, this));
    }
    return completedFuture(null);
  }

  private TinyTopic find(String topic) {
    return has(Defect.MIXES_TOPICS) ? topics.values().iterator().next() : topics.get(topic);
  }

  @Override
  public CompletableFuture<BenchmarkProducer> createProducer(String topic) {
    return find(topic) == null
        ? failedFuture(new IllegalStateException("no topic " + topic))
        : completedFuture(new TinyProducer(this, find(topic)));
  }

  @Override
  public CompletableFuture<List<BenchmarkProducer>> createProducers(List<ProducerInfo> producers) {
    return BenchmarkDriver.super
        .createProducers(producers)
        .thenApply(
            list -> {
              if (has(Defect.REVERSES_PRODUCERS)) {
                Collections.reverse(list);
              }
              return list;
            });
  }

  @Override
  public CompletableFuture<BenchmarkConsumer> createConsumer(
      String topic, String subscriptionName, ConsumerCallback callback) {
    if (find(topic) == null) {
      return failedFuture(new IllegalStateException("no topic " + topic));
    }
    TinyConsumer consumer = new TinyConsumer(this, find(topic), callback);
    find(topic).join(has(Defect.IGNORES_SUBSCRIPTION_NAME) ? "all" : subscriptionName, consumer);
    return completedFuture(consumer);
  }

  @Override
  public void close() {
    if (!initialized && has(Defect.CANNOT_CLOSE_FRESH)) {
      throw new NullPointerException("connection");
    }
    if (initialized) {
      OPEN.decrementAndGet();
    }
    initialized = false;
    closed.countDown();
  }

  @Override
  public List<Setting> settings() {
    Setting setting = Setting.of("text", Setting.Type.STRING, "Any text.");
    return has(Defect.DECLARES_A_SETTING_TWICE) ? List.of(setting, setting) : List.of(setting);
  }

  @Override
  public boolean sendMayBlock() {
    return false;
  }

  @Override
  public boolean copiesPayload() {
    return true;
  }

  @Override
  public CompletableFuture<Void> createSubscription(String topic, String subscriptionName) {
    find(topic).subscription(subscriptionName);
    return completedFuture(null);
  }

  @Override
  public CompletableFuture<Map<String, Integer>> describeTopics(List<String> names) {
    Map<String, Integer> found = new HashMap<>();
    for (String name : names) {
      if (topics.containsKey(name)) {
        found.put(name, topics.get(name).partitions);
      } else if (has(Defect.INVENTS_TOPICS)) {
        found.put(name, 1);
      }
    }
    return completedFuture(found);
  }

  @Override
  public CompletableFuture<Void> deleteTopics(List<String> names) {
    if (has(Defect.MINDS_MISSING_TOPICS) && !topics.keySet().containsAll(names)) {
      return failedFuture(new IllegalStateException("missing"));
    }
    topics.keySet().removeAll(names);
    return completedFuture(null);
  }

  @Override
  public Map<String, String> brokerFacts() {
    return has(Defect.REPORTS_NO_FACTS) ? Map.of() : Map.of("broker.name", "tiny");
  }

  @Override
  public List<TelemetryReading> readTelemetry() {
    double value = has(Defect.FIGURES_ARE_NO_NUMBERS) ? Double.NaN : topics.size();
    return List.of(new TelemetryReading("topics", "all", value, 0));
  }

  @Override
  public void onEvent(Consumer<DriverEvent> listener) {
    if (has(Defect.REFUSES_LISTENER)) {
      throw new IllegalStateException("not initialised");
    }
    events = listener;
  }
}
