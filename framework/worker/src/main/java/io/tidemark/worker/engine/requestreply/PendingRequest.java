package io.tidemark.worker.engine.requestreply;

import io.tidemark.driver.SendFuture;
import io.tidemark.driver.SendResult;

/**
 * A request under way: from its send until it is answered, given up or refused. Its sender's lock
 * guards the state.
 */
final class PendingRequest implements SendResult {
  private final RequesterSender sender;
  final long sequence;
  final long intendedEpochNanos;
  final long actualEpochNanos;
  final int payloadBytes;

  /** Ends the flight. */
  final SendFuture over =
      new SendFuture() {
        @Override
        protected long nanoTime() {
          return sender.nanoTime();
        }
      };

  boolean reported;
  boolean done;

  PendingRequest(
      RequesterSender sender,
      long sequence,
      long intendedEpochNanos,
      long actualEpochNanos,
      int payloadBytes) {
    this.sender = sender;
    this.sequence = sequence;
    this.intendedEpochNanos = intendedEpochNanos;
    this.actualEpochNanos = actualEpochNanos;
    this.payloadBytes = payloadBytes;
  }

  @Override
  public void accepted() {
    sender.accepted(this);
  }

  @Override
  public void acceptedAt(long nanoTime) {
    sender.accepted(this, nanoTime);
  }

  @Override
  public void failed(Throwable cause) {
    sender.refused(this, cause);
  }
}
