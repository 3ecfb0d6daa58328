package io.tidemark.driver.kafka;

import io.tidemark.driver.FailureReason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.consumer.AcknowledgeType;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.ShareConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;

/**
 * Polls one member of a share group, on one thread, until it is closed. Implicitly a poll
 * acknowledges all messages of the last one; explicitly each message is acknowledged when it has
 * been processed. The broker delivers the others again, also those of a member that is closed.
 */
final class ShareLoop implements RecordReceiver {
  private static final Duration POLL = Duration.ofMillis(100);
  private static final long LOOK_AGAIN_MILLIS = 20;
  private static final long AFTER_FAILURE_MILLIS = 200;

  /** Returns whether the consumer shares partitions. */
  interface Membership {
    boolean hasPartitions() throws IOException, InterruptedException;
  }

  /**
   * How a loop behaves.
   *
   * @param explicit acknowledge each message; otherwise the client acknowledges what it polled
   */
  record Settings(
      String topic,
      String group,
      boolean explicit,
      Duration creationTimeout,
      Duration closeTimeout) {}

  private final ShareConsumer<ByteBuffer, ByteBuffer> consumer;
  private final Settings settings;
  private final RecordSink deliveries;
  private final Membership membership;
  private final CompletableFuture<Void> ready = new CompletableFuture<>();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final long deadlineNanos;
  private volatile boolean paused;
  private @Nullable Throwable lastFailure;

  ShareLoop(
      ShareConsumer<ByteBuffer, ByteBuffer> consumer,
      Settings settings,
      RecordSink deliveries,
      Membership membership) {
    this.consumer = consumer;
    this.settings = settings;
    this.deliveries = deliveries;
    this.membership = membership;
    this.deadlineNanos = System.nanoTime() + settings.creationTimeout().toNanos();
  }

  @Override
  public CompletableFuture<Void> ready() {
    return ready;
  }

  @Override
  public void pause(boolean pause) {
    paused = pause;
  }

  @Override
  public void stop() {
    closed.countDown();
    consumer.wakeup();
  }

  private boolean isClosed() {
    return closed.getCount() == 0;
  }

  @Override
  public void run() {
    try {
      consumer.setAcknowledgementCommitCallback(
          (offsets, failure) -> {
            if (failure != null) {
              deliveries.failed(failure);
            }
          });
      consumer.subscribe(List.of(settings.topic()));
      while (!isClosed()) {
        step();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      ready.completeExceptionally(e);
    } catch (RuntimeException | Error e) {
      ready.completeExceptionally(e);
      deliveries.failed(e);
    } finally {
      leave();
    }
  }

  private void step() throws InterruptedException {
    try {
      awaitResumed();
      ConsumerRecords<ByteBuffer, ByteBuffer> polled = consumer.poll(POLL);
      if (!ready.isDone()) {
        becomeReady(polled.isEmpty());
      }
      if (process(polled)) {
        consumer.commitAsync();
      }
    } catch (WakeupException e) {
      // close() has been called, and isClosed() ends the loop.
    } catch (IOException | KafkaException e) {
      failed(e);
    }
  }

  private void awaitResumed() throws InterruptedException {
    while (paused && !closed.await(LOOK_AGAIN_MILLIS, TimeUnit.MILLISECONDS)) {
      // Without a poll nothing is acquired.
    }
  }

  private void becomeReady(boolean nothingPolled) throws IOException, InterruptedException {
    if (!nothingPolled || membership.hasPartitions()) {
      ready.complete(null);
    } else if (System.nanoTime() > deadlineNanos) {
      giveUp();
    }
  }

  private void giveUp() {
    ready.completeExceptionally(
        new TimeoutException(
            "consumer of share group %s got no partition of topic %s within %d s; last failure: %s"
                .formatted(
                    settings.group(),
                    settings.topic(),
                    settings.creationTimeout().toSeconds(),
                    lastFailure == null ? "none" : FailureReason.of(lastFailure))));
    closed.countDown();
  }

  /** Returns whether all were processed, and there were some. */
  private boolean process(ConsumerRecords<ByteBuffer, ByteBuffer> polled)
      throws InterruptedException {
    for (ConsumerRecord<ByteBuffer, ByteBuffer> message : polled) {
      awaitResumed();
      if (isClosed()) {
        return false;
      }
      deliveries.deliver(message);
      if (settings.explicit()) {
        consumer.acknowledge(message, AcknowledgeType.ACCEPT);
      }
    }
    return !polled.isEmpty();
  }

  private void failed(Exception e) throws InterruptedException {
    lastFailure = e;
    if (ready.isDone()) {
      deliveries.failed(e);
    } else if (e instanceof KafkaException && !(e instanceof RetriableException)) {
      ready.completeExceptionally(e);
      closed.countDown();
    } else if (System.nanoTime() > deadlineNanos) {
      giveUp();
    }
    closed.await(AFTER_FAILURE_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** Sends acknowledgements; messages without one are delivered again. */
  private void leave() {
    try {
      consumer.close(settings.closeTimeout());
    } catch (KafkaException e) {
      deliveries.failed(e);
    }
  }
}
