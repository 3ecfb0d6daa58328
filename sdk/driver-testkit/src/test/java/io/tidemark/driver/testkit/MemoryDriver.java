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
import io.tidemark.driver.settings.Key;
import io.tidemark.driver.settings.Setting;
import io.tidemark.driver.settings.SettingValues;
import io.tidemark.driver.settings.Settings;
import io.tidemark.driver.telemetry.TelemetryReading;
import io.tidemark.driver.telemetry.TelemetrySource;
import io.tidemark.driver.topics.CommittedOffset;
import io.tidemark.driver.topics.ExistingTopics;
import io.tidemark.driver.topics.MessageTap;
import io.tidemark.driver.topics.OffsetSource;
import io.tidemark.driver.topics.SubscriptionCreator;
import io.tidemark.driver.topics.TopicCleaner;
import io.tidemark.driver.topics.TopicLister;
import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.apache.bookkeeper.stats.StatsLogger;

/** A driver of {@link MemoryBroker}: sound, unless it is given a defect. */
class MemoryDriver
    implements BenchmarkDriver,
        DescribedDriver,
        SendBehavior,
        SubscriptionCreator,
        RequestReply,
        HeaderSupport,
        PrioritySupport,
        ExistingTopics,
        TopicCleaner,
        TopicLister,
        MessageTap,
        BrokerFacts,
        TelemetrySource,
        OffsetSource,
        OutcomeSupport,
        EventSource {
  private static final long HOUR_MILLIS = 3_600_000;
  private static final AtomicInteger OPEN = new AtomicInteger();

  /** Sockets that a defect leaves open. */
  static final List<Closeable> LEFT = new CopyOnWriteArrayList<>();

  private final MemoryBroker broker;
  private final Optional<Defect> defect;
  private final Set<String> created = Collections.synchronizedSet(new LinkedHashSet<>());
  private final Map<String, String> firstGroups = new ConcurrentHashMap<>();
  private final Map<String, Thread> senders = new ConcurrentHashMap<>();
  private final MemoryRequestReply requestReply = new MemoryRequestReply(this);
  private final CountDownLatch closed = new CountDownLatch(1);
  private final AtomicInteger consumers = new AtomicInteger();
  private final Set<String> forgotten = new HashSet<>();
  private final List<Closeable> left = new ArrayList<>();
  private final List<AutoCloseable> kept = new ArrayList<>();
  private Consumer<DriverEvent> events = event -> {};
  private Configuration configuration;
  private Optional<OutcomeRequest> outcomes = Optional.empty();
  private boolean connected;
  private int committedReadings;

  record Configuration(
      @Key(value = "Address.", required = true) String address,
      @Key(value = "Password.", secret = true) String password,
      @Key(value = "Messages of a batch.", orElse = "50") int prefetch) {}

  /** No code reads its key. */
  record Unread(@Key("Has no effect.") int batchWithoutEffect) {}

  /** Creates the driver as the framework does, with a broker that no other driver has. */
  public MemoryDriver() {
    this(new MemoryBroker(0, Integer.MAX_VALUE), Optional.empty());
  }

  MemoryDriver(MemoryBroker broker, Optional<Defect> defect) {
    this.broker = broker;
    this.defect = defect;
  }

  /** A driver that the framework cannot make. */
  static final class WithArguments extends MemoryDriver {
    WithArguments(MemoryBroker broker, Optional<Defect> defect) {
      super(broker, defect);
    }
  }

  boolean has(Defect asked) {
    return defect.isPresent() && defect.get() == asked;
  }

  MemoryBroker broker() {
    return broker;
  }

  /** Every tenth message is in a transaction that is aborted on purpose. */
  boolean aborts() {
    return configuration.address().equals("aborting");
  }

  int prefetch() {
    if (has(Defect.TAKES_ONE_MESSAGE_AT_A_TIME)) {
      return 1;
    }
    return has(Defect.IGNORES_ITS_PREFETCH) ? 50 : configuration.prefetch();
  }

  boolean isProxied() {
    return configuration.address().equals("proxied");
  }

  long published(MemoryBroker.Message message) {
    if (has(Defect.STAMPS_AT_DELIVERY)) {
      return System.currentTimeMillis();
    }
    if (has(Defect.TIMESTAMP_IN_SECONDS)) {
      return message.publishedMillis() / 1_000;
    }
    long offMillis = has(Defect.STAMPS_AN_HOUR_OFF) ? HOUR_MILLIS : 0;
    return message.publishedMillis() - (has(Defect.STAMPS_5_S_OFF) ? 5_000 : offMillis);
  }

  boolean isOpen() {
    return closed.getCount() > 0;
  }

  /** Whether messages of this thread are published. */
  boolean serves(String topic) {
    Thread first = senders.computeIfAbsent(topic, any -> Thread.currentThread());
    return !has(Defect.SERVES_ONE_THREAD) || first == Thread.currentThread();
  }

  boolean isFirstGroup(String topic, String group) {
    return group.equals(firstGroups.get(topic));
  }

  /** A client's connection, that a defect leaves open until the driver closes. */
  void connection() throws IOException {
    left.add(new ServerSocket(0));
  }

  @Override
  public void onEvent(Consumer<DriverEvent> listener) {
    if (has(Defect.REFUSES_LISTENER)) {
      throw new IllegalStateException("not initialised");
    }
    events = listener;
  }

  @Override
  public void initialize(File file, StatsLogger statsLogger) throws IOException {
    SettingValues values = SettingValues.of("memory driver file", file, MemoryDriver::parse);
    configuration = values.read(Configuration.class);
    values.requireNoProblems();
    if (has(Defect.PUTS_A_SECRET_INTO_LOGS)) {
      System.err.println("connecting with " + configuration.password());
    }
    if (has(Defect.PUTS_A_SECRET_INTO_EVENTS)) {
      events.accept(new DriverEvent(DriverEvent.Kind.NOTICE, "login", configuration.password()));
    }
    if (configuration.address().equals("unreachable") && !has(Defect.IGNORES_UNREACHABLE_BROKER)) {
      String login = has(Defect.PUTS_A_SECRET_INTO_MESSAGES) ? configuration.password() : "you";
      throw new IOException("connect failed", new IOException("no broker for " + login));
    }
    if (configuration.address().equals("wrong")) {
      if (has(Defect.THROWS_WRONG_TYPE)) {
        throw new IllegalStateException("oops");
      }
      throw new IOException("address: got 'wrong'; allowed memory");
    }
    if (OPEN.incrementAndGet() > 1 && has(Defect.ONE_AT_A_TIME)) {
      throw new IOException("there is one already");
    }
    connected = true;
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
      events.accept(new DriverEvent(DriverEvent.Kind.CONNECTION_RECOVERED, "memory", ""));
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
    for (String name : request.names()) {
      broker.create(name, 1);
      pairs.add(new RequestReplyPair(pairs.size(), name, kept));
    }
    return completedFuture(pairs);
  }

  @Override
  public CompletableFuture<Void> deletePairs(List<RequestReplyPair> pairs) {
    for (RequestReplyPair pair : pairs) {
      if (pair.replyDestination().isEmpty()) {
        requestReply.delete(pair);
        broker.delete(pair.requestDestination());
      }
    }
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
  public boolean sendMayBlock() {
    return false;
  }

  @Override
  public boolean copiesPayload() {
    return true;
  }

  private static Map<String, String> parse(File file) throws IOException {
    Map<String, String> values = new HashMap<>();
    for (String line : Files.readAllLines(file.toPath())) {
      String[] pair = line.split(": ", 2);
      values.put(pair[0], pair[1]);
    }
    return values;
  }

  @Override
  public String getTopicNamePrefix() {
    if (has(Defect.BLANK_PREFIX)) {
      return " ";
    }
    return has(Defect.PUTS_A_SECRET_INTO_NAMES) ? configuration.password() + "-t" : "memory";
  }

  private static <T> CompletableFuture<T> outcome(Callable<T> call) {
    try {
      return completedFuture(call.call());
    } catch (Exception e) {
      return failedFuture(e);
    }
  }

  @Override
  public CompletableFuture<Void> createTopic(String topic, int partitions) {
    return outcome(
        () -> {
          if (has(Defect.IGNORES_THE_NUMBER_OF_PARTITIONS)) {
            broker.create(topic, 1);
            created.add(topic);
            return null;
          }
          if (partitions < 1 && has(Defect.SWALLOWS_CREATION_FAILURE)
              || has(Defect.TOPIC_NOT_THERE_YET)) {
            return null;
          }
          if (partitions < 1 && !has(Defect.CREATES_TOPICS_WITHOUT_PARTITIONS)) {
            throw new IOException("a topic has at least 1 partition");
          }
          if (!broker.create(topic, partitions) && !broker.unhide(topic)) {
            if (has(Defect.EMPTIES_AN_EXISTING_TOPIC)) {
              broker.removeGroups(topic);
              return null;
            }
            throw new IOException("topic " + topic + " exists");
          }
          created.add(topic);
          return null;
        });
  }

  /** Finds the topic; of a driver that mixes topics, the first one. */
  private String find(String topic) throws IOException {
    if (broker.partitions(topic).isEmpty()) {
      throw new IOException("there is no topic " + topic);
    }
    return has(Defect.MIXES_TOPICS) ? created.iterator().next() : topic;
  }

  @Override
  public CompletableFuture<Void> createSubscription(String topic, String subscriptionName) {
    return outcome(
        () -> {
          broker.createGroup(topic, subscriptionName);
          firstGroups.putIfAbsent(topic, subscriptionName);
          return null;
        });
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
  public CompletableFuture<BenchmarkProducer> createProducer(String topic) {
    return outcome(
        () -> {
          if (has(Defect.LEAVES_SOCKETS_OF_PRODUCERS)) {
            connection();
          }
          return kept(new MemoryProducer(this, find(topic)), Defect.KEEPS_CLOSED_PRODUCERS);
        });
  }

  @Override
  public CompletableFuture<BenchmarkConsumer> createConsumer(
      String topic, String subscriptionName, ConsumerCallback callback) {
    return outcome(
        () -> {
          if (has(Defect.LEAVES_SOCKETS_OF_CONSUMERS)) {
            connection();
          }
          String group =
              has(Defect.IGNORES_SUBSCRIPTION_NAME)
                  ? "all"
                  : subscriptionName
                      + (has(Defect.GIVES_ALL_TO_EVERY_CONSUMER)
                          ? consumers.incrementAndGet()
                          : "");
          if (has(Defect.RETAINS_NOTHING)) {
            broker.removeGroups(topic);
          }
          broker.createGroup(find(topic), group);
          firstGroups.putIfAbsent(topic, group);
          return kept(
              new MemoryConsumer(this, find(topic), group, callback),
              Defect.KEEPS_CLOSED_CONSUMERS);
        });
  }

  @Override
  public Optional<String> outcomeProblem(OutcomeRequest wanted, Map<String, Object> configuration) {
    return Optional.empty();
  }

  @Override
  public Optional<String> priorityProblem(SortedSet<Integer> priorities, Map<String, Object> file) {
    return Optional.empty();
  }

  @Override
  public void expectPriorities(SortedSet<Integer> priorities) {}

  @Override
  public void expectOutcomes(OutcomeRequest wanted) {
    outcomes = Optional.of(wanted);
  }

  /** Deliveries after which a message is given up. */
  int giveUpAfter() {
    int limit = outcomes.orElseThrow().giveUpAfter().orElse(Integer.MAX_VALUE);
    if (has(Defect.NEVER_GIVES_UP)) {
      return Integer.MAX_VALUE;
    }
    return has(Defect.GIVES_UP_TOO_EARLY) ? limit - 1 : limit;
  }

  @Override
  public CompletableFuture<BenchmarkConsumer> createDeadLetterConsumer(
      String topic, String subscriptionName, ConsumerCallback callback) {
    String dead = MemoryBroker.deadLetters(topic, subscriptionName);
    broker.create(dead, 1);
    return createConsumer(dead, subscriptionName, callback);
  }

  private <T extends AutoCloseable> T kept(T client, Defect forEver) {
    if (has(forEver)) {
      kept.add(client);
    }
    return client;
  }

  @Override
  public CompletableFuture<AutoCloseable> tap(String topic, MessageTap.Callback callback) {
    AtomicBoolean open = new AtomicBoolean(true);
    broker.tap(
        topic,
        message -> {
          boolean left = has(Defect.TAPS_HALF_OF_THE_MESSAGES) && message.id() % 2 == 0;
          if (open.get() && !left) {
            int bytes = has(Defect.TAPS_NO_SIZES) ? 0 : message.body().length;
            callback.message(
                new TappedMessage(
                    message.publishedMillis(),
                    message.partition(),
                    bytes,
                    Optional.empty(),
                    Map.of()));
          }
          return open.get() && has(Defect.TAKES_WHAT_IT_TAPS);
        });
    return completedFuture(() -> open.set(has(Defect.TAPS_AFTER_ITS_END)));
  }

  @Override
  public CompletableFuture<Map<String, Integer>> describeTopics(List<String> topics) {
    Map<String, Integer> found = new HashMap<>();
    for (String topic : topics) {
      if (!forgotten.contains(topic) && !broker.isHidden(topic)) {
        broker.partitions(topic).ifPresent(partitions -> found.put(topic, partitions));
      }
      if (has(Defect.INVENTS_TOPICS)) {
        found.putIfAbsent(topic, 1);
      }
    }
    return completedFuture(found);
  }

  @Override
  public CompletableFuture<List<ListedTopic>> listTopics(String prefix) {
    return completedFuture(
        broker.topics(prefix).entrySet().stream()
            .filter(each -> created.contains(each.getKey()) || !has(Defect.LISTS_ONLY_ITS_TOPICS))
            .map(
                each ->
                    new ListedTopic(each.getKey(), each.getValue() && !has(Defect.LISTS_NO_USE)))
            .toList());
  }

  @Override
  public CompletableFuture<Void> deleteTopics(List<String> topics) {
    if (has(Defect.MINDS_MISSING_TOPICS) && !created.containsAll(topics)) {
      return failedFuture(new IOException("missing"));
    }
    for (String topic : topics) {
      if (!created.remove(topic) && has(Defect.DELETES_ONLY_ITS_TOPICS)) {
        continue;
      }
      if (has(Defect.LEAVES_THE_STREAM_OF_A_DELETED_TOPIC)) {
        broker.hide(topic);
      } else if (has(Defect.DELETES_NO_TOPIC)) {
        forgotten.add(topic);
      } else {
        broker.delete(topic);
      }
      if (has(Defect.LEAVES_A_QUEUE_OF_A_DELETED_TOPIC)) {
        broker.create(topic + "-replies", 1);
      }
    }
    return completedFuture(null);
  }

  @Override
  public Map<String, String> brokerFacts() {
    if (has(Defect.REPORTS_NO_FACTS)) {
      return Map.of();
    }
    String login = has(Defect.PUTS_A_SECRET_INTO_FACTS) ? configuration.password() : "none";
    String version = has(Defect.REPORTS_WRONG_FACTS) ? "2" : MemoryBroker.VERSION;
    String copies = has(Defect.REPORTS_MORE_COPIES_THAN_NODES) ? "3" : "1";
    return Map.of(
        "broker.version",
        version,
        "broker.login",
        login,
        BrokerFacts.NODES,
        "1",
        BrokerFacts.REPLICATION,
        copies);
  }

  @Override
  public List<TelemetryReading> readTelemetry() {
    List<TelemetryReading> readings = new ArrayList<>();
    int times = has(Defect.COUNTS_EVERY_MESSAGE_TWICE) ? 2 : has(Defect.COUNTS_BACKWARDS) ? -1 : 1;
    String subject =
        has(Defect.PUTS_A_SECRET_INTO_METRICS) ? configuration.password() + "@node" : "node";
    double running = has(Defect.FIGURES_ARE_NO_NUMBERS) ? Double.NaN : 1;
    readings.add(new TelemetryReading(TelemetryReading.NODE_RUNNING, subject, running, 0));
    for (String topic : created) {
      readings.add(
          new TelemetryReading(
              TelemetryReading.RUN_PUBLISHED, topic, times * broker.published(topic), 0));
      readings.add(
          new TelemetryReading(
              TelemetryReading.RUN_DELIVERED,
              topic,
              has(Defect.COUNTS_NO_DELIVERY) ? 0 : broker.delivered(topic),
              0));
    }
    return readings;
  }

  @Override
  public List<CommittedOffset> committedOffsets() {
    List<CommittedOffset> offsets = new ArrayList<>();
    committedReadings++;
    for (String topic : created) {
      for (String group : broker.groups(topic)) {
        broker
            .committed(topic, group)
            .forEach((partition, next) -> offsets.add(committed(topic, group, partition, next)));
      }
    }
    return offsets;
  }

  private CommittedOffset committed(String topic, String group, int partition, long next) {
    long end = broker.published(topic) + 1;
    if (has(Defect.COMMITS_BEYOND_THE_END)) {
      return new CommittedOffset(topic, group, partition, end + 1, end);
    }
    boolean back = has(Defect.COMMITS_BACKWARDS) && committedReadings % 2 == 0;
    return new CommittedOffset(topic, group, partition, back ? 0 : next, end);
  }

  @Override
  public List<Setting> settings() {
    List<Setting> settings = new ArrayList<>(Settings.of(Configuration.class));
    if (has(Defect.DECLARES_A_SETTING_TWICE)) {
      settings.add(settings.get(0));
    }
    if (has(Defect.DECLARES_A_KEY_THAT_NO_CODE_READS)) {
      settings.addAll(Settings.of(Unread.class));
    }
    if (has(Defect.DECLARES_BY_HAND_WHAT_NO_CODE_READS)) {
      settings.add(Setting.of("lingerOfNothing", Setting.Type.INTEGER, "Has no effect."));
    }
    return settings;
  }

  @Override
  public void close() throws IOException {
    if (!connected && has(Defect.CANNOT_CLOSE_FRESH)) {
      throw new NullPointerException("connection");
    }
    if (connected) {
      OPEN.decrementAndGet();
    }
    connected = false;
    closed.countDown();
    for (Closeable each : left) {
      each.close();
    }
  }
}
