package io.tidemark.driver;

import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.driver.outcome.Outcome;
import java.nio.ByteBuffer;

/**
 * The framework's {@link ConsumerCallback}, for drivers that know more of a message than body and
 * time; {@link CallbackAdapter} finds out whether a callback is one. Callable from any thread.
 */
public interface MessageCallback extends ConsumerCallback {

  /** A message has been received; as {@link ConsumerCallback} says. */
  void messageReceived(ReceivedMessage message);

  /** As {@link #messageReceived}; returns what the consumer has to do with the message. */
  default Outcome settle(ReceivedMessage message) {
    messageReceived(message);
    return Outcome.ACCEPT;
  }

  /**
   * The consumer failed: a poll, a commit or an acknowledgement went wrong, or the broker cancelled
   * it. Counted as a consumer error and reported; the consumer may continue.
   */
  void consumerFailed(Throwable cause);

  /**
   * Messages have arrived at once: call it as soon as they are there, before they are decoded, and
   * return the batch from {@link ReceivedMessage#batch} of each.
   */
  default ReceivedBatch batchArrived() {
    return ReceivedBatch.NONE;
  }

  @Override
  default void messageReceived(byte[] payload, long publishTimestamp) {
    messageReceived(new OmbMessage(payload, null, publishTimestamp));
  }

  @Override
  default void messageReceived(ByteBuffer payload, long publishTimestamp) {
    messageReceived(new OmbMessage(null, payload, publishTimestamp));
  }
}
