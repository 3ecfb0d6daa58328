package io.tidemark.driver.kafka.producer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tidemark.driver.AbortedSend;
import io.tidemark.driver.RefusedException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TransactionAbortedException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class KafkaTransactionalProducerTest {
  private static final Duration NEVER = Duration.ofHours(1);

  private final ScheduledExecutorService committer = Executors.newSingleThreadScheduledExecutor();
  private final Client client = new Client();

  @AfterEach
  void stop() {
    client.answers.countDown();
    committer.shutdownNow();
  }

  @Test
  void acknowledgesWithTheCommitAndNotBefore() throws Exception {
    KafkaTransactionalProducer producer = producer(NEVER, 0);
    CompletableFuture<Void> first = send(producer);
    CompletableFuture<Void> second = producer.sendAsync(Optional.of("k"), new byte[1]);
    client.flush();
    assertThat(first).isNotDone();
    assertThat(client.history()).isEmpty();

    producer.close();

    assertThat(first).isCompleted();
    assertThat(second).isCompleted();
    assertThat(client.history()).hasSize(2);
    assertThat(client.commitCount()).isEqualTo(1);
  }

  @Test
  void commitsAtItsIntervalAndBeginsAnew() throws Exception {
    KafkaTransactionalProducer producer = producer(Duration.ofMillis(1), 0);
    for (int i = 0; i < 3; i++) {
      CompletableFuture<Void> sent = send(producer);
      await().until(sent::isDone);
    }
    producer.close();

    assertThat(client.history()).hasSize(3);
    assertThat(client.commitCount()).isEqualTo(3);
  }

  @Test
  void commitsWhenATransactionHasItsNumberOfMessages() throws Exception {
    KafkaTransactionalProducer producer = producer(NEVER, 4);
    List<CompletableFuture<Void>> sent = Stream.generate(() -> send(producer)).limit(10).toList();

    await().until(() -> sent.stream().filter(CompletableFuture::isDone).count() == 8);
    assertThat(client.commitCount()).isEqualTo(2);
    assertThat(client.history()).hasSize(8);
    producer.close();

    assertThat(sent).allMatch(each -> each.isDone() && !each.isCompletedExceptionally());
    assertThat(client.commitCount()).isEqualTo(3);
  }

  @Test
  void failsEverythingInATransactionThatIsNotCommitted() throws Exception {
    KafkaTransactionalProducer producer = producer(NEVER, 0);
    CompletableFuture<Void> sent = send(producer);
    client.commitTransactionException = new KafkaException("no");

    producer.close();

    assertThatThrownBy(sent::join).hasRootCauseMessage("no");
    assertThat(client.history()).isEmpty();
    assertThat(client.transactionAborted()).isTrue();
  }

  @Test
  void aFailedSendAbortsItsTransactionAtOnceAndNotTheNext() throws Exception {
    KafkaTransactionalProducer producer = producer(NEVER, 0);
    CompletableFuture<Void> good = send(producer);
    CompletableFuture<Void> bad = send(producer);
    client.commitTransactionException = new KafkaException("a send has failed");
    client.completeNext();
    client.errorNext(new RecordTooLargeException("too large"));

    await().until(good::isDone);

    assertThatThrownBy(bad::join).hasCauseInstanceOf(RecordTooLargeException.class);
    assertThatThrownBy(good::join).hasRootCauseMessage("a send has failed");
    client.commitTransactionException = null;
    CompletableFuture<Void> next = send(producer);
    producer.close();
    assertThat(next).isCompleted();
    assertThat(client.history()).hasSize(1);
  }

  /**
   * The client fails what it has not sent yet, without a reason, while a commit finds the reason.
   */
  @Test
  void sendsOfAnAbortedTransactionFailWithTheReasonOfTheAbort() throws Exception {
    KafkaTransactionalProducer producer = producer(NEVER, 2);
    CompletableFuture<Void> first = send(producer);
    client.commitTransactionException =
        new KafkaException("error state", new TopicAuthorizationException("not allowed"));
    client.abortsWith = new TransactionAbortedException();

    CompletableFuture<Void> second = send(producer);

    for (CompletableFuture<Void> each : List.of(first, second)) {
      await().until(each::isDone);
      assertThatThrownBy(each::join)
          .hasCauseInstanceOf(RefusedException.class)
          .hasRootCauseMessage("not allowed");
    }
    producer.close();
  }

  @Test
  void failsEachSendOfAFencedProducer() throws Exception {
    KafkaTransactionalProducer producer = producer(NEVER, 0);
    CompletableFuture<Void> before = send(producer);
    client.fenceProducer();

    CompletableFuture<Void> after = send(producer);
    producer.close();

    assertThatThrownBy(before::join).hasCauseInstanceOf(ProducerFencedException.class);
    assertThatThrownBy(after::join).hasCauseInstanceOf(KafkaException.class);
    assertThat(client.history()).isEmpty();
  }

  @Test
  void asksAgainForACommitThatWasNotAnswered() throws Exception {
    KafkaTransactionalProducer producer = producer(Duration.ofMillis(1), 1);
    client.unanswered.set(3);
    CompletableFuture<Void> sent = send(producer);

    await().until(sent::isDone);

    assertThat(sent).isCompleted();
    assertThat(client.history()).hasSize(1);
    assertThat(client.transactionAborted()).isFalse();
    producer.close();
  }

  @Test
  void aSendWaitsForACommitNoLongerThanMaxBlock() throws Exception {
    KafkaTransactionalProducer producer = producer(Duration.ofMillis(1), 1);
    client.unanswered.set(Integer.MAX_VALUE);
    CompletableFuture<Void> sent = send(producer);

    assertThatThrownBy(send(producer)::join)
        .hasCauseInstanceOf(TimeoutException.class)
        .hasMessageContaining("max.block.ms=200");
    assertThat(sent).isNotDone();
    producer.close();
    assertThatThrownBy(sent::join).hasMessageContaining("closeTimeout=300ms");
  }

  @Test
  void closesThoughACommitNeverReturns() throws Exception {
    KafkaTransactionalProducer producer = producer(NEVER, 0);
    CompletableFuture<Void> sent = send(producer);
    client.answers = new CountDownLatch(1);

    producer.close();
    producer.close();

    assertThat(client.closed()).isTrue();
    assertThatThrownBy(sent::join).hasMessageContaining("closeTimeout=300ms");
    assertThatThrownBy(send(producer)::join).hasMessageContaining("closed");
  }

  @Test
  void abortsTheStatedShareOfItsTransactionsOnPurpose() throws Exception {
    KafkaTransactionalProducer producer = producer(NEVER, 2, 0.25);
    List<CompletableFuture<Void>> sent = Stream.generate(() -> send(producer)).limit(16).toList();
    producer.close();

    assertThat(sent).allMatch(CompletableFuture::isDone);
    assertThat(sent.stream().filter(CompletableFuture::isCompletedExceptionally).toList())
        .containsExactly(sent.get(6), sent.get(7), sent.get(14), sent.get(15))
        .allSatisfy(each -> assertThatThrownBy(each::join).hasCause(AbortedSend.CONFIRMED));
    assertThat(client.history()).hasSize(12);
    assertThat(client.commitCount()).isEqualTo(6);
  }

  private static CompletableFuture<Void> send(KafkaTransactionalProducer producer) {
    return producer.sendAsync(Optional.empty(), new byte[1]);
  }

  private KafkaTransactionalProducer producer(Duration interval, int size) {
    return producer(interval, size, 0);
  }

  private KafkaTransactionalProducer producer(Duration interval, int size, double aborted) {
    client.initTransactions();
    return new KafkaTransactionalProducer(
        client,
        "t",
        new KafkaTransactionalProducer.Settings(
            interval, size, aborted, Duration.ofMillis(200), Duration.ofMillis(300)),
        committer,
        closed -> {});
  }

  /** A client some of whose commits are not answered. */
  private static final class Client extends MockProducer<String, byte[]> {
    final AtomicInteger unanswered = new AtomicInteger();
    volatile CountDownLatch answers = new CountDownLatch(0);
    volatile RuntimeException abortsWith;

    Client() {
      super(false, null, new StringSerializer(), new ByteArraySerializer());
    }

    @Override
    public void abortTransaction() {
      while (abortsWith != null && errorNext(abortsWith)) {}
      super.abortTransaction();
    }

    @Override
    public void commitTransaction() {
      if (unanswered.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
        throw new TimeoutException("no answer");
      }
      try {
        answers.await();
      } catch (InterruptedException e) {
        throw new InterruptException(e);
      }
      super.commitTransaction();
    }
  }
}
