package io.tidemark.driver.inmemory;

import static java.lang.Thread.State.NEW;
import static java.lang.Thread.State.RUNNABLE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.driver.PausableConsumer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.apache.bookkeeper.stats.NullStatsLogger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class InMemoryBenchmarkDriverTest {
  @TempDir Path directory;
  private final InMemoryBenchmarkDriver driver = new InMemoryBenchmarkDriver();

  @AfterEach
  void close() {
    driver.close();
  }

  @Test
  void messagesWithoutAKeyGoToAllPartitions() throws Exception {
    start("", 4);
    Received received = new Received();
    consume("s", received);
    send(0, 100);

    await().until(() -> received.texts.size() == 100);
    assertThat(received.partitions).containsOnly(0, 1, 2, 3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"direct", "queued"})
  void aPartitionKeepsItsOrderThroughBacklogAndPause(String delivery) throws Exception {
    start("delivery: " + delivery, 1);
    driver.createSubscription("t", "s").join();
    send(0, 50);
    Received received = new Received();
    PausableConsumer consumer = (PausableConsumer) consume("s", received);
    send(50, 60);
    await().until(() -> received.texts.size() == 60);
    consumer.pause();
    send(60, 100);
    assertThat(backlog()).isEqualTo(40);
    consumer.resume();
    send(100, 110);

    await().until(() -> received.texts.size() == 110);
    assertThat(received.texts).isEqualTo(numbers(0, 110));
  }

  @Test
  void failsASendThatIsNotRetained() throws Exception {
    start("retainedMessages: 3", 1);
    driver.createSubscription("t", "s").join();
    send(0, 3);
    CompletableFuture<Void> refused =
        driver.createProducer("t").join().sendAsync(Optional.empty(), bytes(3));

    assertThatThrownBy(refused::join)
        .hasRootCauseMessage("subscription 's' holds 3 messages and has no consumers");
  }

  @Test
  void aFullQueueHoldsTheSenderUntilThereIsRoom() throws Exception {
    start("delivery: queued\nqueueCapacity: 2", 1);
    Received received = new Received();
    consume("s", received);

    send(0, 500);

    await().until(() -> received.texts.size() == 500);
    assertThat(received.texts).isEqualTo(numbers(0, 500));
  }

  @ParameterizedTest
  @ValueSource(strings = {"direct", "queued"})
  void noCallbackStartsAfterClose(String delivery) throws Exception {
    start("delivery: " + delivery, 1);
    AtomicBoolean late = new AtomicBoolean();
    Received other = new Received();
    consume("s", other);
    AtomicBoolean stop = new AtomicBoolean();
    BenchmarkProducer producer = driver.createProducer("t").join();
    CompletableFuture<Void> sender =
        CompletableFuture.runAsync(
            () -> {
              while (!stop.get()) {
                producer.sendAsync(Optional.empty(), new byte[8]).join();
              }
            });
    for (int i = 0; i < 200; i++) {
      AtomicBoolean closed = new AtomicBoolean();
      BenchmarkConsumer consumer =
          consume("s", plain(() -> late.compareAndSet(false, closed.get())));
      consumer.close();
      closed.set(true);
      assertThat(late).isFalse();
    }
    stop.set(true);
    sender.join();
  }

  @ParameterizedTest
  @ValueSource(strings = {"direct", "queued"})
  void closeWaitsForTheCallbackUnderWay(String delivery) throws Exception {
    start("delivery: " + delivery, 1);
    CountDownLatch entered = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    AtomicBoolean callbackOver = new AtomicBoolean();
    BenchmarkConsumer consumer =
        consume(
            "s",
            plain(
                () -> {
                  entered.countDown();
                  uninterruptedly(release);
                  callbackOver.set(true);
                }));
    CompletableFuture<Void> sending = CompletableFuture.runAsync(() -> sendUnchecked(1));
    uninterruptedly(entered);
    AtomicBoolean overAtReturn = new AtomicBoolean();
    Thread closer = new Thread(() -> overAtReturn.set(closed(consumer) && callbackOver.get()));
    closer.start();
    await().until(() -> closer.getState() != RUNNABLE && closer.getState() != NEW);
    release.countDown();
    closer.join();
    sending.join();

    assertThat(overAtReturn).isTrue();
  }

  @Test
  void directDeliveryAllocatesTheStampedFutureAndNothingElse() throws Exception {
    start("", 4);
    consume("s", plain(() -> {}));
    BenchmarkProducer producer = driver.createProducer("t").join();
    byte[] payload = new byte[100];
    Optional<String> key = Optional.of("key");
    sendMany(producer, key, payload, 20_000);

    long before = allocatedBytes();
    sendMany(producer, key, payload, 20_000);

    // 24 bytes of the future and 24 of its stamp.
    assertThat(allocatedBytes() - before).as("bytes for 20000 messages").isLessThan(20_000 * 49);
  }

  @Test
  void reportsWhatExistsAndDeletesIt() throws Exception {
    start("", 3);
    assertThat(driver.describeTopics(List.of("t", "u", "t")).join()).isEqualTo(Map.of("t", 3));

    driver.deleteTopics(List.of("t", "u")).join();

    assertThat(driver.describeTopics(List.of("t")).join()).isEmpty();
    assertThatThrownBy(() -> driver.createProducer("t").join())
        .hasRootCauseMessage("topic 't' does not exist");
  }

  @Test
  void refusesATopicTwice() throws Exception {
    start("", 3);
    assertThatThrownBy(() -> driver.createTopic("t", 3).join())
        .hasRootCauseMessage("topic 't' already exists");
  }

  @Test
  void driversOfOneSpaceShareTheirTopicsUntilTheLastOneCloses() throws Exception {
    start("space: shared", 1);
    InMemoryBenchmarkDriver second = new InMemoryBenchmarkDriver();
    second.initialize(file("space: shared"), NullStatsLogger.INSTANCE);
    driver.close();
    assertThat(second.describeTopics(List.of("t")).join()).isEqualTo(Map.of("t", 1));
    second.close();

    driver.initialize(file("space: shared"), NullStatsLogger.INSTANCE);
    assertThat(driver.describeTopics(List.of("t")).join()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"delivery: sideways", "queueCapacity: many", "queueCapacity: 0", "a: ["})
  void refusesAWrongFileWithItsKey(String yaml) {
    assertThatThrownBy(() -> driver.initialize(file(yaml), NullStatsLogger.INSTANCE))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(yaml.startsWith("a") ? "not YAML" : yaml.substring(0, 8));
  }

  @Test
  void readsTheExampleFile() throws Exception {
    driver.initialize(Path.of("inmemory.yaml").toFile(), NullStatsLogger.INSTANCE);
    assertThat(InMemoryConfiguration.read(Path.of("inmemory.yaml").toFile()))
        .isEqualTo(InMemoryConfiguration.read(file("{}")));
  }

  private void start(String yaml, int partitions) throws IOException {
    driver.initialize(file(yaml), NullStatsLogger.INSTANCE);
    driver.createTopic("t", partitions).join();
  }

  private java.io.File file(String yaml) throws IOException {
    return Files.writeString(directory.resolve("driver.yaml"), yaml).toFile();
  }

  private BenchmarkConsumer consume(String subscription, ConsumerCallback callback) {
    return driver.createConsumer("t", subscription, callback).join();
  }

  private void send(int from, int to) throws Exception {
    try (BenchmarkProducer producer = driver.createProducer("t").join()) {
      for (int i = from; i < to; i++) {
        producer.sendAsync(Optional.empty(), bytes(i)).join();
      }
    }
  }

  private void sendUnchecked(int count) {
    try {
      send(0, count);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static boolean closed(BenchmarkConsumer consumer) {
    try {
      consumer.close();
      return true;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static void uninterruptedly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void sendMany(
      BenchmarkProducer producer, Optional<String> key, byte[] payload, int count) {
    for (int i = 0; i < count; i++) {
      producer.sendAsync(key, payload).join();
    }
  }

  private double backlog() {
    return driver.readTelemetry().get(0).value();
  }

  private static long allocatedBytes() {
    var threads =
        (com.sun.management.ThreadMXBean) java.lang.management.ManagementFactory.getThreadMXBean();
    return threads.getThreadAllocatedBytes(Thread.currentThread().getId());
  }

  private static byte[] bytes(int number) {
    return Integer.toString(number).getBytes(UTF_8);
  }

  private static List<String> numbers(int from, int to) {
    return IntStream.range(from, to).mapToObj(Integer::toString).toList();
  }

  private static ConsumerCallback plain(Runnable action) {
    return new ConsumerCallback() {
      @Override
      public void messageReceived(byte[] payload, long publishTimestamp) {
        action.run();
      }

      @Override
      public void messageReceived(ByteBuffer payload, long publishTimestamp) {
        action.run();
      }
    };
  }
}
