package io.tidemark.driver.ibmmq;

import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.driver.DetailedConsumerCallback;
import javax.jms.JMSException;
import javax.jms.Message;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hands messages to the framework's callback. A queue keeps order: all is partition 0. */
final class Inflow {
  private static final Logger log = LoggerFactory.getLogger(Inflow.class);
  private final String who;
  private final ConsumerCallback callback;
  private final DetailedConsumerCallback detailed;

  Inflow(String who, ConsumerCallback callback) {
    this.who = who;
    this.callback = callback;
    this.detailed = callback instanceof DetailedConsumerCallback d ? d : null;
  }

  /**
   * Returns when the message is processed, even if the callback throws; or told as failed, when it
   * cannot be read: given back to the queue, it would come again and again.
   */
  void received(Message message) throws JMSException {
    byte[] payload;
    try {
      payload = Bodies.payload(message);
    } catch (UnreadableMessage e) {
      failed(e);
      return;
    }
    long timestamp = message.getJMSTimestamp();
    try {
      if (detailed != null) {
        detailed.messageReceived(payload, timestamp, 0);
      } else {
        callback.messageReceived(payload, timestamp);
      }
    } catch (RuntimeException e) {
      failed(e);
    }
  }

  void failed(Throwable cause) {
    if (detailed != null) {
      detailed.consumerFailed(cause);
    } else {
      log.warn("{}: {}", who, cause.getMessage());
    }
  }
}
