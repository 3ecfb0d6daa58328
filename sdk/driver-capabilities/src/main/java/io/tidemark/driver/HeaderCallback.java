package io.tidemark.driver;

import java.nio.ByteBuffer;

/**
 * The framework's callback in a run that needs headers: a driver with {@link HeaderSupport} checks
 * {@code callback instanceof HeaderCallback} once, at creation, and then passes each message with
 * its headers. In other runs the callback is no HeaderCallback, and headers cost nothing. {@link
 * CallbackAdapter} does both.
 */
public interface HeaderCallback extends DetailedConsumerCallback {

  /**
   * {@link #messageReceived(byte[], long, int, boolean)} with headers.
   *
   * @param partition negative if it is not known
   */
  void messageReceived(
      byte[] payload,
      long publishTimestamp,
      int partition,
      boolean redelivered,
      ReceivedHeaders headers);

  /** {@link #messageReceived(byte[], long, int, boolean, ReceivedHeaders)} with a buffer. */
  void messageReceived(
      ByteBuffer payload,
      long publishTimestamp,
      int partition,
      boolean redelivered,
      ReceivedHeaders headers);
}
