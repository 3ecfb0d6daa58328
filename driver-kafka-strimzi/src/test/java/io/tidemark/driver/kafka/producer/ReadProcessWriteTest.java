package io.tidemark.driver.kafka.producer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidemark.driver.SendResult;
import io.tidemark.driver.requests.RequestHandler;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TransactionAbortedException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A responder whose transactions fail, with the client's mocks. */
@Timeout(30)
class ReadProcessWriteTest {
  private static final TopicPartition KEPT = new TopicPartition("t", 0);
  private static final TopicPartition REVOKED = new TopicPartition("t", 1);

  private final Requests requests = new Requests();
  private final Replies replies = new Replies();
  private final List<String> processed = new CopyOnWriteArrayList<>();
  private final List<Throwable> failures = new CopyOnWriteArrayList<>();
  private final List<ReadProcessWrite> closed = new CopyOnWriteArrayList<>();
  private ReadProcessWrite responder;

  @BeforeEach
  void start() throws Exception {
    requests.updateBeginningOffsets(Map.of(KEPT, 5L, REVOKED, 5L));
    requests.schedulePollTask(() -> requests.rebalance(List.of(KEPT, REVOKED)));
    KafkaTransactionalProducer.Settings transactions =
        new KafkaTransactionalProducer.Settings(
            Duration.ofDays(1), 2, Duration.ofSeconds(5), Duration.ofSeconds(5));
    responder =
        new ReadProcessWrite(
                requests,
                replies,
                new ReadProcessWrite.Settings("t", "g", transactions, Duration.ofSeconds(20)),
                new Echo(),
                member -> true,
                closed::add)
            .start();
  }

  @AfterEach
  void close() throws Exception {
    assertThat(closed).isEmpty();
    responder.close();
    assertThat(closed).containsExactly(responder);
  }

  @Test
  void repliesThatAnAbortRefusesDoNotFailTheNextTransaction() {
    replies.refused.set(1);
    arrive(KEPT, 5);
    arrive(KEPT, 6);
    await().until(() -> replies.aborts.get() == 1);

    arrive(KEPT, 5);
    arrive(KEPT, 6);

    await().until(() -> replies.commitCount() == 1);
    assertThat(replies.aborts).hasValue(1);
    assertThat(processed).containsExactly("5", "6", "5", "6");
  }

  @Test
  void anAbortWithoutAnAnswerIsRepeated() {
    replies.refused.set(1);
    replies.unanswered.set(2);
    arrive(KEPT, 5);
    arrive(KEPT, 6);

    await().until(() -> replies.aborts.get() == 1);

    assertThat(failures).hasExactlyElementsOfTypes(TimeoutException.class, TimeoutException.class);
  }

  @Test
  void aTransactionThatFailsInARebalanceBeginsAgainInThePartitionsThatStay() {
    arrive(KEPT, 5);
    await().until(() -> processed.size() == 1);
    assertThat(requests.position(KEPT)).isEqualTo(6);
    replies.commitTransactionException = new KafkaException("rebalanced");

    requests.schedulePollTask(() -> requests.rebalance(List.of(KEPT)));

    await().until(() -> replies.aborts.get() == 1);
    await().until(() -> requests.position(KEPT) == 5);
  }

  private void arrive(TopicPartition partition, long offset) {
    RecordHeaders headers = new RecordHeaders();
    CorrelationHeaders.replyTo("replies", 0).forEach(headers::add);
    requests.schedulePollTask(
        () ->
            requests.addRecord(
                new ConsumerRecord<>(
                    partition.topic(),
                    partition.partition(),
                    offset,
                    0,
                    TimestampType.CREATE_TIME,
                    0,
                    0,
                    null,
                    ByteBuffer.wrap(Long.toString(offset).getBytes(UTF_8)),
                    headers,
                    Optional.empty())));
  }

  private final class Echo implements RequestHandler {
    @Override
    public void requestReceived(byte[] payload, ReplySender reply) {
      processed.add(new String(payload, UTF_8));
      reply.reply(
          payload,
          new SendResult() {
            @Override
            public void accepted() {}

            @Override
            public void failed(Throwable cause) {}
          });
    }

    @Override
    public void receiveFailed(Throwable cause) {
      failures.add(cause);
    }
  }

  private static final class Requests extends MockConsumer<byte[], ByteBuffer> {
    Requests() {
      super("earliest");
    }

    @Override
    @SuppressWarnings("UnsynchronizedOverridesSynchronized")
    public ConsumerRecords<byte[], ByteBuffer> poll(Duration timeout) {
      LockSupport.parkNanos(1_000_000); // As a real poll waits; outside the mock's monitor.
      return super.poll(timeout);
    }
  }

  /** Refuses replies, and those that are not sent yet when a transaction is aborted. */
  private static final class Replies extends MockProducer<String, byte[]> {
    final AtomicInteger refused = new AtomicInteger();
    final AtomicInteger unanswered = new AtomicInteger();
    final AtomicInteger aborts = new AtomicInteger();
    private final List<Callback> unsent = new ArrayList<>();

    Replies() {
      super(true, null, new StringSerializer(), new ByteArraySerializer());
    }

    @Override
    public synchronized Future<RecordMetadata> send(
        ProducerRecord<String, byte[]> reply, Callback callback) {
      if (refused.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
        callback.onCompletion(null, new KafkaException("refused"));
      }
      unsent.add(callback);
      return super.send(reply, null);
    }

    @Override
    public void commitTransaction() {
      super.commitTransaction();
      unsent.clear();
    }

    @Override
    public void abortTransaction() {
      if (unanswered.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
        throw new TimeoutException("no answer");
      }
      unsent.forEach(each -> each.onCompletion(null, new TransactionAbortedException()));
      unsent.clear();
      super.abortTransaction();
      aborts.incrementAndGet();
    }
  }
}
