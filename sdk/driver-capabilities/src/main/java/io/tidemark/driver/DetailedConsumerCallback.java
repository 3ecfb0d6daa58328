package io.tidemark.driver;

import io.openmessaging.benchmark.driver.ConsumerCallback;
import java.nio.ByteBuffer;

/**
 * What the framework's {@link ConsumerCallback} can do besides: a driver that knows more of a
 * message than its body asks {@code callback instanceof DetailedConsumerCallback} once, at
 * creation, and calls these methods instead. Callable from any thread.
 */
public interface DetailedConsumerCallback extends ConsumerCallback {

  /**
   * As {@link #messageReceived(byte[], long)}; {@code partition} is where the broker keeps order.
   */
  void messageReceived(byte[] payload, long publishTimestamp, int partition);

  /**
   * As {@link #messageReceived(ByteBuffer, long)}; {@code partition} is where the broker keeps
   * order.
   */
  void messageReceived(ByteBuffer payload, long publishTimestamp, int partition);

  /**
   * The consumer failed: a poll, a commit or an acknowledgement went wrong, or the broker cancelled
   * it. Counted as a consumer error and shown; the consumer may go on.
   */
  void consumerFailed(Throwable cause);
}
