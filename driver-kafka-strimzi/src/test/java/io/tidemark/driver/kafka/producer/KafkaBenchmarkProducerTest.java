package io.tidemark.driver.kafka.producer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.driver.RefusedException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.NotEnoughReplicasException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

class KafkaBenchmarkProducerTest {
  private final MockProducer<String, byte[]> client =
      new MockProducer<>(false, null, new StringSerializer(), new ByteArraySerializer());
  private final KafkaBenchmarkProducer producer =
      new KafkaBenchmarkProducer(client, "t", Duration.ofSeconds(1), closed -> {});

  @Test
  void completesWhenTheBrokerAcknowledges() {
    byte[] payload = {1};
    CompletableFuture<Void> sent = producer.sendAsync(Optional.of("k"), payload);
    assertThat(sent).isNotDone();

    client.completeNext();

    assertThat(sent).isCompleted();
    assertThat(client.history()).containsExactly(new ProducerRecord<>("t", "k", payload));
  }

  @Test
  void leavesThePartitionOfMessagesWithoutKeyToTheClient() {
    assertThat(producer.sendAsync(Optional.empty(), new byte[1])).isNotDone();
    assertThat(client.history().get(0).key()).isNull();
    assertThat(client.history().get(0).partition()).isNull();
  }

  @Test
  void failsWithTheBrokersReason() {
    CompletableFuture<Void> sent = producer.sendAsync(Optional.empty(), new byte[1]);
    client.errorNext(new NotEnoughReplicasException("1 of 2"));
    assertThatThrownBy(sent::join).hasCauseInstanceOf(NotEnoughReplicasException.class);
  }

  @Test
  void failsTheSendThatTheClientRefuses() {
    client.sendException = new IllegalStateException("closed");
    assertThatThrownBy(() -> producer.sendAsync(Optional.empty(), new byte[1]).join())
        .hasRootCauseMessage("closed");
  }

  @Test
  void whatTheBrokerRefusesForGoodIsMarked() {
    CompletableFuture<Void> sent = producer.sendAsync(Optional.empty(), new byte[1]);
    client.errorNext(new TopicAuthorizationException(Set.of("t")));
    assertThatThrownBy(sent::join)
        .satisfies(failure -> assertThat(RefusedException.isIn(failure)).isTrue())
        .hasMessageContaining("Not authorized to access topics: [t]");
  }
}
