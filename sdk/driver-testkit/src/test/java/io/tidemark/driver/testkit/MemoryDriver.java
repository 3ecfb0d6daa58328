package io.tidemark.driver.testkit;

import static java.util.concurrent.CompletableFuture.completedFuture;
import static java.util.concurrent.CompletableFuture.failedFuture;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.driver.BrokerFacts;
import io.tidemark.driver.CommittedOffset;
import io.tidemark.driver.DescribedDriver;
import io.tidemark.driver.DriverEvent;
import io.tidemark.driver.EventSource;
import io.tidemark.driver.ExistingTopics;
import io.tidemark.driver.HeaderSupport;
import io.tidemark.driver.Key;
import io.tidemark.driver.MessageTap;
import io.tidemark.driver.OffsetSource;
import io.tidemark.driver.Setting;
import io.tidemark.driver.SettingValues;
import io.tidemark.driver.Settings;
import io.tidemark.driver.TelemetryReading;
import io.tidemark.driver.TelemetrySource;
import io.tidemark.driver.TopicCleaner;
import io.tidemark.driver.TopicLister;
import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.apache.bookkeeper.stats.StatsLogger;

/** A driver of {@link MemoryBroker}: sound, unless it is given a defect. */
class MemoryDriver
    implements BenchmarkDriver,
        DescribedDriver,
        HeaderSupport,
        ExistingTopics,
        TopicCleaner,
        TopicLister,
        MessageTap,
        BrokerFacts,
        TelemetrySource,
        OffsetSource,
        EventSource {
  private static final long HOUR_MILLIS = 3_600_000;

  private final MemoryBroker broker;
  private final Optional<Defect> defect;
  private final Set<String> created = new HashSet<>();
  private final Set<String> forgotten = new HashSet<>();
  private final List<Closeable> left = new ArrayList<>();
  private final List<AutoCloseable> kept = new ArrayList<>();
  private Consumer<DriverEvent> events = event -> {};
  private Configuration configuration;
  private int committedReadings;

  record Configuration(
      @Key(value = "Address.", required = true) String address,
      @Key(value = "Password.", secret = true) String password,
      @Key(value = "Messages of a batch.", orElse = "50") int prefetch) {}

  /** No code reads its key. */
  record Unread(@Key("Has no effect.") int batchWithoutEffect) {}

  /** As the framework does; with a broker that no other driver has. */
  public MemoryDriver() {
    this(new MemoryBroker(0, Integer.MAX_VALUE), Optional.empty());
  }

  MemoryDriver(MemoryBroker broker, Optional<Defect> defect) {
    this.broker = broker;
    this.defect = defect;
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
    long offMillis = has(Defect.STAMPS_AN_HOUR_OFF) ? HOUR_MILLIS : 0;
    return message.publishedMillis() - (has(Defect.STAMPS_5_S_OFF) ? 5_000 : offMillis);
  }

  /** A client's connection, that a defect leaves open until the driver closes. */
  void connection() throws IOException {
    left.add(new ServerSocket(0));
  }

  @Override
  public void onEvent(Consumer<DriverEvent> listener) {
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
    if (configuration.address().equals("unreachable")) {
      String login = has(Defect.PUTS_A_SECRET_INTO_MESSAGES) ? configuration.password() : "you";
      throw new IOException("connect failed", new IOException("no broker for " + login));
    }
    if (configuration.address().equals("wrong")) {
      throw new IOException("address: got 'wrong'; allowed memory");
    }
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

  @Override
  public CompletableFuture<BenchmarkProducer> createProducer(String topic) {
    return outcome(
        () -> {
          if (has(Defect.LEAVES_SOCKETS_OF_PRODUCERS)) {
            connection();
          }
          return kept(new MemoryProducer(this, topic), Defect.KEEPS_CLOSED_PRODUCERS);
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
          broker.createGroup(topic, subscriptionName);
          return kept(
              new MemoryConsumer(this, topic, subscriptionName, callback),
              Defect.KEEPS_CLOSED_CONSUMERS);
        });
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
    readings.add(new TelemetryReading(TelemetryReading.NODE_RUNNING, subject, 1, 0));
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
    for (Closeable each : left) {
      each.close();
    }
  }
}
