package io.tidemark.driver.kafka.consumer;

import io.tidemark.driver.ReceivedBatch;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;

/**
 * Polls one consumer, on one thread, until it is closed. During slow processing or a pause, polled
 * records wait in a backlog, the partitions are paused, and polling continues, so that the consumer
 * is not removed from the group.
 *
 * <p>The first positions are committed before the consumer counts as created: so rebalances do not
 * skip messages sent from then on, also with {@code auto.offset.reset=latest}.
 */
public final class ReceiveLoop extends PollLoop implements ConsumerRebalanceListener {
  private static final Duration POLL_WHILE_PAUSED = Duration.ofMillis(20);
  private static final Duration COORDINATOR_WITHIN = Duration.ofSeconds(5);

  /** Returns whether all members of the group have their partitions, and this one has none. */
  public interface GroupState {
    boolean isStableWithNoneFor(String member) throws IOException, InterruptedException;
  }

  private final Consumer<?, ByteBuffer> consumer;
  private final Settings settings;
  private final GroupState groupState;
  private final OffsetCommits commits;
  private final Queue<ConsumerRecord<?, ByteBuffer>> backlog = new ArrayDeque<>();
  private final PollDue pollDue;
  private boolean holding;
  private boolean positionsToCommit;

  /**
   * How a loop behaves.
   *
   * @param assigned the partitions without a group's assignment; empty: those that the group gives
   * @param manualCommit commit what was processed; otherwise the client commits what it polled
   * @param longestWithoutPoll well below {@code max.poll.interval.ms}
   */
  public record Settings(
      String topic,
      String group,
      Optional<List<TopicPartition>> assigned,
      boolean manualCommit,
      Duration longestWithoutPoll,
      Duration creationTimeout,
      Duration closeTimeout) {}

  public ReceiveLoop(
      Consumer<?, ByteBuffer> consumer,
      Settings settings,
      RecordSink deliveries,
      GroupState groupState) {
    super("group " + settings.group(), settings.topic(), settings.creationTimeout(), deliveries);
    this.consumer = consumer;
    this.settings = settings;
    this.groupState = groupState;
    this.pollDue = new PollDue(settings.longestWithoutPoll());
    this.commits =
        new OffsetCommits(consumer, settings.topic(), deliveries, settings.closeTimeout());
  }

  @Override
  void begin() {
    if (settings.assigned().isEmpty()) {
      consumer.subscribe(List.of(settings.topic()), this);
    } else if (settings.assigned().get().isEmpty()) {
      becomesReady(true); // More consumers than partitions: it may not poll.
    } else {
      consumer.assign(settings.assigned().get());
      onPartitionsAssigned(settings.assigned().get());
    }
  }

  @Override
  void step() throws IOException, InterruptedException {
    if (isIdle()) {
      awaitClosed();
      return;
    }
    ConsumerRecords<?, ByteBuffer> polled = poll();
    pollDue.begin();
    if (isReady() && !positionsToCommit) {
      process(polled);
    } else {
      keep(polled); // What follows may fail.
      commitPositions();
      if (isReady() || becomesReady(hasItsPartitions())) {
        process(ConsumerRecords.empty());
      }
    }
    if (isReady() && settings.manualCommit()) {
      commits.commitAsync();
    }
  }

  private boolean isIdle() {
    return settings.assigned().map(List::isEmpty).orElse(false);
  }

  private ConsumerRecords<?, ByteBuffer> poll() {
    boolean hold = isPaused() || !backlog.isEmpty();
    if (hold && !holding) {
      consumer.pause(consumer.assignment());
    } else if (!hold && holding) {
      consumer.resume(consumer.assignment());
    }
    holding = hold;
    Duration timeout = !hold ? ConsumerThread.POLL : isPaused() ? POLL_WHILE_PAUSED : Duration.ZERO;
    return consumer.poll(timeout);
  }

  private void keep(ConsumerRecords<?, ByteBuffer> polled) {
    for (ConsumerRecord<?, ByteBuffer> message : polled) {
      backlog.add(message);
    }
  }

  private void commitPositions() {
    if (positionsToCommit && (isReady() ? commits.commitSync() : commits.commitFirst())) {
      positionsToCommit = false;
      if (!settings.manualCommit()) {
        commits.forgetAll();
      }
    }
  }

  /** Or whether the group is stable without any for it. */
  private boolean hasItsPartitions() throws IOException, InterruptedException {
    return consumer.assignment().isEmpty()
        ? consumer.groupMetadata().generationId() > 0
            && groupState.isStableWithNoneFor(consumer.groupMetadata().memberId())
        : !positionsToCommit;
  }

  /** Processes the backlog and what was polled after it, until messages have to wait. */
  private void process(ConsumerRecords<?, ByteBuffer> polled) {
    while (!backlog.isEmpty() && mayProcess()) {
      process(backlog.remove(), ReceivedBatch.NONE);
    }
    if (polled.isEmpty()) {
      return;
    }
    ReceivedBatch batch = deliveries().batchArrived();
    for (ConsumerRecord<?, ByteBuffer> message : polled) {
      if (backlog.isEmpty() && mayProcess()) {
        process(message, batch);
      } else {
        backlog.add(message);
      }
    }
  }

  private boolean mayProcess() {
    return !isPaused() && !isClosed() && !pollDue.isNow();
  }

  private void process(ConsumerRecord<?, ByteBuffer> message, ReceivedBatch batch) {
    deliveries().deliver(message, batch);
    if (settings.manualCommit()) {
      commits.next(message.partition(), message.offset() + 1);
    }
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

  @Override
  void wakeUp() {
    consumer.wakeup();
  }

  @Override
  void leave() {
    boolean committed = !settings.manualCommit() || commits.commitSync();
    if (committed && settings.assigned().isEmpty()) {
      awaitCoordinator();
    }
    consumer.close(CloseOptions.timeout(settings.closeTimeout()));
  }

  /**
   * The client looks for the group's coordinator after a lost connection, and if it is closed
   * meanwhile it does not leave the group, which has its member until the session expires.
   */
  private void awaitCoordinator() {
    Set<TopicPartition> any = Set.of(new TopicPartition(settings.topic(), 0));
    Duration limit =
        settings.closeTimeout().compareTo(COORDINATOR_WITHIN) < 0
            ? settings.closeTimeout()
            : COORDINATOR_WITHIN;
    for (int attempt = 0; attempt < 2; attempt++) {
      try {
        consumer.committed(any, limit);
        return;
      } catch (WakeupException e) {
        // Meant for the poll that close() interrupts, and spent now.
      } catch (KafkaException e) {
        return; // Without a coordinator there is no group to leave.
      }
    }
  }

  /**
   * Whether a consumer has to poll before it processes another message. Reading the clock takes a
   * tenth of the time of a small message, so that it is read only for each eighth, as long as they
   * are quick. Used by one thread.
   */
  static final class PollDue {
    private static final int STRIDE = 8;
    private static final long QUICK_NANOS = 1_000_000;

    private final long longestNanos;
    private long begunNanos;
    private long readNanos;
    private int stride = 1;
    private int unread;

    PollDue(Duration longestWithoutPoll) {
      this.longestNanos = longestWithoutPoll.toNanos();
    }

    /** After a poll. */
    void begin() {
      begunNanos = System.nanoTime();
      readNanos = begunNanos;
      unread = stride;
    }

    /** Before each message; never before the first one after a poll. */
    boolean isNow() {
      if (--unread >= 0) {
        return false;
      }
      long now = System.nanoTime();
      stride = now - readNanos < QUICK_NANOS ? STRIDE : 1;
      unread = stride - 1;
      readNanos = now;
      return now - begunNanos > longestNanos;
    }
  }
}
