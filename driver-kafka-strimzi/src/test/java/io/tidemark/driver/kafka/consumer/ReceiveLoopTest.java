package io.tidemark.driver.kafka.consumer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tidemark.driver.ReceivedBatch;
import io.tidemark.driver.ReceivedMessage;
import io.tidemark.driver.RefusedException;
import io.tidemark.driver.kafka.ReceivedRecords;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetCommitCallback;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ReceiveLoopTest {
  private static final TopicPartition PARTITION = new TopicPartition("t", 0);
  private static final TopicPartition OTHER = new TopicPartition("t", 1);

  private final Client client = new Client();
  private final Set<Integer> pollsOfMessages = ConcurrentHashMap.newKeySet();
  private final List<String> batches = new CopyOnWriteArrayList<>();
  private final BatchedRecords received = new BatchedRecords();

  private class BatchedRecords extends ReceivedRecords {
    private int polled;

    @Override
    public ReceivedBatch batchArrived() {
      return new ReceivedBatch(++polled);
    }

    @Override
    public void messageReceived(ReceivedMessage message) {
      pollsOfMessages.add(client.polls.get());
      LockSupport.parkNanos(processingNanos);
      super.messageReceived(message);
      boolean alone = message.batch() == ReceivedBatch.NONE;
      batches.add(texts.get(texts.size() - 1) + (alone ? "" : message.batch().epochNanos()));
    }
  }

  private volatile long processingNanos;
  private Duration longestWithoutPoll = Duration.ofMinutes(1);
  private KafkaBenchmarkConsumer consumer;

  @AfterEach
  void close() throws Exception {
    consumer.close();
    assertThat(client.closed()).isTrue();
  }

  @Test
  void commitsWhereItStartsBeforeItIsReady() throws Exception {
    startAssigned();

    consumer.ready();

    assertThat(committed(PARTITION)).isEqualTo(5);
  }

  @Test
  void commitsWhatItHasProcessed() {
    startAssigned();
    arrive(PARTITION, 5, "a");
    arrive(PARTITION, 6, "b");

    await().until(() -> committed(PARTITION) == 7);

    assertThat(received.texts).containsExactly("a", "b");
  }

  @Test
  void countsAFailedCommitAndRepeatsIt() {
    client.failingCommits = 1;
    startAssigned();
    arrive(PARTITION, 5, "a");

    await().until(() -> committed(PARTITION) == 6);

    assertThat(received.failures).hasExactlyElementsOfTypes(RebalanceInProgressException.class);
  }

  @Test
  void countsAFailedPollAndGoesOn() throws Exception {
    startReady();
    client.schedulePollTask(() -> client.setPollException(new KafkaException("broken")));
    await().until(() -> !received.failures.isEmpty());

    arrive(PARTITION, 5, "a");

    await().until(() -> received.texts.equals(List.of("a")));
    assertThat(received.failures).singleElement().hasToString(new KafkaException("broken") + "");
  }

  @Test
  void failsTheCreationWhenTheBrokerForbidsIt() throws Exception {
    client.schedulePollTask(
        () -> client.setPollException(new TopicAuthorizationException(Set.of("t"))));
    start(true, Duration.ofSeconds(30));

    assertThatThrownBy(() -> consumer.ready())
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("Not authorized");
  }

  @Test
  void failsTheCreationAtItsDeadline() throws Exception {
    start(true, Duration.ofMillis(300));

    assertThatThrownBy(() -> consumer.ready())
        .isInstanceOf(TimeoutException.class)
        .hasMessageContaining("consumer of group g got no partition of topic t");
  }

  @Test
  void deliversNothingWhilePausedAndKeepsPolling() throws Exception {
    startReady();
    consumer.pause();
    await().until(() -> client.paused().equals(Set.of(PARTITION)));
    arrive(PARTITION, 5, "a");
    int polls = client.polls.get();
    await().until(() -> client.polls.get() > polls + 3);
    assertThat(received.texts).isEmpty();

    consumer.resume();

    await().until(() -> received.texts.equals(List.of("a")));
    assertThat(client.paused()).isEmpty();
  }

  @Test
  void messagesOfOnePollAreABatch() throws Exception {
    startReady();
    client.schedulePollTask(
        () -> {
          client.addRecord(message(PARTITION, 5, "a"));
          client.addRecord(message(PARTITION, 6, "b"));
        });
    await().until(() -> received.texts.size() == 2);
    arrive(PARTITION, 7, "c");

    await().until(() -> batches.size() == 3);

    assertThat(batches).containsExactly("a1", "b1", "c2");
  }

  @Test
  void messagesThatWaitInThePausedConsumerAreNoBatch() throws Exception {
    startReady();
    pauseWithAMessageThatWaits();
    batches.clear();

    consumer.resume();

    await().until(() -> !batches.isEmpty());
    assertThat(batches).containsExactly("a");
  }

  @Test
  void pollsInTimeWhileMessagesTakeLongAndKeepsTheirOrder() throws Exception {
    List<String> texts = IntStream.range(0, 30).mapToObj(String::valueOf).toList();
    processingNanos = 10_000_000;
    longestWithoutPoll = Duration.ofMillis(20);
    startReady();
    client.schedulePollTask(
        () -> texts.forEach(i -> client.addRecord(message(PARTITION, 5 + texts.indexOf(i), i))));

    await().until(() -> received.texts.size() == texts.size());

    assertThat(received.texts).isEqualTo(texts);
    assertThat(pollsOfMessages).hasSizeGreaterThanOrEqualTo(10); // At most 3 after each poll.
  }

  @Test
  void dropsWhatIsNotProcessedWhenThePartitionGoesToAnotherMember() throws Exception {
    startReady();
    pauseWithAMessageThatWaits();
    assign(OTHER);
    await().until(() -> client.assignment().equals(Set.of(OTHER)));

    consumer.resume();
    arrive(OTHER, 5, "b");

    await().until(() -> !received.texts.isEmpty());
    assertThat(received.texts).containsExactly("b");
    assertThat(committed(PARTITION)).isEqualTo(5);
  }

  @Test
  void leavesCommitsToTheClientWhenTheyAreAutomatic() throws Exception {
    start(false, Duration.ofSeconds(30));
    assign(PARTITION);
    arrive(PARTITION, 5, "a");
    await().until(() -> received.texts.equals(List.of("a")));
    consumer.close();

    assertThat(client.lastCommitted).isEqualTo(Map.of(PARTITION, new OffsetAndMetadata(5)));
  }

  private void pauseWithAMessageThatWaits() {
    client.schedulePollTask(
        () -> {
          client.addRecord(message(PARTITION, 5, "a"));
          consumer.pause();
        });
    await().until(() -> client.paused().contains(PARTITION));
  }

  private void startReady() throws Exception {
    startAssigned();
    consumer.ready();
  }

  private void startAssigned() {
    start(true, Duration.ofSeconds(30));
    assign(PARTITION);
  }

  private void start(boolean manualCommit, Duration creationTimeout) {
    client.updateBeginningOffsets(Map.of(PARTITION, 5L, OTHER, 5L));
    ReceiveLoop.Settings settings =
        new ReceiveLoop.Settings(
            "t",
            "g",
            Optional.empty(),
            manualCommit,
            longestWithoutPoll,
            creationTimeout,
            Duration.ofSeconds(5));
    consumer =
        new KafkaBenchmarkConsumer(
            new ReceiveLoop(client, settings, Deliveries.ofGroup(received, "g"), member -> false),
            "g",
            Duration.ofSeconds(5),
            closed -> {});
  }

  private void assign(TopicPartition partition) {
    client.schedulePollTask(() -> client.rebalance(List.of(partition)));
  }

  private void arrive(TopicPartition partition, long offset, String text) {
    client.schedulePollTask(() -> client.addRecord(message(partition, offset, text)));
  }

  private long committed(TopicPartition partition) {
    OffsetAndMetadata offset = client.lastCommitted.get(partition);
    return offset == null ? -1 : offset.offset();
  }

  private static ConsumerRecord<byte[], ByteBuffer> message(
      TopicPartition partition, long offset, String text) {
    return new ConsumerRecord<>(
        partition.topic(),
        partition.partition(),
        offset,
        null,
        ByteBuffer.wrap(text.getBytes(UTF_8)));
  }

  /** The client's mock, with commits that fail and can be read after close. */
  private static final class Client extends MockConsumer<byte[], ByteBuffer> {
    volatile int failingCommits;
    final AtomicInteger polls = new AtomicInteger();
    final Map<TopicPartition, OffsetAndMetadata> lastCommitted = new ConcurrentHashMap<>();

    Client() {
      super("earliest");
    }

    @Override
    @SuppressWarnings("UnsynchronizedOverridesSynchronized")
    public ConsumerRecords<byte[], ByteBuffer> poll(Duration timeout) {
      polls.incrementAndGet();
      // A real poll waits, too; outside the mock's monitor, or the test would never get it.
      LockSupport.parkNanos(1_000_000);
      return super.poll(timeout);
    }

    @Override
    public synchronized void commitAsync(
        Map<TopicPartition, OffsetAndMetadata> offsets, OffsetCommitCallback callback) {
      boolean asynchronous = callback != null; // The mock commits synchronously through here.
      if (asynchronous && failingCommits > 0) {
        failingCommits--;
        callback.onComplete(offsets, new RebalanceInProgressException("later"));
      } else {
        lastCommitted.putAll(offsets);
        super.commitAsync(offsets, callback);
      }
    }

    @Override
    public synchronized void commitSync(Map<TopicPartition, OffsetAndMetadata> offsets) {
      lastCommitted.putAll(offsets);
      super.commitSync(offsets);
    }
  }
}
