package io.tidemark.driver.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class KafkaTransactionalProducerTest {
  private final ScheduledExecutorService scheduler = Executors.newScheduledThreadPool(1);
  private final MockProducer<String, byte[]> client =
      new MockProducer<>(true, null, new StringSerializer(), new ByteArraySerializer());

  @AfterEach
  void stop() {
    scheduler.shutdownNow();
  }

  @Test
  void acknowledgesWithTheCommitAndNotBefore() {
    KafkaTransactionalProducer producer = producer(Duration.ofHours(1));
    CompletableFuture<Void> first = producer.sendAsync(Optional.empty(), new byte[1]);
    CompletableFuture<Void> second = producer.sendAsync(Optional.of("k"), new byte[1]);
    assertThat(first).isNotDone();
    assertThat(client.history()).isEmpty();

    producer.close();

    assertThat(first).isCompleted();
    assertThat(second).isCompleted();
    assertThat(client.history()).hasSize(2);
    assertThat(client.commitCount()).isEqualTo(1);
  }

  @Test
  void commitsByItselfAndBeginsAnew() {
    KafkaTransactionalProducer producer = producer(Duration.ofMillis(1));
    for (int i = 0; i < 3; i++) {
      CompletableFuture<Void> sent = producer.sendAsync(Optional.empty(), new byte[1]);
      await().until(sent::isDone);
    }
    producer.close();

    assertThat(client.history()).hasSize(3);
    assertThat(client.commitCount()).isEqualTo(3);
  }

  @Test
  void failsEverythingInATransactionThatIsNotCommitted() {
    KafkaTransactionalProducer producer = producer(Duration.ofHours(1));
    CompletableFuture<Void> sent = producer.sendAsync(Optional.empty(), new byte[1]);
    client.commitTransactionException = new KafkaException("no");

    producer.close();

    assertThatThrownBy(sent::join).hasRootCauseMessage("no");
    assertThat(client.history()).isEmpty();
    assertThat(client.transactionAborted()).isTrue();
  }

  private KafkaTransactionalProducer producer(Duration interval) {
    client.initTransactions();
    return new KafkaTransactionalProducer(client, "t", interval, Duration.ofSeconds(1), scheduler);
  }
}
