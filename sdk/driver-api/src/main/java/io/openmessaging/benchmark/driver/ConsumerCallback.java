package io.openmessaging.benchmark.driver;

import java.nio.ByteBuffer;

/**
 * Where a driver hands received messages to the framework. Callable from any thread, also from
 * several at once. A call may block for the workload's consumer processing time; when it returns
 * the message counts as processed and may be acknowledged to the broker.
 */
public interface ConsumerCallback {

  /**
   * A message has been received.
   *
   * @param payload the message body
   * @param publishTimestamp when the message was published, in milliseconds since the epoch; only
   *     used for messages that carry no envelope of the framework
   */
  void messageReceived(byte[] payload, long publishTimestamp);

  /**
   * A message has been received.
   *
   * @param payload the message body, between position and limit; not retained after the call
   * @param publishTimestamp when the message was published, in milliseconds since the epoch; only
   *     used for messages that carry no envelope of the framework
   */
  void messageReceived(ByteBuffer payload, long publishTimestamp);
}
