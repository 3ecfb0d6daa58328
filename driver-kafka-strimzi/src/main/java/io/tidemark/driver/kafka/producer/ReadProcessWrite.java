package io.tidemark.driver.kafka.producer;

import io.tidemark.driver.FailureReason;
import io.tidemark.driver.SendResult;
import io.tidemark.driver.kafka.consumer.ConsumerThread;
import io.tidemark.driver.kafka.consumer.KafkaRefusals;
import io.tidemark.driver.kafka.consumer.ReceiveLoop;
import io.tidemark.driver.requests.RequestHandler;
import io.tidemark.driver.requests.Responder;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;

/**
 * A responder with exactly-once processing: its replies and the offsets of their requests are in
 * one transaction. If that fails it is aborted, and the requests are processed again. All is done
 * on one thread, until it is closed.
 */
public final class ReadProcessWrite implements Responder, ConsumerRebalanceListener {
  /**
   * How it behaves.
   *
   * @param transactions when to commit
   * @param creationTimeout the longest wait for partitions
   */
  public record Settings(
      String topic,
      String group,
      KafkaTransactionalProducer.Settings transactions,
      Duration creationTimeout) {}

  private final Consumer<?, ByteBuffer> consumer;
  private final Producer<String, byte[]> producer;
  private final Settings settings;
  private final RequestHandler handler;
  private final ReceiveLoop.GroupState groupState;
  private final java.util.function.Consumer<ReadProcessWrite> whenClosed;
  private final ConsumerThread thread;
  private final CompletableFuture<Responder> ready = new CompletableFuture<>();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final long deadlineNanos;

  /** Where an aborted transaction begins again. */
  private final Map<TopicPartition, Long> committed = new HashMap<>();

  /** What the open transaction contains; without offsets there is none. */
  private final Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();

  private final List<SendResult> replies = new ArrayList<>();
  private long beginNanos;
  private int requests;

  /** Why a reply of the open transaction was refused; set by the client's thread. */
  private volatile @Nullable Exception refusal;

  /**
   * @param whenClosed gets this responder after each close
   */
  public ReadProcessWrite(
      Consumer<?, ByteBuffer> consumer,
      Producer<String, byte[]> producer,
      Settings settings,
      RequestHandler handler,
      ReceiveLoop.GroupState groupState,
      java.util.function.Consumer<ReadProcessWrite> whenClosed) {
    this.consumer = consumer;
    this.producer = producer;
    this.settings = settings;
    this.handler = handler;
    this.groupState = groupState;
    this.whenClosed = whenClosed;
    this.deadlineNanos = System.nanoTime() + settings.creationTimeout().toNanos();
    this.thread =
        new ConsumerThread(
            this::run, "kafka-" + settings.group(), settings.transactions().closeTimeout());
  }

  /** Waits until it has its partitions. */
  public ReadProcessWrite start() throws Exception {
    thread.start();
    try {
      ready.get();
      return this;
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    }
  }

  /** Commits what was processed. */
  @Override
  public void close() throws InterruptedException, java.util.concurrent.TimeoutException {
    closed.countDown();
    consumer.wakeup();
    thread.join();
    whenClosed.accept(this);
  }

  private boolean isClosed() {
    return closed.getCount() == 0;
  }

  private void run() {
    try {
      producer.initTransactions();
      consumer.subscribe(List.of(settings.topic()), this);
      while (!isClosed()) {
        step();
      }
      commitRest();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      ready.completeExceptionally(e);
    } catch (Exception | Error e) {
      if (!ready.completeExceptionally(KafkaRefusals.shown(e))) {
        handler.receiveFailed(KafkaRefusals.shown(e));
      }
    } finally {
      leave();
    }
  }

  private void step() throws Exception {
    try {
      ConsumerRecords<?, ByteBuffer> polled = consumer.poll(untilDue());
      for (TopicPartition partition : polled.partitions()) {
        committed.putIfAbsent(partition, polled.records(partition).get(0).offset());
      }
      for (ConsumerRecord<?, ByteBuffer> request : polled) {
        if (isClosed()) {
          return;
        }
        process(request);
        commitIfDue();
      }
      commitIfDue();
      becomeReady();
    } catch (WakeupException e) {
      // stop() has been called, and isClosed() ends the loop.
    } catch (KafkaException e) {
      if (!ready.isDone() && KafkaRefusals.isFinal(e)) {
        throw e;
      }
      if (!ready.isDone() && System.nanoTime() > deadlineNanos) {
        throw late("; last failure: " + FailureReason.of(e));
      }
      startOver(e);
    }
  }

  private void becomeReady() throws Exception {
    if (ready.isDone()) {
      return;
    }
    boolean joined = consumer.groupMetadata().generationId() > 0;
    if (!consumer.assignment().isEmpty()
        || joined && groupState.isStableWithNoneFor(consumer.groupMetadata().memberId())) {
      ready.complete(this);
    } else if (System.nanoTime() > deadlineNanos) {
      throw late("");
    }
  }

  private java.util.concurrent.TimeoutException late(String reason) {
    return new java.util.concurrent.TimeoutException(
        String.format(
            Locale.ROOT,
            "responder of group %s got no partition of topic %s within %d s%s",
            settings.group(),
            settings.topic(),
            settings.creationTimeout().toSeconds(),
            reason));
  }

  private Duration untilDue() {
    if (offsets.isEmpty()) {
      return ConsumerThread.POLL;
    }
    long left = settings.transactions().interval().toNanos() - (System.nanoTime() - beginNanos);
    return Duration.ofNanos(Math.max(0, Math.min(left, ConsumerThread.POLL.toNanos())));
  }

  private void process(ConsumerRecord<?, ByteBuffer> request) {
    if (offsets.isEmpty()) {
      producer.beginTransaction();
      beginNanos = System.nanoTime();
    }
    TopicPartition partition = new TopicPartition(request.topic(), request.partition());
    offsets.put(partition, new OffsetAndMetadata(request.offset() + 1));
    requests++;
    handler.requestReceived(
        bytes(request.value()), (reply, result) -> reply(request, reply, result));
  }

  private static byte[] bytes(@Nullable ByteBuffer value) {
    byte[] payload = new byte[value == null ? 0 : value.remaining()];
    if (value != null) {
      value.get(payload);
    }
    return payload;
  }

  /** What fails is noted, and the transaction is aborted instead of committed. */
  @SuppressWarnings("FutureReturnValueIgnored") // The callback says the same.
  private void reply(ConsumerRecord<?, ByteBuffer> request, byte[] payload, SendResult result) {
    ProducerRecord<String, byte[]> reply =
        CorrelationHeaders.reply(request.headers(), payload).orElse(null);
    if (reply == null) {
      result.failed(new IllegalStateException("the request names no reply topic"));
      return;
    }
    replies.add(result);
    try {
      producer.send(
          reply,
          (metadata, failure) -> {
            if (failure != null) {
              refusal = failure;
            }
          });
    } catch (RuntimeException e) {
      refusal = e;
    }
  }

  private void commitIfDue() {
    int size = settings.transactions().size();
    boolean full = size > 0 && requests >= size;
    long age = System.nanoTime() - beginNanos;
    if (!offsets.isEmpty() && (full || age >= settings.transactions().interval().toNanos())) {
      commit();
    }
  }

  private void commit() {
    Exception refused = refusal;
    if (refused != null) {
      throw new KafkaException(refused.getMessage(), refused);
    }
    producer.sendOffsetsToTransaction(offsets, consumer.groupMetadata());
    awaitOutcome(producer::commitTransaction);
    replies.forEach(SendResult::accepted);
    offsets.forEach((partition, offset) -> committed.put(partition, offset.offset()));
    forget();
  }

  /** Repeats a commit or abort without an answer: Kafka allows no other call then. */
  private void awaitOutcome(Runnable request) {
    while (true) {
      try {
        request.run();
        return;
      } catch (TimeoutException e) {
        if (isClosed()) {
          throw e;
        }
        handler.receiveFailed(e);
      }
    }
  }

  private void forget() {
    offsets.clear();
    replies.clear();
    requests = 0;
    refusal = null;
  }

  private void startOver(KafkaException cause) throws InterruptedException {
    abort(cause);
    closed.await(ConsumerThread.AFTER_FAILURE_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** Requests of the transaction are read again, by the owner of their partition. */
  private void abort(KafkaException cause) {
    boolean open = !offsets.isEmpty();
    if (replies.isEmpty()) {
      handler.receiveFailed(KafkaRefusals.shown(cause));
    }
    replies.forEach(reply -> reply.failed(KafkaRefusals.shown(cause)));
    if (open) {
      awaitOutcome(producer::abortTransaction);
    }
    forget(); // Now, because the abort refuses replies that were not sent yet.
    for (TopicPartition partition : consumer.assignment()) {
      Long position = committed.get(partition);
      if (position != null) {
        consumer.seek(partition, position);
      }
    }
  }

  private void commitRest() {
    if (!offsets.isEmpty()) {
      try {
        commit();
      } catch (KafkaException e) {
        abort(e);
      }
    }
  }

  @Override
  public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
    for (TopicPartition partition : partitions) {
      committed.put(partition, consumer.position(partition, settings.creationTimeout()));
    }
  }

  /** The next owner begins after the transaction. */
  @Override
  public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
    commitRest();
    committed.keySet().removeAll(partitions);
  }

  /** The next owner processes these requests, too. */
  @Override
  public void onPartitionsLost(Collection<TopicPartition> partitions) {
    if (!offsets.isEmpty()) {
      abort(new KafkaException("the responder has lost its partitions"));
    }
    committed.keySet().removeAll(partitions);
  }

  private void leave() {
    try {
      consumer.close(CloseOptions.timeout(settings.transactions().closeTimeout()));
    } catch (KafkaException e) {
      handler.receiveFailed(e);
    } finally {
      producer.close(settings.transactions().closeTimeout());
    }
  }
}
