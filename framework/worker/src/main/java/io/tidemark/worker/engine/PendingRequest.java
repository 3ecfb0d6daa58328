package io.tidemark.worker.engine;

import io.tidemark.driver.SendFuture;
import io.tidemark.driver.SendResult;

/**
 * A request under way: from its send until it is answered, given up or refused. Its lane's lock
 * guards the state.
 */
final class PendingRequest implements SendResult {
  private final RequesterLane lane;
  final long sequence;
  final long intendedEpochNanos;
  final long actualEpochNanos;
  final int payloadBytes;

  /** Ends the flight. */
  final SendFuture over =
      new SendFuture() {
        @Override
        protected long nanoTime() {
          return lane.nanoTime();
        }
      };

  boolean told;
  boolean done;

  PendingRequest(
      RequesterLane lane,
      long sequence,
      long intendedEpochNanos,
      long actualEpochNanos,
      int payloadBytes) {
    this.lane = lane;
    this.sequence = sequence;
    this.intendedEpochNanos = intendedEpochNanos;
    this.actualEpochNanos = actualEpochNanos;
    this.payloadBytes = payloadBytes;
  }

  @Override
  public void accepted() {
    lane.accepted(this);
  }

  @Override
  public void acceptedAt(long nanoTime) {
    lane.accepted(this, nanoTime);
  }

  @Override
  public void failed(Throwable cause) {
    lane.refused(this, cause);
  }
}
