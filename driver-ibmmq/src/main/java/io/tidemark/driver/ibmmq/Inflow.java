package io.tidemark.driver.ibmmq;

import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.driver.CallbackAdapter;
import javax.jms.JMSException;
import javax.jms.Message;

/** Hands messages to the framework's callback. A queue keeps order: all is partition 0. */
record Inflow(CallbackAdapter callback) {

  Inflow(String who, ConsumerCallback callback) {
    this(new CallbackAdapter(who, callback));
  }

  /**
   * Returns when the message is processed, even if the callback throws; or reported as failed if it
   * cannot be read: after a backout it would be delivered endlessly.
   */
  void received(Message message) throws JMSException {
    byte[] payload;
    try {
      payload = Bodies.payload(message);
    } catch (UnreadableMessage e) {
      failed(e);
      return;
    }
    callback.received(payload, message.getJMSTimestamp(), 0);
  }

  void failed(Throwable cause) {
    callback.failed(cause);
  }
}
