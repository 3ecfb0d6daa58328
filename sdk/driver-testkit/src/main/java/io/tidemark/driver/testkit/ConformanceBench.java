package io.tidemark.driver.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.openmessaging.benchmark.driver.BenchmarkDriver.TopicInfo;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.driver.TopicCleaner;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.apache.bookkeeper.stats.NullStatsLogger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/**
 * The environment of a rule: an initialised driver, topics, clients, and waits with a deadline.
 * Closes all of it in the framework's order: producers, consumers, topics, driver. One thread.
 */
public final class ConformanceBench implements AutoCloseable {
  private static final long LOOK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private final BenchmarkDriverConformanceKit kit;
  private final Path directory;
  private final List<BenchmarkProducer> producers = new ArrayList<>();
  private final List<BenchmarkConsumer> consumers = new ArrayList<>();
  private final List<String> topics = new ArrayList<>();
  private @Nullable BenchmarkDriver driver;

  ConformanceBench(BenchmarkDriverConformanceKit kit, Path directory) {
    this.kit = kit;
    this.directory = directory;
  }

  BenchmarkDriverConformanceKit kit() {
    return kit;
  }

  /** The driver of this rule, initialised at the first call. */
  public BenchmarkDriver driver() throws Exception {
    if (driver == null) {
      driver = kit.newDriver();
      initialize(driver, kit.configuration());
    }
    return driver;
  }

  /** As in the framework: the file is deleted after initialize. */
  void initialize(BenchmarkDriver fresh, File configuration) throws Exception {
    Path copy = directory.resolve(UUID.randomUUID() + ".yaml");
    Files.copy(configuration.toPath(), copy);
    try {
      fresh.initialize(copy.toFile(), NullStatsLogger.INSTANCE);
    } finally {
      Files.delete(copy);
    }
  }

  /** The driver as this capability; without it the rule is aborted. */
  <T> T capability(Class<T> type) throws Exception {
    Assumptions.assumeTrue(
        type.isInstance(driver()), () -> "the driver does not have " + type.getSimpleName());
    return type.cast(driver());
  }

  /** A name as the framework creates them. */
  String newTopicName() throws Exception {
    String random = UUID.randomUUID().toString().replace("-", "").substring(0, 7);
    return "%s-%07d-%s".formatted(driver().getTopicNamePrefix(), topics.size(), random);
  }

  String newSubscriptionName() {
    return "sub-000-" + UUID.randomUUID().toString().substring(0, 7);
  }

  /** A new topic, to be deleted at the end. */
  public String topic(int partitions) throws Exception {
    String name = newTopicName();
    willDelete(name);
    await(
        driver().createTopics(List.of(new TopicInfo(name, partitions))),
        "creation of topic " + name);
    return name;
  }

  void willDelete(String topic) {
    topics.add(topic);
  }

  public BenchmarkProducer producer(String topic) throws Exception {
    BenchmarkProducer producer =
        await(driver().createProducer(topic), "creation of a producer of " + topic);
    return adopt(producer);
  }

  /** To be closed at the end. */
  BenchmarkProducer adopt(BenchmarkProducer producer) {
    assertThat(producer).as("the created producer").isNotNull();
    producers.add(producer);
    return producer;
  }

  /** To be closed at the end. */
  BenchmarkConsumer adopt(BenchmarkConsumer consumer) {
    assertThat(consumer).as("the created consumer").isNotNull();
    consumers.add(consumer);
    return consumer;
  }

  public BenchmarkConsumer consumer(String topic, String subscription, ConsumerCallback callback)
      throws Exception {
    BenchmarkConsumer consumer =
        await(
            driver().createConsumer(topic, subscription, callback),
            "creation of a consumer of " + topic);
    return adopt(consumer);
  }

  /** An inbox with a consumer and a separate subscription. */
  DetailedInbox subscribe(String topic) throws Exception {
    DetailedInbox inbox = new DetailedInbox();
    consumer(topic, newSubscriptionName(), inbox);
    return inbox;
  }

  /** Sends messages without key and waits for their acknowledgements. */
  public void send(BenchmarkProducer producer, long from, long to) throws Exception {
    awaitAll(
        LongStream.range(from, to).mapToObj(n -> start(producer, Optional.empty(), n)).toList());
  }

  /** Sends messages with these many keys in turn and waits for their acknowledgements. */
  void sendKeyed(BenchmarkProducer producer, int keys, long from, long to) throws Exception {
    awaitAll(
        LongStream.range(from, to)
            .mapToObj(n -> start(producer, Optional.of("key-" + n % keys), n))
            .toList());
  }

  static CompletableFuture<Void> start(
      BenchmarkProducer producer, Optional<String> key, long number) {
    CompletableFuture<Void> sent = producer.sendAsync(key, NumberedPayload.of(number));
    assertThat(sent).as("the future of a send").isNotNull();
    return sent;
  }

  void awaitAll(List<CompletableFuture<Void>> sent) throws Exception {
    await(
        CompletableFuture.allOf(sent.toArray(CompletableFuture[]::new)),
        "acknowledgement of " + sent.size() + " messages");
  }

  /** The result, or an error with the missing event or the failure. */
  public <T> T await(CompletableFuture<T> future, String what) throws InterruptedException {
    assertThat(future).as("the future of the " + what).isNotNull();
    try {
      return future.get(kit.deadline().toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new AssertionError(what + " not within " + kit.deadline(), e);
    } catch (ExecutionException e) {
      throw new AssertionError(what + " failed: " + e.getCause(), e.getCause());
    }
  }

  /** Waits for a condition; the error has the last state. */
  public void awaitUntil(BooleanSupplier condition, String what, Supplier<?> seen) {
    Duration deadline = kit.deadline();
    long endNanos = System.nanoTime() + deadline.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > endNanos) {
        throw new AssertionError(what + " not within " + deadline + "; seen: " + seen.get());
      }
      LockSupport.parkNanos(LOOK_AGAIN_NANOS);
    }
  }

  /** Waits for a number of deliveries. More may arrive; rules that forbid them check this later. */
  public void awaitCount(Inbox inbox, int count) {
    awaitUntil(() -> inbox.count() >= count, count + " deliveries", inbox::count);
  }

  @Override
  public void close() throws Exception {
    if (driver == null) {
      return;
    }
    List<AutoCloseable> closings = new ArrayList<>(producers);
    closings.addAll(consumers);
    if (driver instanceof TopicCleaner cleaner && !topics.isEmpty()) {
      closings.add(() -> await(cleaner.deleteTopics(topics), "deletion of topics " + topics));
    }
    closings.add(driver);
    driver = null;
    closeAll(closings);
  }

  void closeClient(AutoCloseable client) throws Exception {
    producers.remove(client);
    consumers.remove(client);
    client.close();
  }

  private static void closeAll(List<AutoCloseable> closings) throws Exception {
    Exception first = null;
    for (AutoCloseable closing : closings) {
      try {
        closing.close();
      } catch (Exception e) {
        if (first == null) {
          first = e;
        } else {
          first.addSuppressed(e);
        }
      }
    }
    if (first != null) {
      throw first;
    }
  }
}
