package io.tidemark.driver.kafka;

import io.tidemark.driver.FailureReason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;

/**
 * Polls one consumer, on one thread, until it is closed. Polled records wait in a backlog; during
 * slow processing or a pause, the partitions are paused and polling continues, so that the consumer
 * is not removed from the group.
 *
 * <p>The first positions are committed before the consumer counts as created: so rebalances do not
 * skip messages sent from then on, also with {@code auto.offset.reset=latest}.
 */
final class ReceiveLoop implements RecordReceiver, ConsumerRebalanceListener {
  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration POLL_WHILE_PAUSED = Duration.ofMillis(20);
  private static final long AFTER_FAILURE_MILLIS = 200;

  /** Returns whether all members of the group have their partitions. */
  interface GroupState {
    boolean isStable() throws IOException, InterruptedException;
  }

  private final Consumer<?, ByteBuffer> consumer;
  private final Settings settings;
  private final RecordSink deliveries;
  private final GroupState groupState;
  private final OffsetCommits commits;
  private final Queue<ConsumerRecord<?, ByteBuffer>> backlog = new ArrayDeque<>();
  private final CompletableFuture<Void> ready = new CompletableFuture<>();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final long deadlineNanos;
  private volatile boolean paused;
  private boolean holding;
  private boolean positionsToCommit;
  private @Nullable Throwable lastFailure;

  /**
   * How a loop behaves.
   *
   * @param assigned the partitions without a group's assignment; empty: those that the group gives
   * @param manualCommit commit what was processed; otherwise the client commits what it polled
   * @param longestWithoutPoll well below {@code max.poll.interval.ms}
   */
  record Settings(
      String topic,
      String group,
      Optional<List<TopicPartition>> assigned,
      boolean manualCommit,
      Duration longestWithoutPoll,
      Duration creationTimeout,
      Duration closeTimeout) {}

  ReceiveLoop(
      Consumer<?, ByteBuffer> consumer,
      Settings settings,
      RecordSink deliveries,
      GroupState groupState) {
    this.consumer = consumer;
    this.settings = settings;
    this.deliveries = deliveries;
    this.groupState = groupState;
    this.commits =
        new OffsetCommits(consumer, settings.topic(), deliveries, settings.closeTimeout());
    this.deadlineNanos = System.nanoTime() + settings.creationTimeout().toNanos();
  }

  /** Completes when the consumer has its partitions, or when the group is stable without any. */
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
      begin();
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

  private void begin() {
    if (settings.assigned().isEmpty()) {
      consumer.subscribe(List.of(settings.topic()), this);
    } else if (settings.assigned().get().isEmpty()) {
      ready.complete(null); // More consumers than partitions: it may not poll.
    } else {
      consumer.assign(settings.assigned().get());
      onPartitionsAssigned(settings.assigned().get());
    }
  }

  private void step() throws InterruptedException {
    try {
      if (isIdle()) {
        closed.await();
        return;
      }
      poll();
      if (ready.isDone() || becomesReady()) {
        process();
        if (settings.manualCommit()) {
          commits.commitAsync();
        }
      }
    } catch (WakeupException e) {
      // close() has been called, and isClosed() ends the loop.
    } catch (IOException | KafkaException e) {
      failed(e);
    }
  }

  private boolean isIdle() {
    return settings.assigned().map(List::isEmpty).orElse(false);
  }

  private void poll() {
    boolean hold = paused || !backlog.isEmpty();
    if (hold && !holding) {
      consumer.pause(consumer.assignment());
    } else if (!hold && holding) {
      consumer.resume(consumer.assignment());
    }
    holding = hold;
    Duration timeout = !hold ? POLL : paused ? POLL_WHILE_PAUSED : Duration.ZERO;
    for (ConsumerRecord<?, ByteBuffer> message : consumer.poll(timeout)) {
      backlog.add(message);
    }
    if (positionsToCommit && commits.commitSync()) {
      positionsToCommit = false;
      if (!settings.manualCommit()) {
        commits.forgetAll();
      }
    }
  }

  private boolean becomesReady() throws IOException, InterruptedException {
    boolean hasPartitions = !consumer.assignment().isEmpty();
    boolean settled =
        hasPartitions
            ? !positionsToCommit
            : consumer.groupMetadata().generationId() > 0 && groupState.isStable();
    if (settled) {
      ready.complete(null);
    } else if (System.nanoTime() > deadlineNanos) {
      giveUp();
    }
    return settled;
  }

  private void giveUp() {
    ready.completeExceptionally(
        new TimeoutException(
            "consumer of group %s got no partition of topic %s within %d s; last failure: %s"
                .formatted(
                    settings.group(),
                    settings.topic(),
                    settings.creationTimeout().toSeconds(),
                    lastFailure == null ? "none" : FailureReason.of(lastFailure))));
    closed.countDown();
  }

  private void process() {
    long startNanos = System.nanoTime();
    while (!backlog.isEmpty() && !paused && !isClosed()) {
      ConsumerRecord<?, ByteBuffer> message = backlog.remove();
      deliveries.deliver(message);
      if (settings.manualCommit()) {
        commits.next(message.partition(), message.offset() + 1);
      }
      if (System.nanoTime() - startNanos > settings.longestWithoutPoll().toNanos()) {
        return;
      }
    }
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

  @Override
  public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
    for (TopicPartition partition : partitions) {
      long position = consumer.position(partition, settings.creationTimeout());
      commits.next(partition.partition(), position);
      positionsToCommit = true;
    }
    if (holding) {
      consumer.pause(partitions);
    }
  }

  @Override
  public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
    if (settings.manualCommit()) {
      commits.commitSync();
    }
    onPartitionsLost(partitions);
  }

  /**
   * With manual commits the next owner gets what is not processed yet. With automatic ones it does
   * not: the client has committed what it polled, so the backlog must be delivered here.
   */
  @Override
  public void onPartitionsLost(Collection<TopicPartition> partitions) {
    commits.forget(partitions);
    if (settings.manualCommit()) {
      backlog.removeIf(
          message -> partitions.contains(new TopicPartition(message.topic(), message.partition())));
    }
  }

  private void leave() {
    try {
      if (settings.manualCommit()) {
        commits.commitSync();
      }
      consumer.close(CloseOptions.timeout(settings.closeTimeout()));
    } catch (KafkaException e) {
      deliveries.failed(e);
    }
  }
}
