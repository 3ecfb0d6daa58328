package io.tidemark.driver.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.driver.DriverEvent;
import io.tidemark.driver.EventSource;
import io.tidemark.driver.RefusedException;
import io.tidemark.driver.topics.TopicCleaner;
import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.apache.bookkeeper.stats.NullStatsLogger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** An initialised driver with its clients and its events; deletes its topics at the end. */
public final class Bench<D extends BenchmarkDriver & EventSource & TopicCleaner>
    implements AutoCloseable {
  private static final long SECONDS = 60;

  /** Less than any deadline of a step: without an end at once the test fails by it. */
  private static final Duration AT_ONCE = Duration.ofSeconds(30);

  private final D driver;
  private final Queue<DriverEvent> events = new ConcurrentLinkedQueue<>();
  private final List<AutoCloseable> clients = new ArrayList<>();
  private final List<String> topics = new ArrayList<>();

  public Bench(D driver, File file) throws Exception {
    this.driver = driver;
    driver.onEvent(events::add);
    driver.initialize(file, NullStatsLogger.INSTANCE);
  }

  /** A flow map of several keys as lines of their own, to stand below others. */
  public static String block(String flow) throws IOException {
    YAMLMapper yaml = new YAMLMapper();
    return yaml.writeValueAsString(yaml.readTree(flow)).replace("---\n", "");
  }

  /** A step that the broker refuses ends with its words, and at once. */
  public static void refused(String words, ThrowingCallable step) {
    long begun = System.nanoTime();
    Throwable failure = catchThrowable(step);
    assertThat(RefusedException.isIn(failure)).as("refused: %s", failure).isTrue();
    assertThat(failure).hasStackTraceContaining(words);
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(AT_ONCE);
  }

  /** Closing a client does not wait for a broker that stands still. */
  public static void assertCloses(AutoCloseable client) {
    CompletableFuture<Void> closed =
        CompletableFuture.runAsync(
            () -> {
              try {
                client.close();
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });
    assertThat(closed).succeedsWithin(Duration.ofSeconds(SECONDS));
  }

  public D driver() {
    return driver;
  }

  public Queue<DriverEvent> events() {
    return events;
  }

  public long eventsOf(DriverEvent.Kind kind) {
    return events.stream().filter(event -> event.kind() == kind).count();
  }

  /** The number of messages that events report. */
  public int messagesOf(DriverEvent.Kind kind) {
    return events.stream()
        .filter(event -> event.kind() == kind)
        .mapToInt(event -> Integer.parseInt(event.detail().split(" messages")[0]))
        .sum();
  }

  public String topic(int partitions) throws Exception {
    return topic(
        driver.getTopicNamePrefix() + "-0000000-" + UUID.randomUUID().toString().substring(0, 7),
        partitions);
  }

  public String topic(String name, int partitions) throws Exception {
    driver.createTopic(name, partitions).get(SECONDS, TimeUnit.SECONDS);
    topics.add(name);
    return name;
  }

  public BenchmarkProducer producer(String topic) throws Exception {
    BenchmarkProducer made = driver.createProducer(topic).get(SECONDS, TimeUnit.SECONDS);
    clients.add(made);
    return made;
  }

  /** A subscription receives each message that is sent to the topic, once, and no send fails. */
  public void assertDelivers(String topic, int messages) throws Exception {
    Traffic traffic = new Traffic();
    TrafficInbox inbox = new TrafficInbox();
    consumer(topic, "sub", inbox);
    traffic.send(producer(topic), messages);
    inbox.awaitDeliveries(messages);
    traffic.awaitSettled();
    assertThat(traffic.failures()).isEmpty();
    assertThat(inbox.numbers()).hasSize(messages);
  }

  /** Created together, as the framework does. */
  public List<BenchmarkProducer> producers(String topic, int count) throws Exception {
    List<BenchmarkDriver.ProducerInfo> infos = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      infos.add(new BenchmarkDriver.ProducerInfo(i, topic));
    }
    List<BenchmarkProducer> made = driver.createProducers(infos).get(SECONDS, TimeUnit.SECONDS);
    clients.addAll(made);
    return made;
  }

  /** Created together, as the framework does. */
  public void consumers(String topic, String subscription, ConsumerCallback callback, int count)
      throws Exception {
    List<BenchmarkDriver.ConsumerInfo> infos = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      infos.add(new BenchmarkDriver.ConsumerInfo(i, topic, subscription, callback));
    }
    clients.addAll(driver.createConsumers(infos).get(SECONDS, TimeUnit.SECONDS));
  }

  public BenchmarkConsumer consumer(String topic, String subscription, ConsumerCallback callback)
      throws Exception {
    BenchmarkConsumer made =
        driver.createConsumer(topic, subscription, callback).get(SECONDS, TimeUnit.SECONDS);
    clients.add(made);
    return made;
  }

  @Override
  public void close() throws Exception {
    for (AutoCloseable client : clients) {
      client.close();
    }
    driver.deleteTopics(topics).get(SECONDS, TimeUnit.SECONDS);
    driver.close();
  }
}
