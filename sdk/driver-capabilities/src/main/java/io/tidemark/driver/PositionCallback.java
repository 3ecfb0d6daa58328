package io.tidemark.driver;

import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * The framework's callback in a run that audits offsets: a driver of a log checks {@code callback
 * instanceof PositionCallback} once, at creation, and then passes each message with its position.
 * In other runs the callback is no PositionCallback, and positions cost nothing. {@link
 * CallbackAdapter} does both.
 */
public interface PositionCallback extends DetailedConsumerCallback {

  /**
   * {@link #messageReceived(byte[], long, int, boolean)} with the position.
   *
   * @param headers {@link ReceivedHeaders#NONE} unless the callback is also a {@link
   *     HeaderCallback}
   * @param key of the message; empty if it has none
   */
  void messageReceived(
      byte[] payload,
      long publishTimestamp,
      boolean redelivered,
      ReceivedHeaders headers,
      MessagePosition position,
      Optional<String> key);

  /**
   * {@link #messageReceived(byte[], long, boolean, ReceivedHeaders, MessagePosition, Optional)}
   * with a buffer.
   */
  void messageReceived(
      ByteBuffer payload,
      long publishTimestamp,
      boolean redelivered,
      ReceivedHeaders headers,
      MessagePosition position,
      Optional<String> key);
}
