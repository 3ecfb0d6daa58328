package io.tidemark.driver.kafka.consumer;

import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;

/**
 * The commits of one consumer of one topic. At most one asynchronous commit is in flight; messages
 * processed meanwhile are in the next one, so that small polls do not cause many commits. Used by
 * the consumer's thread only.
 */
final class OffsetCommits {
  private static final long NOTHING = -1;

  private final Consumer<?, ?> consumer;
  private final String topic;
  private final RecordSink deliveries;
  private final Duration timeout;

  /** Offset to commit by partition; primitive, because it is written for every message. */
  private long[] nextOffsets = {};

  private boolean dirty;
  private boolean underWay;

  OffsetCommits(Consumer<?, ?> consumer, String topic, RecordSink deliveries, Duration timeout) {
    this.consumer = consumer;
    this.topic = topic;
    this.deliveries = deliveries;
    this.timeout = timeout;
  }

  /** The next message of this partition to be processed, by this consumer or the next owner. */
  void next(int partition, long offset) {
    if (partition >= nextOffsets.length) {
      int known = nextOffsets.length;
      nextOffsets = Arrays.copyOf(nextOffsets, partition + 1);
      Arrays.fill(nextOffsets, known, nextOffsets.length, NOTHING);
    }
    nextOffsets[partition] = offset;
    dirty = true;
  }

  /** Starts a commit unless one is under way; a failure is counted, and the next repeats it. */
  void commitAsync() {
    if (underWay || !dirty) {
      return;
    }
    underWay = true;
    dirty = false;
    consumer.commitAsync(
        offsets(),
        (offsets, failure) -> {
          underWay = false;
          if (failure != null) {
            dirty = true;
            deliveries.failed(failure);
          }
        });
  }

  /**
   * Commits and waits: before partitions are revoked, and when the consumer closes.
   *
   * @return false when it failed; that has been counted
   */
  boolean commitSync() {
    try {
      commit();
      return true;
    } catch (KafkaException e) {
      deliveries.failed(e);
      return false;
    }
  }

  /**
   * Commits as {@link #commitSync} does, but before the consumer counts as created: a refusal is
   * thrown.
   */
  boolean commitFirst() {
    try {
      commit();
      return true;
    } catch (KafkaException e) {
      if (KafkaRefusals.isFinal(e)) {
        throw e;
      }
      deliveries.failed(e);
      return false;
    }
  }

  private void commit() {
    Map<TopicPartition, OffsetAndMetadata> offsets = offsets();
    if (!offsets.isEmpty() && (dirty || underWay)) {
      commitDespiteWakeup(offsets);
      dirty = false;
    }
  }

  private void commitDespiteWakeup(Map<TopicPartition, OffsetAndMetadata> offsets) {
    try {
      consumer.commitSync(offsets, timeout);
    } catch (WakeupException e) {
      // Meant for the poll that close() interrupts, and spent now.
      consumer.commitSync(offsets, timeout);
    }
  }

  /** These partitions have a new owner: a commit would reset its offsets. */
  void forget(Collection<TopicPartition> partitions) {
    for (TopicPartition partition : partitions) {
      if (partition.partition() < nextOffsets.length) {
        nextOffsets[partition.partition()] = NOTHING;
      }
    }
  }

  /** From here on the client commits by itself. */
  void forgetAll() {
    Arrays.fill(nextOffsets, NOTHING);
    dirty = false;
  }

  private Map<TopicPartition, OffsetAndMetadata> offsets() {
    Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
    for (int partition = 0; partition < nextOffsets.length; partition++) {
      if (nextOffsets[partition] != NOTHING) {
        offsets.put(
            new TopicPartition(topic, partition), new OffsetAndMetadata(nextOffsets[partition]));
      }
    }
    return offsets;
  }
}
