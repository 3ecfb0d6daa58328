package io.tidemark.driver.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.AbortedSend;
import io.tidemark.driver.SendResult;
import io.tidemark.driver.requests.PairsRequest;
import io.tidemark.driver.requests.ReplyCallback;
import io.tidemark.driver.requests.RequestHandler;
import io.tidemark.driver.requests.RequestReplyPair;
import io.tidemark.driver.requests.Requester;
import io.tidemark.driver.requests.RequesterSpec;
import io.tidemark.driver.requests.Responder;
import io.tidemark.driver.requests.ResponderSpec;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Transactions seen by consumers that read what is committed, or everything. */
@Timeout(180)
@Execution(ExecutionMode.CONCURRENT)
class KafkaTransactionsIT extends WithKafkaDriver {
  private static final Duration DEADLINE = Duration.ofSeconds(60);
  private static final String AT_CLOSE = "transactionInterval: 50s\n";

  @RegisterExtension static final SharedCluster cluster = SharedCluster.PROXIED_NODE;

  private final KafkaBenchmarkDriver everything = new KafkaBenchmarkDriver();

  @AfterEach
  void close() {
    everything.close();
  }

  @Test
  void transactionsOfANumberOfMessagesBecomeVisibleAsWholes() throws Exception {
    start(AT_CLOSE + "transactionSize: 10\n");
    ReceivedRecords committed = consume();
    ReceivedRecords all = consumeEverything();
    BenchmarkProducer producer = producer();

    List<CompletableFuture<Void>> sent = send(producer, 0, 25);

    await().atMost(DEADLINE).until(() -> all.texts.size() == 25);
    await().atMost(DEADLINE).until(() -> committed.texts.size() >= 20);
    assertThat(sent.subList(0, 20)).allSatisfy(each -> each.get(60, TimeUnit.SECONDS));
    assertThat(sent.subList(20, 25)).noneMatch(CompletableFuture::isDone);
    assertThat(committed.texts).containsExactlyInAnyOrderElementsOf(numbers(0, 20));

    producer.close();

    assertThat(sent).allMatch(CompletableFuture::isDone);
    await().atMost(DEADLINE).until(() -> committed.texts.size() >= 25);
    assertThat(committed.texts).containsExactlyInAnyOrderElementsOf(numbers(0, 25));
  }

  @Test
  void aTransactionWithAFailedSendIsAbortedAndNotReadAsCommitted() throws Exception {
    start(AT_CLOSE);
    ReceivedRecords committed = consume();
    ReceivedRecords all = consumeEverything();
    BenchmarkProducer producer = producer();
    List<CompletableFuture<Void>> doomed = send(producer, 0, 10);
    await().atMost(DEADLINE).until(() -> all.texts.size() == 10);

    doomed.add(producer.sendAsync(Optional.empty(), new byte[2_000_000]));

    assertThatThrownBy(() -> doomed.get(10).get(60, TimeUnit.SECONDS))
        .hasCauseInstanceOf(RecordTooLargeException.class);
    assertThat(doomed.subList(0, 10))
        .allSatisfy(
            each ->
                assertThatThrownBy(() -> each.get(60, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(KafkaException.class));
    List<CompletableFuture<Void>> good = send(producer, 100, 110);
    producer.close();
    assertThat(good).allSatisfy(each -> each.get(60, TimeUnit.SECONDS));
    await().atMost(DEADLINE).until(() -> committed.texts.size() >= 10);
    assertThat(committed.texts).containsExactlyInAnyOrderElementsOf(numbers(100, 110));
    assertThat(all.texts).containsAll(numbers(0, 10));
  }

  @Test
  void transactionsAbortedOnPurposeAreReadOnlyAsUncommitted() throws Exception {
    start(AT_CLOSE + "transactionSize: 10\ntransactionAborts: 50%\n");
    ReceivedRecords committed = consume();
    ReceivedRecords all = consumeEverything();
    BenchmarkProducer producer = producer();

    List<CompletableFuture<Void>> sent = send(producer, 0, 40);
    producer.close();

    assertThat(sent.subList(0, 10)).allSatisfy(each -> each.get(60, TimeUnit.SECONDS));
    assertThat(sent.subList(10, 20))
        .allSatisfy(each -> assertThatThrownBy(each::join).hasCause(AbortedSend.CONFIRMED));
    await().atMost(DEADLINE).until(() -> all.texts.size() >= 40);
    await().atMost(DEADLINE).until(() -> committed.texts.size() >= 20);
    List<String> expected = new ArrayList<>(numbers(0, 10));
    expected.addAll(numbers(20, 30));
    assertThat(committed.texts).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(all.texts).containsAll(numbers(0, 40));
  }

  @Test
  void aFencedProducerFailsItsSendsAndNoneIsRead() throws Exception {
    start(AT_CLOSE);
    ReceivedRecords committed = consume();
    ReceivedRecords all = consumeEverything();
    BenchmarkProducer producer = producer();
    List<CompletableFuture<Void>> sent = send(producer, 0, 10);
    await().atMost(DEADLINE).until(() -> all.texts.size() == 10);

    fence(transactionalId());
    List<CompletableFuture<Void>> late = send(producer, 10, 11);
    producer.close();

    sent.addAll(late);
    assertThat(sent).allMatch(CompletableFuture::isCompletedExceptionally);
    assertThatThrownBy(() -> sent.get(0).join())
        .hasStackTraceContaining("org.apache.kafka.common.errors")
        .hasMessageMatching("(?s).*(epoch|fenced|error state).*");
    BenchmarkProducer other = producer();
    send(other, 20, 21);
    other.close();
    await().atMost(DEADLINE).until(() -> !committed.texts.isEmpty());
    assertThat(committed.texts).containsExactly("20");
  }

  /** The reply to one request is refused the first time, so that its transaction is aborted. */
  @Test
  void repliesArriveOnceThoughARequestIsProcessedTwice() throws Exception {
    start("transactionInterval: 50ms\n");
    RequestReplyPair pair =
        driver
            .createPairs(new PairsRequest(List.of(topic + "-rr"), false, 1, 1, 1_000, 1_000))
            .join()
            .get(0);
    List<String> processed = new CopyOnWriteArrayList<>();
    List<String> replies = new CopyOnWriteArrayList<>();
    AtomicInteger failed = new AtomicInteger();
    try (Responder responder =
            driver
                .createResponder(new ResponderSpec(0, pair), answering(processed, failed))
                .join();
        Requester requester =
            driver
                .createRequester(
                    new RequesterSpec(0, pair, true, 1_000, DEADLINE), collecting(replies))
                .join()) {
      for (String request : numbers(0, 100)) {
        requester.sendRequest(
            request.getBytes(UTF_8),
            whenFailed(
                cause -> {
                  throw new AssertionError(cause);
                }));
      }

      await().atMost(DEADLINE).until(() -> replies.size() >= 100);
      await().atMost(DEADLINE).until(() -> committedRequests(pair) == 100);
      assertThat(responder).isNotNull();
    }

    assertThat(failed).hasPositiveValue();
    assertThat(processed).hasSizeGreaterThan(100).contains("50");
    assertThat(replies).isEqualTo(numbers(0, 100));
    assertThat(driver.replyMechanism()).contains("transactions");
    driver.deletePairs(List.of(pair)).join();
  }

  private static RequestHandler answering(List<String> processed, AtomicInteger failed) {
    return new RequestHandler() {
      @Override
      public void requestReceived(byte[] payload, ReplySender reply) {
        String text = new String(payload, UTF_8);
        boolean refused = text.equals("50") && !processed.contains(text);
        processed.add(text);
        reply.reply(
            refused ? new byte[2_000_000] : payload, whenFailed(cause -> failed.incrementAndGet()));
      }

      @Override
      public void receiveFailed(Throwable cause) {
        throw new AssertionError(cause);
      }
    };
  }

  private static ReplyCallback collecting(List<String> replies) {
    return new ReplyCallback() {
      @Override
      public void replyReceived(byte[] payload) {
        replies.add(new String(payload, UTF_8));
      }

      @Override
      public void receiveFailed(Throwable cause) {
        throw new AssertionError(cause);
      }
    };
  }

  private static SendResult whenFailed(Consumer<Throwable> then) {
    return new SendResult() {
      @Override
      public void accepted() {}

      @Override
      public void failed(Throwable cause) {
        then.accept(cause);
      }
    };
  }

  private static long committedRequests(RequestReplyPair pair) throws Exception {
    try (Admin admin = cluster.admin()) {
      return admin
          .listConsumerGroupOffsets("responders-" + pair.requestDestination())
          .partitionsToOffsetAndMetadata()
          .get(30, TimeUnit.SECONDS)
          .values()
          .stream()
          .mapToLong(OffsetAndMetadata::offset)
          .sum();
    }
  }

  private void start(String yaml) throws Exception {
    initialize(
        driver, "read_committed", yaml + "producerConfig: {transactional.id: " + topic + "}");
    driver.createTopic(topic, 3).join();
  }

  private void initialize(KafkaBenchmarkDriver which, String isolation, String yaml)
      throws Exception {
    String common =
        """
        replicationFactor: 1
        commonConfig: {bootstrap.servers: '%s'}
        consumerConfig: {isolation.level: %s, heartbeat.interval.ms: 300}
        """
            .formatted(cluster.bootstrap(), isolation);
    initialize(which, common + yaml);
  }

  private ReceivedRecords consume() {
    ReceivedRecords received = new ReceivedRecords();
    driver.createConsumer(topic, "sub-" + topic, received).join();
    return received;
  }

  private ReceivedRecords consumeEverything() throws Exception {
    initialize(everything, "read_uncommitted", "");
    ReceivedRecords received = new ReceivedRecords();
    everything.createConsumer(topic, "sub-all-" + topic, received).join();
    return received;
  }

  private BenchmarkProducer producer() {
    return driver.createProducer(topic).join();
  }

  private static List<CompletableFuture<Void>> send(BenchmarkProducer producer, int from, int to) {
    List<CompletableFuture<Void>> futures = new ArrayList<>();
    for (String text : numbers(from, to)) {
      futures.add(producer.sendAsync(Optional.empty(), text.getBytes(UTF_8)));
    }
    return futures;
  }

  /** What the driver has made of the file's id: the test's topic and a suffix. */
  private String transactionalId() throws Exception {
    try (Admin admin = cluster.admin()) {
      return admin.listTransactions().all().get(30, TimeUnit.SECONDS).stream()
          .map(TransactionListing::transactionalId)
          .filter(id -> id.startsWith(topic + "-"))
          .findFirst()
          .orElseThrow(() -> new IOException("no transaction of " + topic));
    }
  }

  private static void fence(String id) {
    try (KafkaProducer<String, byte[]> other =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", cluster.bootstrap(), "transactional.id", id),
            new StringSerializer(),
            new ByteArraySerializer())) {
      other.initTransactions();
    }
  }
}
