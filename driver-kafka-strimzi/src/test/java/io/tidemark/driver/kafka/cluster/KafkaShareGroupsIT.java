package io.tidemark.driver.kafka.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.PausableConsumer;
import io.tidemark.driver.ReceivedMessage;
import io.tidemark.driver.kafka.KafkaBenchmarkDriver;
import io.tidemark.driver.kafka.ReceivedRecords;
import io.tidemark.driver.kafka.SharedCluster;
import io.tidemark.driver.kafka.WithKafkaDriver;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What share groups have of their own; the kit's rules are tried with them, too. */
@Timeout(120)
@Execution(ExecutionMode.CONCURRENT)
class KafkaShareGroupsIT extends WithKafkaDriver {
  private static final Duration DEADLINE = Duration.ofSeconds(60);

  @RegisterExtension static final SharedCluster cluster = SharedCluster.PROXIED_NODE;

  private final String group = "sub-" + topic;

  /** The kit tries the other mode of acknowledgement. */
  @Test
  void consumersShareOnePartitionAndEachMessageIsProcessedOnce() throws Exception {
    start("consumerConfig: {share.acknowledgement.mode: explicit, max.poll.records: 10}");
    ReceivedRecords first = new ReceivedRecords();
    ReceivedRecords second = new ReceivedRecords();
    consume(first);
    consume(second);
    BenchmarkProducer producer = driver.createProducer(topic).join();

    int sent = 0;
    long deadlineNanos = System.nanoTime() + DEADLINE.toNanos();
    while (sent < 100 || first.texts.isEmpty() || second.texts.isEmpty()) {
      assertThat(System.nanoTime()).as("until both received").isLessThan(deadlineNanos);
      sendEach(producer, sent, sent + 20);
      sent += 20;
    }

    int all = sent;
    await().atMost(DEADLINE).until(() -> first.texts.size() + second.texts.size() >= all);
    List<String> texts = new ArrayList<>(first.texts);
    texts.addAll(second.texts);
    assertThat(texts).containsExactlyInAnyOrderElementsOf(numbers(0, sent));
    assertThat(first.redelivered).isEmpty();
    assertThat(first.failures).isEmpty();
    assertThat(second.failures).isEmpty();
    assertThat(first.partitionsByText.values()).as("no order").containsOnly(Set.of(-1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"latest", "by_duration:PT1H"})
  void aNewGroupBeginsWhereTheFileSays(String reset) throws Exception {
    start("groupConfig: {share.auto.offset.reset: " + reset + "}");
    BenchmarkProducer producer = driver.createProducer(topic).join();
    sendEach(producer, 0, 10);
    ReceivedRecords received = new ReceivedRecords();
    consume(received);

    sendEach(producer, 10, 60);

    int first = reset.equals("latest") ? 10 : 0;
    await().atMost(DEADLINE).until(() -> received.texts.contains("59"));
    await().atMost(DEADLINE).until(() -> received.texts.size() >= 60 - first);
    assertThat(received.texts).containsExactlyInAnyOrderElementsOf(numbers(first, 60));
  }

  @Test
  void aSubscriptionRetainsWhatIsSentBeforeItsFirstConsumer() throws Exception {
    start("groupConfig: {share.auto.offset.reset: earliest}");
    BenchmarkProducer producer = driver.createProducer(topic).join();
    sendEach(producer, 0, 10);
    driver.createSubscription(topic, group).join();
    sendEach(producer, 10, 60);

    ReceivedRecords received = new ReceivedRecords();
    consume(received);

    await().atMost(DEADLINE).until(() -> received.texts.size() >= 50);
    assertThat(received.texts).containsExactlyInAnyOrderElementsOf(numbers(10, 60));
  }

  /** The first consumer is closed with messages that it holds and has not processed. */
  @ParameterizedTest
  @ValueSource(strings = {"implicit", "explicit"})
  void theRestOfAClosedConsumerIsRedelivered(String mode) throws Exception {
    start("consumerConfig: {share.acknowledgement.mode: " + mode + "}");
    BenchmarkProducer producer = driver.createProducer(topic).join();
    Pausing first = consumePausing(5);
    first.pausable().pause();
    sendEach(producer, 0, 50);
    first.pausable().resume();
    await().atMost(DEADLINE).until(() -> first.texts.size() == 5);
    first.consumer.close();

    ReceivedRecords second = new ReceivedRecords();
    consume(second);

    Set<String> rest = new HashSet<>(numbers(0, 50));
    rest.removeAll(first.texts);
    await().atMost(DEADLINE).until(() -> second.texts.containsAll(rest));
    assertThat(second.redelivered).isNotEmpty();
    if (mode.equals("explicit")) {
      assertThat(second.texts).containsExactlyInAnyOrderElementsOf(rest);
    }
    assertThat(first.texts).hasSize(5);
  }

  /**
   * A batch of 50, of which the first consumer holds what it polled: by locks that outlast the test
   * on a busy machine.
   */
  @ParameterizedTest
  @CsvSource({"record_limit, 5", "batch_optimized, 50"})
  void aConsumerAcquiresAsManyMessagesAsTheModeSays(String mode, int acquired) throws Exception {
    start(
        """
        consumerConfig: {share.acquire.mode: %s, max.poll.records: 5}
        groupConfig: {share.record.lock.duration.ms: 60000}
        """
            .formatted(mode));
    Pausing first = consumePausing(1);
    sendBatch(0, 50);
    await().atMost(DEADLINE).until(() -> first.texts.size() == 1);

    ReceivedRecords second = new ReceivedRecords();
    consume(second);
    // The client may have fetched once more, also some of what is sent from now on.
    List<String> others = numbers(2 * acquired, 50);
    AtomicInteger next = new AtomicInteger(50);
    await()
        .atMost(DEADLINE)
        .pollInterval(Duration.ofMillis(500))
        .until(
            () -> {
              sendBatch(next.get(), next.incrementAndGet());
              return !second.texts.isEmpty() && second.texts.containsAll(others);
            });
    assertThat(second.texts).doesNotContainAnyElementsOf(numbers(0, acquired));
    assertThat(second.redelivered).isEmpty();
  }

  /** 8 messages of 1.6 s each, with locks of 8 s: a busy machine may be late by seconds. */
  @Test
  @Tag("slow")
  void messagesThatWaitForLongAreNotRedeliveredIfTheirLocksAreRenewed() throws Exception {
    start(
        """
        consumerConfig: {share.acknowledgement.mode: explicit}
        renewLocksAfter: 2s
        groupConfig: {share.record.lock.duration.ms: 8000}
        """);
    ReceivedRecords received =
        new ReceivedRecords() {
          @Override
          public void messageReceived(ReceivedMessage message) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1_600));
            super.messageReceived(message);
          }
        };
    consume(received);
    sendBatch(0, 8);
    await().atMost(DEADLINE).until(() -> new HashSet<>(received.texts).size() == 8);
    sendBatch(8, 9);
    await().atMost(DEADLINE).until(() -> received.texts.contains("8"));
    assertThat(received.redelivered).isEmpty();
    assertThat(received.failures).isEmpty();
    assertThat(received.texts).containsExactlyInAnyOrderElementsOf(numbers(0, 9));
  }

  /** Longer than the lock. */
  @Test
  @Tag("slow")
  void aPausedConsumerKeepsItsMessagesIfTheirLocksAreRenewed() throws Exception {
    start(
        """
        consumerConfig: {share.acknowledgement.mode: explicit}
        renewLocksAfter: 2s
        groupConfig: {share.record.lock.duration.ms: 8000}
        """);
    Pausing first = consumePausing(1);
    sendBatch(0, 8);
    await().atMost(DEADLINE).until(() -> first.texts.size() == 1);
    ReceivedRecords second = new ReceivedRecords();
    consume(second);
    LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(12));
    assertThat(second.texts).isEmpty();

    first.pausable().resume();

    await().atMost(DEADLINE).until(() -> first.texts.size() == 8);
    assertThat(first.redelivered).isEmpty();
    assertThat(second.texts).isEmpty();
  }

  @Test
  void reportsTheBrokersBacklogAndCleansUp() throws Exception {
    start("");
    ReceivedRecords received = new ReceivedRecords();
    BenchmarkConsumer consumer = consume(received);
    BenchmarkProducer producer = driver.createProducer(topic).join();
    sendEach(producer, 0, 10);
    await().atMost(DEADLINE).until(() -> received.texts.size() == 10);
    await()
        .atMost(DEADLINE)
        .until(() -> reading("subscriptionLagMessages").equals(Optional.of(0.0)));
    consumer.close();
    sendEach(producer, 10, 30);
    await()
        .atMost(DEADLINE)
        .until(() -> reading("subscriptionLagMessages").equals(Optional.of(20.0)));
    assertThat(cluster.groups()).contains(group);

    driver.deleteTopics(List.of(topic)).join();

    assertThat(cluster.groups()).doesNotContain(group);
  }

  /** A later run with the same seed has a group with the same name, of another kind perhaps. */
  @Test
  void theGroupIsDeletedWhenTheMembersOfOtherWorkersHaveLeft() throws Exception {
    start("");
    KafkaBenchmarkDriver other = new KafkaBenchmarkDriver();
    try {
      open(other, "");
      BenchmarkConsumer leaving =
          other.createConsumer(topic, group, new ReceivedRecords()).get(60, TimeUnit.SECONDS);

      CompletableFuture<Void> deletion = driver.deleteTopics(List.of(topic));
      assertThatThrownBy(() -> deletion.get(2, TimeUnit.SECONDS))
          .isInstanceOf(TimeoutException.class);
      leaving.close();
      deletion.get(60, TimeUnit.SECONDS);
    } finally {
      other.close();
    }

    assertThat(cluster.groups()).doesNotContain(group);
    assertThat(driver.describeTopics(List.of(topic)).join()).isEmpty();
  }

  private void start(String yaml) throws Exception {
    open(driver, yaml);
    driver.createTopic(topic, 1).join();
  }

  private void open(KafkaBenchmarkDriver which, String yaml) throws Exception {
    String file =
        "replicationFactor: 1\nconsumer: share\ncommonConfig: bootstrap.servers=%s\n%s\n"
            .formatted(cluster.bootstrap(), heartbeats(yaml));
    initialize(which, file);
  }

  /** So that members get their partitions soon. */
  private static String heartbeats(String yaml) {
    String group = "groupConfig: {";
    String interval = group + "share.heartbeat.interval.ms: 300";
    return yaml.contains(group)
        ? yaml.replace(group, interval + ", ")
        : yaml + "\n" + interval + "}";
  }

  private BenchmarkConsumer consume(ReceivedRecords received) {
    return driver.createConsumer(topic, group, received).join();
  }

  private Pausing consumePausing(int messages) {
    Pausing received = new Pausing(messages);
    received.consumer = consume(received);
    return received;
  }

  /** Its consumer pauses after that many messages. */
  private static final class Pausing extends ReceivedRecords {
    private final int messages;
    private volatile BenchmarkConsumer consumer;

    Pausing(int messages) {
      this.messages = messages;
    }

    PausableConsumer pausable() {
      return (PausableConsumer) consumer;
    }

    @Override
    public void messageReceived(ReceivedMessage message) {
      super.messageReceived(message);
      if (texts.size() == messages) {
        pausable().pause();
      }
    }
  }

  private void sendBatch(int from, int to) {
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", cluster.bootstrap(), "linger.ms", 60_000),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      for (String text : numbers(from, to)) {
        producer.send(new ProducerRecord<>(topic, text.getBytes(UTF_8)));
      }
      producer.flush();
    }
  }
}
