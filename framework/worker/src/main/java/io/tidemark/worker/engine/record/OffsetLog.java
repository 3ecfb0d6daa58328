package io.tidemark.worker.engine.record;

import io.tidemark.driver.MessagePosition;
import io.tidemark.driver.SendFuture;
import io.tidemark.measure.offsets.OffsetShare;
import io.tidemark.model.snapshot.OffsetSamples;
import io.tidemark.model.snapshot.OffsetSamples.Position;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Positions of a sample of the messages since the last snapshot. The sample becomes half as large
 * whenever a snapshot would have too many of them. Thread-safe.
 */
public final class OffsetLog {
  /** For each snapshot. */
  static final int MOST = 4_000;

  private final ThreadLocal<@Nullable Delivery> underWay = new ThreadLocal<>();
  private List<Position> positions = new ArrayList<>();
  private volatile OffsetShare share = OffsetShare.ALL;

  /** What the driver says of the message that a thread is handing in. */
  private record Delivery(MessagePosition position, long key) {}

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
      send.position()
          .ifPresent(
              at ->
                  add(
                      new Position(
                          OffsetSamples.ACKNOWLEDGED,
                          producer,
                          sequence,
                          at.partition(),
                          at.offset(),
                          OffsetSamples.NO_KEY,
                          0)));
    }
  }

  /** The position of the message that this thread hands in until {@link #handedIn}. */
  public void handsIn(MessagePosition position, Optional<String> key) {
    underWay.set(
        new Delivery(position, key.map(OffsetShare::keyHash).orElse(OffsetSamples.NO_KEY)));
  }

  public void handedIn() {
    underWay.remove();
  }

  /** The message that this thread hands in was received, perhaps not for the first time. */
  public void received(int subscription, int producer, long sequence, long epochNanos) {
    Delivery delivery = underWay.get();
    if (delivery != null) {
      add(
          new Position(
              subscription,
              producer,
              sequence,
              delivery.position().partition(),
              delivery.position().offset(),
              delivery.key(),
              epochNanos));
    }
  }

  private void add(Position position) {
    if (share.contains(position)) {
      synchronized (this) {
        positions.add(position);
        while (positions.size() > MOST) {
          OffsetShare smaller = share.half();
          share = smaller;
          positions.removeIf(each -> !smaller.contains(each));
        }
      }
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
