package io.tidemark.driver.inmemory.shared;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.DetailedConsumerCallback;
import java.io.File;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.bookkeeper.stats.NullStatsLogger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two drivers on one port; each opens connections of its own, as it would in its own process. */
class SharedInMemoryBenchmarkDriverTest {
  private static final Duration DEADLINE = Duration.ofMinutes(1);

  @TempDir Path folder;
  private final int port = FreePort.find();
  private final SharedInMemoryBenchmarkDriver first = new SharedInMemoryBenchmarkDriver();
  private final SharedInMemoryBenchmarkDriver second = new SharedInMemoryBenchmarkDriver();
  private final List<AutoCloseable> clients = new ArrayList<>();

  private static final class Received implements DetailedConsumerCallback {
    final List<String> texts = new CopyOnWriteArrayList<>();
    final List<Throwable> failures = new CopyOnWriteArrayList<>();

    @Override
    public void messageReceived(byte[] payload, long publishTimestamp, int partition) {
      assertThat(publishTimestamp).isPositive();
      texts.add(partition + ":" + new String(payload, UTF_8));
    }

    @Override
    public void messageReceived(ByteBuffer payload, long publishTimestamp, int partition) {
      throw new AssertionError("this driver has arrays");
    }

    @Override
    public void messageReceived(byte[] payload, long publishTimestamp) {
      throw new AssertionError("this driver knows the partition");
    }

    @Override
    public void messageReceived(ByteBuffer payload, long publishTimestamp) {
      throw new AssertionError("this driver knows the partition");
    }

    @Override
    public void consumerFailed(Throwable cause) {
      failures.add(cause);
    }
  }

  @BeforeEach
  void initialize() throws Exception {
    first.initialize(file(), NullStatsLogger.INSTANCE);
    second.initialize(file(), NullStatsLogger.INSTANCE);
  }

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable client : clients) {
      client.close();
    }
    second.close();
    first.close();
  }

  private File file() throws Exception {
    return Files.writeString(folder.resolve("shared.yaml"), "port: " + port + "\n").toFile();
  }

  private BenchmarkProducer producer(SharedInMemoryBenchmarkDriver driver) {
    BenchmarkProducer producer = driver.createProducer("t").join();
    clients.add(producer);
    return producer;
  }

  private Received consumer(SharedInMemoryBenchmarkDriver driver, String subscription) {
    Received received = new Received();
    BenchmarkConsumer consumer = driver.createConsumer("t", subscription, received).join();
    clients.add(consumer);
    return received;
  }

  private static void send(BenchmarkProducer producer, int from, int to) throws Exception {
    List<CompletableFuture<Void>> sent =
        IntStream.range(from, to)
            .mapToObj(
                i -> producer.sendAsync(Optional.of("key"), String.valueOf(i).getBytes(UTF_8)))
            .toList();
    for (CompletableFuture<Void> each : sent) {
      each.get(DEADLINE.toSeconds(), TimeUnit.SECONDS);
    }
  }

  private static List<String> numbers(Received received) {
    return received.texts.stream().map(text -> text.replaceFirst(".*:", "")).toList();
  }

  private static String[] upTo(int count) {
    return IntStream.range(0, count).mapToObj(String::valueOf).toArray(String[]::new);
  }

  @Test
  void everySubscriptionGetsEveryMessageOnceAndInOrderWhicheverProcessSentIt() throws Exception {
    second.createTopic("t", 3).join();
    Received here = consumer(first, "here");
    Received there = consumer(second, "there");

    send(producer(first), 0, 200);
    send(producer(second), 200, 400);

    for (Received each : List.of(here, there)) {
      Awaitility.await().atMost(DEADLINE).until(() -> each.texts.size() >= 400);
      assertThat(numbers(each)).containsExactly(upTo(400));
      assertThat(each.texts.stream().map(text -> text.charAt(0)).distinct()).hasSize(1);
    }
    assertThat(first.describeTopics(List.of("t", "nowhere")).join()).containsExactly(entry("t", 3));
  }

  private static java.util.Map.Entry<String, Integer> entry(String topic, int partitions) {
    return java.util.Map.entry(topic, partitions);
  }

  @Test
  void whatFailsInTheHostFailsInTheClientWithTheSameWords() {
    assertThatThrownBy(() -> second.createProducer("nowhere").join())
        .hasMessageContaining("topic 'nowhere' does not exist");
    assertThatThrownBy(() -> second.createConsumer("nowhere", "s", new Received()).join())
        .hasMessageContaining("topic 'nowhere' does not exist");
    first.createTopic("t", 1).join();
    assertThatThrownBy(() -> second.createTopic("t", 1).join())
        .hasMessageContaining("topic 't' exists already");
  }

  @Test
  void theHostWaitsForTheOthersAndLeavesThePortToTheNext() throws Exception {
    Thread closing = new Thread(() -> closeQuietly(first));
    closing.start();
    Awaitility.await()
        .atMost(DEADLINE)
        .until(() -> closing.getState() == Thread.State.TIMED_WAITING || !closing.isAlive());
    assertThat(closing.isAlive()).isTrue();
    second.createTopic("t", 1).join();

    second.close();
    closing.join();
    try (SharedInMemoryBenchmarkDriver next = new SharedInMemoryBenchmarkDriver()) {
      next.initialize(file(), NullStatsLogger.INSTANCE);
      assertThat(next.describeTopics(List.of("t")).join()).isEmpty();
    }
  }

  private static void closeQuietly(SharedInMemoryBenchmarkDriver driver) {
    try {
      driver.close();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aConsumerWhoseProcessDiesTakesNoMoreThanWhatWasOnItsWay() throws Exception {
    first.createTopic("t", 2).join();
    Connection dying = Connection.open(port, Connection.Kind.CONSUMER, "t", "s");
    BenchmarkProducer producer = producer(first);
    send(producer, 0, 1);
    assertThat(dying.in().readInt()).isNotEqualTo(Connection.NO_MORE);
    dying.close();

    Received staying = consumer(second, "s");
    send(producer, 1, 100);
    Awaitility.await().atMost(DEADLINE).until(() -> staying.texts.size() >= 99);
    assertThat(numbers(staying)).doesNotHaveDuplicates().contains("99", "1");
  }

  @Test
  void strangersOnThePortDisturbNobody() throws Exception {
    first.createTopic("t", 1).join();
    Received received = consumer(second, "s");
    for (byte[] garbage : List.of(new byte[5_000], "GET / HTTP/1.1\r\n\r\n".getBytes(UTF_8))) {
      try (Socket stranger = new Socket(Connection.address(port).getAddress(), port)) {
        stranger.getOutputStream().write(garbage);
      }
    }
    try (Connection endless = Connection.open(port, Connection.Kind.PRODUCER, "t")) {
      endless.out().writeInt(Integer.MAX_VALUE);
      endless.out().flush();
      assertThat(endless.in().read()).isEqualTo(-1);
    }
    send(producer(first), 0, 10);
    Awaitility.await().atMost(DEADLINE).until(() -> received.texts.size() >= 10);
  }

  @Test
  void aLostHostFailsSendsAndTellsConsumers() throws Exception {
    int other = FreePort.find();
    Host host = Host.start(new SharedConfiguration(other, 100, 100), Duration.ZERO);
    try (Topics topics = Topics.join(other)) {
      topics.create("t", 1);
      Received received = new Received();
      try (SharedConsumer consumer = SharedConsumer.open(other, "t", "s", received);
          SharedProducer producer = SharedProducer.open(other, "t")) {
        send(producer, 0, 1);
        host.close();
        Awaitility.await().atMost(DEADLINE).until(() -> !received.failures.isEmpty());
        assertThatThrownBy(() -> send(producer, 1, 2))
            .hasMessageContaining("the connection to the host ended");
        assertThatThrownBy(() -> topics.create("u", 1)).isInstanceOf(java.io.IOException.class);
        consumer.close();
      }
    }
  }
}
