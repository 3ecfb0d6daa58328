package io.tidemark.worker.engine.load;

import io.tidemark.driver.SendFuture;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One send in flight, and the callback of its future. Reused by its lane; filled by the load thread
 * that has got the future, read by whichever thread completes it.
 *
 * <p>The object itself never changes, so that both threads keep it in their caches; mutable fields
 * are in a block with those of other sends.
 */
final class InFlight implements BiConsumer<Void, Throwable>, SendFuture.Callback {
  private final Lane lane;
  private final InFlightBlock block;
  private final int index;

  InFlight(Lane lane, InFlightBlock block, int index) {
    this.lane = lane;
    this.block = block;
    this.index = index;
  }

  /** Load thread. */
  void begin(long sequence, long intendedEpochNanos, long actualEpochNanos, int payloadBytes) {
    block.begin(index, sequence, intendedEpochNanos, actualEpochNanos, payloadBytes);
  }

  long sequence() {
    return block.sequence(index);
  }

  long intendedEpochNanos() {
    return block.intendedEpochNanos(index);
  }

  long actualEpochNanos() {
    return block.actualEpochNanos(index);
  }

  int payloadBytes() {
    return block.payloadBytes(index);
  }

  /** Any thread, once its values are not needed any more. */
  void end() {
    block.end(index);
  }

  /** Whether its send is under way; for the threads that look on. */
  boolean isUnderWay() {
    return block.isUnderWay(index);
  }

  /** Completion of a future without a time stamp. */
  @Override
  public void accept(Void ignored, @Nullable Throwable failure) {
    lane.completed(this, failure);
  }

  @Override
  public void sendEnded(@Nullable Throwable failure, long nanoTime) {
    lane.completed(this, failure, nanoTime);
  }
}
