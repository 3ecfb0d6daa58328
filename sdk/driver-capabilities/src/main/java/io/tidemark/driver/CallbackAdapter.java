package io.tidemark.driver;

import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.driver.outcome.Outcome;
import io.tidemark.driver.outcome.OutcomeSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A consumer's callback: the framework's gets all of a message, one of another class what OMB's
 * methods take. Safe for several threads, as the callback is.
 */
public final class CallbackAdapter {
  private static final Logger log = LoggerFactory.getLogger(CallbackAdapter.class);

  private final String subject;
  private final ConsumerCallback callback;
  private final @Nullable MessageCallback detailed;

  public CallbackAdapter(String subject, ConsumerCallback callback) {
    this.subject = subject;
    this.callback = callback;
    this.detailed = callback instanceof MessageCallback d ? d : null;
  }

  /**
   * Passes a message to the callback; an exception of the callback is the consumer's failure, and
   * the message counts as processed.
   */
  public void received(ReceivedMessage message) {
    try {
      if (detailed != null) {
        detailed.messageReceived(message);
      } else if (message.array() != null) {
        callback.messageReceived(message.array(), message.publishedMillis());
      } else {
        callback.messageReceived(message.buffer(), message.publishedMillis());
      }
    } catch (RuntimeException e) {
      failed(e);
    }
  }

  /**
   * As {@link #received}, for a driver with {@link OutcomeSupport}: returns what to do with the
   * message.
   */
  public Outcome settle(ReceivedMessage message) {
    if (detailed == null) {
      received(message);
      return Outcome.ACCEPT;
    }
    try {
      return detailed.settle(message);
    } catch (RuntimeException e) {
      failed(e);
      return Outcome.ACCEPT;
    }
  }

  /** See {@link MessageCallback#batchArrived}. */
  public ReceivedBatch batchArrived() {
    return detailed == null ? ReceivedBatch.NONE : detailed.batchArrived();
  }

  /** See {@link MessageCallback#consumerFailed}. */
  public void failed(Throwable cause) {
    if (detailed == null) {
      log.warn("Consumer of {} failed: {}", subject, cause.toString());
    } else {
      detailed.consumerFailed(cause);
    }
  }
}
