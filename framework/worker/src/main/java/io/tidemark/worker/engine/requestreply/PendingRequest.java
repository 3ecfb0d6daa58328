package io.tidemark.worker.engine.requestreply;

import io.tidemark.driver.SendFuture;
import io.tidemark.driver.SendResult;
import java.util.concurrent.CompletionStage;

/**
 * A request under way: from its send until it is answered, given up or refused. Its sender's lock
 * guards the state.
 */
public abstract class PendingRequest implements SendResult {
  final long sequence;
  final long intendedEpochNanos;
  final long actualEpochNanos;
  final int payloadBytes;

  /** Ends the flight. */
  final SendFuture over =
      new SendFuture() {
        @Override
        protected long nanoTime() {
          return PendingRequest.this.nanoTime();
        }
      };

  boolean reported;
  boolean done;

  PendingRequest(long sequence, long intendedEpochNanos, long actualEpochNanos, int payloadBytes) {
    this.sequence = sequence;
    this.intendedEpochNanos = intendedEpochNanos;
    this.actualEpochNanos = actualEpochNanos;
    this.payloadBytes = payloadBytes;
  }

  /** Completes when it is answered, given up or refused. */
  public CompletionStage<Void> over() {
    return over;
  }

  /** Whether it is answered, given up or refused. */
  public boolean isOver() {
    return over.isDone();
  }

  /** The clock that ends the flight. */
  abstract long nanoTime();
}
