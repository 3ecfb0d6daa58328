package io.tidemark.driver;

import io.openmessaging.benchmark.driver.ConsumerCallback;
import java.nio.ByteBuffer;

/**
 * Additional methods of the framework's {@link ConsumerCallback}: a driver that knows the partition
 * of a message or reports failures checks {@code callback instanceof DetailedConsumerCallback}
 * once, at creation, and calls these methods instead. Callable from any thread.
 */
public interface DetailedConsumerCallback extends ConsumerCallback {

  /**
   * {@link #messageReceived(byte[], long)} with the {@code partition} in which the broker keeps
   * order.
   */
  void messageReceived(byte[] payload, long publishTimestamp, int partition);

  /**
   * {@link #messageReceived(ByteBuffer, long)} with the {@code partition} in which the broker keeps
   * order.
   */
  void messageReceived(ByteBuffer payload, long publishTimestamp, int partition);

  /**
   * {@link #messageReceived(byte[], long, int)} with the broker's mark that it has delivered the
   * message before, to this or another consumer. An unknown partition is negative.
   */
  default void messageReceived(
      byte[] payload, long publishTimestamp, int partition, boolean redelivered) {
    messageReceived(payload, publishTimestamp, partition);
  }

  /** {@link #messageReceived(byte[], long, int, boolean)} with a body in a buffer. */
  default void messageReceived(
      ByteBuffer payload, long publishTimestamp, int partition, boolean redelivered) {
    messageReceived(payload, publishTimestamp, partition);
  }

  /**
   * The consumer failed: a poll, a commit or an acknowledgement went wrong, or the broker cancelled
   * it. Counted as a consumer error and reported; the consumer may continue.
   */
  void consumerFailed(Throwable cause);
}
