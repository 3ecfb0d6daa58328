package io.tidemark.driver.kafka;

import io.tidemark.driver.SendResult;
import io.tidemark.driver.kafka.consumer.ConsumerThread;
import io.tidemark.driver.kafka.consumer.KafkaRefusals;
import io.tidemark.driver.kafka.producer.CorrelationHeaders;
import io.tidemark.driver.requests.ReplyCallback;
import io.tidemark.driver.requests.Requester;
import io.tidemark.driver.requests.RequesterSpec;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.header.Header;

/**
 * A requester with a producer and a consumer, with its thread, that reads the requester's partition
 * of the reply topic from the end on, without a group.
 */
final class KafkaRequester implements Requester {
  private static final byte[] NO_BYTES = {};

  private final Producer<String, byte[]> producer;
  private final Consumer<?, byte[]> consumer;
  private final ReplyCallback callback;
  private final String requests;
  private final TopicPartition replies;
  private final List<Header> replyTo;
  private final Duration closeTimeout;
  private final java.util.function.Consumer<KafkaRequester> whenClosed;
  private final CompletableFuture<Requester> ready = new CompletableFuture<>();
  private final ConsumerThread thread;
  private volatile boolean closed;
  private long correlationId;

  /**
   * @param whenClosed gets this requester after each close
   */
  KafkaRequester(
      Producer<String, byte[]> producer,
      Consumer<?, byte[]> consumer,
      RequesterSpec spec,
      ReplyCallback callback,
      Duration closeTimeout,
      java.util.function.Consumer<KafkaRequester> whenClosed) {
    ReplyTopic topic = ReplyTopic.of(spec.pair());
    this.producer = producer;
    this.consumer = consumer;
    this.callback = callback;
    this.requests = spec.pair().requestDestination();
    this.replies = new TopicPartition(topic.name(), topic.partitionOf(spec.index()));
    this.replyTo = CorrelationHeaders.replyTo(replies.topic(), replies.partition());
    this.closeTimeout = closeTimeout;
    this.whenClosed = whenClosed;
    this.thread = new ConsumerThread(this::run, "kafka-requester-" + spec.index(), closeTimeout);
  }

  /** Completes when all later replies will be received. */
  CompletableFuture<Requester> start() {
    thread.start();
    return ready;
  }

  @Override
  public void sendRequest(byte[] payload, SendResult result) {
    send(producer, CorrelationHeaders.request(requests, payload, correlationId++, replyTo), result);
  }

  /** A refused record is reported as failed, not thrown. */
  @SuppressWarnings("FutureReturnValueIgnored") // The callback says the same.
  static void send(
      Producer<String, byte[]> producer,
      ProducerRecord<String, byte[]> message,
      SendResult result) {
    try {
      producer.send(
          message,
          (metadata, failure) -> {
            if (failure == null) {
              result.accepted();
            } else {
              result.failed(KafkaRefusals.shown(failure));
            }
          });
    } catch (RuntimeException e) {
      result.failed(KafkaRefusals.shown(e));
    }
  }

  private void run() {
    try {
      consumer.assign(List.of(replies));
      consumer.seekToEnd(List.of(replies));
      consumer.position(replies);
      ready.complete(this);
      while (!closed) {
        step();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      if (!ready.completeExceptionally(e) && !closed) {
        callback.receiveFailed(e);
      }
    } finally {
      leave();
    }
  }

  private void step() throws InterruptedException {
    try {
      for (ConsumerRecord<?, byte[]> reply : consumer.poll(ConsumerThread.POLL)) {
        if (!closed) {
          callback.replyReceived(reply.value() == null ? NO_BYTES : reply.value());
        }
      }
    } catch (WakeupException e) {
      // close() has been called, and ends the loop.
    } catch (KafkaException e) {
      callback.receiveFailed(KafkaRefusals.shown(e));
      TimeUnit.MILLISECONDS.sleep(ConsumerThread.AFTER_FAILURE_MILLIS);
    }
  }

  private void leave() {
    try {
      consumer.close(CloseOptions.timeout(closeTimeout));
    } catch (KafkaException e) {
      callback.receiveFailed(e);
    }
  }

  /** Replies that come later stay in the topic. */
  @Override
  public void close() throws InterruptedException, TimeoutException {
    closed = true;
    consumer.wakeup();
    producer.close(closeTimeout);
    thread.join();
    whenClosed.accept(this);
  }
}
