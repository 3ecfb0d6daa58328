package io.tidemark.worker.engine.load;

import io.tidemark.driver.SendFuture;
import java.util.function.BiConsumer;

/**
 * One send in flight, and the callback of its future. Reused by its lane; filled by the load thread
 * that has got the future, read by whichever thread completes it.
 *
 * <p>The object itself never changes, so that both threads keep it in their caches; mutable fields
 * are in a block with those of other sends.
 */
abstract class InFlight implements BiConsumer<Void, Throwable>, SendFuture.Callback {
  private final InFlightArrays block;
  private final int index;

  InFlight(InFlightArrays block, int index) {
    this.block = block;
    this.index = index;
  }

  /** Load thread. */
  final void begin(
      long sequence, long intendedEpochNanos, long actualEpochNanos, int payloadBytes) {
    block.begin(index, sequence, intendedEpochNanos, actualEpochNanos, payloadBytes);
  }

  final long sequence() {
    return block.sequence(index);
  }

  final long intendedEpochNanos() {
    return block.intendedEpochNanos(index);
  }

  final long actualEpochNanos() {
    return block.actualEpochNanos(index);
  }

  final int payloadBytes() {
    return block.payloadBytes(index);
  }

  /** Any thread, once its values are not needed any more. */
  final void end() {
    block.end(index);
  }

  /** Whether its send is under way; for the threads that look on. */
  final boolean isUnderWay() {
    return block.isUnderWay(index);
  }
}
