package io.tidemark.worker.engine.record;

import io.tidemark.driver.LogMessage;
import io.tidemark.driver.MessagePosition;
import io.tidemark.driver.SendFuture;
import io.tidemark.measure.offsets.OffsetShare;
import io.tidemark.model.snapshot.OffsetSamples;
import io.tidemark.model.snapshot.OffsetSamples.Position;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Positions of a sample of the messages since the last snapshot. The sample becomes half as large
 * whenever a snapshot would have too many of them. Thread-safe.
 */
public final class OffsetLog {
  /** For each snapshot. */
  static final int MOST = 4_000;

  private List<Position> positions = new ArrayList<>();
  private volatile OffsetShare share = OffsetShare.ALL;

  /** The callback that also takes the position of a send that succeeds. */
  public SendFuture.Callback noting(
      SendFuture.Callback callback, SendFuture send, int producer, long sequence) {
    return (failure, nanoTime) -> {
      callback.sendEnded(failure, nanoTime);
      if (failure == null) {
        acknowledged(send, producer, sequence);
      }
    };
  }

  /** A send has succeeded. Messages without a number are not audited. */
  public void acknowledged(SendFuture send, int producer, long sequence) {
    if (sequence >= 0) {
      send.position().ifPresent(at -> acknowledged(producer, sequence, at));
    }
  }

  private void acknowledged(int producer, long sequence, MessagePosition at) {
    int partition = at.partition();
    if (share.contains(producer, sequence, partition, at.offset(), OffsetSamples.NO_KEY)) {
      add(
          new Position(
              OffsetSamples.ACKNOWLEDGED,
              producer,
              sequence,
              partition,
              at.offset(),
              OffsetSamples.NO_KEY,
              0));
    }
  }

  /** A message was received, perhaps not for the first time. */
  public void received(
      int subscription, int producer, long sequence, long epochNanos, LogMessage message) {
    int partition = message.partition();
    long offset = message.offset();
    ByteBuffer text = message.key();
    long key = text == null ? OffsetSamples.NO_KEY : OffsetShare.keyHash(text);
    if (partition >= 0
        && offset >= 0
        && share.contains(producer, sequence, partition, offset, key)) {
      add(new Position(subscription, producer, sequence, partition, offset, key, epochNanos));
    }
  }

  private synchronized void add(Position position) {
    positions.add(position);
    while (positions.size() > MOST) {
      OffsetShare smaller = share.half();
      share = smaller;
      positions.removeIf(each -> !smaller.contains(each));
    }
  }

  /** What was added since the last call, and the share as it is now. */
  public synchronized OffsetSamples drain() {
    OffsetShare now = share;
    List<Position> drained = positions.stream().filter(now::contains).toList();
    positions = new ArrayList<>();
    return new OffsetSamples(now.halvings(), drained, List.of());
  }
}
