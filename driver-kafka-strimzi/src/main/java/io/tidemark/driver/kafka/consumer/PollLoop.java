package io.tidemark.driver.kafka.consumer;

import io.tidemark.driver.FailureReason;
import io.tidemark.driver.RefusedException;
import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;

/**
 * Polls one consumer of any kind, on a separate thread, until it is stopped; {@link #ready}, {@link
 * #pause} and {@link #stop} are for other threads. The consumer counts as created when it is ready.
 * A failure before that is final if Kafka does not call it retriable.
 */
public abstract class PollLoop implements Runnable {
  private final String group;
  private final String topic;
  private final Duration creationTimeout;
  private final RecordSink deliveries;
  private final CompletableFuture<Void> ready = new CompletableFuture<>();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final long deadlineNanos;
  private volatile boolean paused;
  private @Nullable Throwable lastFailure;

  /**
   * @param group as messages name it: its kind and name
   */
  PollLoop(String group, String topic, Duration creationTimeout, RecordSink deliveries) {
    this.group = group;
    this.topic = topic;
    this.creationTimeout = creationTimeout;
    this.deliveries = deliveries;
    this.deadlineNanos = System.nanoTime() + creationTimeout.toNanos();
  }

  /** Before the first step. */
  abstract void begin();

  /** Polls once and delivers. */
  abstract void step() throws IOException, InterruptedException;

  /** Ends a poll that waits. */
  abstract void wakeUp();

  /** After the last step: leaves the group. */
  abstract void leave();

  /** Completes when all messages sent from then on will be received. */
  final CompletableFuture<Void> ready() {
    return ready;
  }

  final void pause(boolean pause) {
    paused = pause;
  }

  /** No message is delivered after the one under way. */
  final void stop() {
    closed.countDown();
    wakeUp();
  }

  final RecordSink deliveries() {
    return deliveries;
  }

  final boolean isPaused() {
    return paused;
  }

  final boolean isClosed() {
    return closed.getCount() == 0;
  }

  final void awaitClosed() throws InterruptedException {
    closed.await();
  }

  final boolean isClosedWithin(long millis) throws InterruptedException {
    return closed.await(millis, TimeUnit.MILLISECONDS);
  }

  final boolean isReady() {
    return ready.isDone();
  }

  /** Gives up after the deadline. */
  final boolean becomesReady(boolean hasPartitions) {
    if (hasPartitions) {
      ready.complete(null);
    } else if (System.nanoTime() > deadlineNanos) {
      giveUp();
    }
    return hasPartitions;
  }

  @Override
  public final void run() {
    try {
      begin();
      while (!isClosed()) {
        tryStep();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      ready.completeExceptionally(e);
    } catch (RuntimeException | Error e) {
      ready.completeExceptionally(e);
      deliveries.failed(e);
    } finally {
      tryToLeave();
    }
  }

  private void tryStep() throws InterruptedException {
    try {
      step();
    } catch (WakeupException e) {
      // stop() has been called, and isClosed() ends the loop.
    } catch (IOException | KafkaException e) {
      failed(e);
    }
  }

  private void failed(Exception e) throws InterruptedException {
    lastFailure = e;
    if (isReady()) {
      deliveries.failed(e);
    } else if (RefusedException.isIn(e)
        || (e instanceof KafkaException && !(e instanceof RetriableException))) {
      ready.completeExceptionally(KafkaRefusals.shown(e));
      closed.countDown();
    } else if (System.nanoTime() > deadlineNanos) {
      giveUp();
    }
    isClosedWithin(ConsumerThread.AFTER_FAILURE_MILLIS);
  }

  private void giveUp() {
    ready.completeExceptionally(
        new TimeoutException(
            String.format(
                Locale.ROOT,
                "consumer of %s got no partition of topic %s within %d s; last failure: %s",
                group,
                topic,
                creationTimeout.toSeconds(),
                lastFailure == null ? "none" : FailureReason.of(lastFailure))));
    closed.countDown();
  }

  private void tryToLeave() {
    try {
      leave();
    } catch (KafkaException e) {
      deliveries.failed(e);
    }
  }
}
