package io.tidemark.worker.engine.load;

import io.tidemark.measure.MessageKind;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongConsumer;

/** How a lane hands its messages to the driver: what differs between producers and requesters. */
public interface Sender {

  /** What its messages are for. */
  MessageKind kind();

  /**
   * Hands over a message. The returned future ends the flight: with it the lane has room again.
   *
   * @param intended when the message was due, epoch nanoseconds
   * @param actual when it is handed over, epoch nanoseconds
   */
  CompletableFuture<Void> send(
      Optional<String> key, byte[] payload, long sequence, long intended, long actual);

  /** Hands over a probe; the future ends when the broker has it. */
  CompletableFuture<Void> sendProbe(Optional<String> key, byte[] payload);

  /**
   * Whether a flight ends with the broker's acknowledgement, which the lane then records. If not,
   * the sender records acknowledgements itself.
   */
  boolean endsWithAcknowledgement();

  /** What is sent until {@link #release} may wait for the next messages. */
  default void hold() {}

  /**
   * What was held back leaves.
   *
   * @return whether the driver had something to do
   */
  default boolean release() {
    return false;
  }

  /**
   * Any thread: the intended times of what the broker has neither acknowledged nor refused. Only
   * for flights that do not end with the acknowledgement; for others these are the flights.
   */
  default void forEachUnacknowledged(LongConsumer intendedEpochNanos) {}
}
