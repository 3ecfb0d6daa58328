package io.tidemark.driver.rabbitmq.stream;

import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.driver.DetailedConsumerCallback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The framework's callback, with as much detail as it takes. */
final class Receiver {
  private static final Logger log = LoggerFactory.getLogger(Receiver.class);

  private final String subject;
  private final ConsumerCallback callback;
  private final DetailedConsumerCallback detailed;

  Receiver(String subject, ConsumerCallback callback) {
    this.subject = subject;
    this.callback = callback;
    this.detailed = callback instanceof DetailedConsumerCallback d ? d : null;
  }

  /** An exception of the callback is the consumer's failure; the message counts as processed. */
  void received(byte[] body, long chunkMillis, int partition) {
    try {
      if (detailed == null) {
        callback.messageReceived(body, chunkMillis);
      } else {
        detailed.messageReceived(body, chunkMillis, partition);
      }
    } catch (RuntimeException e) {
      failed(e);
    }
  }

  void failed(Throwable cause) {
    if (detailed == null) {
      log.warn("Consumer of {} failed: {}", subject, StreamErrors.reason(cause));
    } else {
      detailed.consumerFailed(cause);
    }
  }
}
