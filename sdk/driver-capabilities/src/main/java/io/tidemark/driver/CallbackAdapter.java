package io.tidemark.driver;

import io.openmessaging.benchmark.driver.ConsumerCallback;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The framework's callback, with as much detail as it takes. Safe for several threads, as the
 * callback is.
 */
public final class CallbackAdapter {
  private static final Logger log = LoggerFactory.getLogger(CallbackAdapter.class);

  private final String subject;
  private final ConsumerCallback callback;
  private final @Nullable DetailedConsumerCallback detailed;

  /** If the run needs headers; null otherwise. */
  private final @Nullable HeaderCallback headered;

  /** If the run audits offsets; null otherwise. */
  private final @Nullable PositionCallback positioned;

  private final BatchCallback batches;

  public CallbackAdapter(String subject, ConsumerCallback callback) {
    this.subject = subject;
    this.callback = callback;
    this.detailed = callback instanceof DetailedConsumerCallback d ? d : null;
    this.headered = callback instanceof HeaderCallback h ? h : null;
    this.positioned = callback instanceof PositionCallback p ? p : null;
    this.batches = callback instanceof BatchCallback b ? b : BatchCallback.NONE;
  }

  /** Whether positions are to be passed: ask at creation, and use the methods with one if so. */
  public boolean takesPositions() {
    return positioned != null;
  }

  /**
   * Passes a message with its position; see {@link PositionCallback}.
   *
   * @param headers {@link ReceivedHeaders#NONE} unless {@link #takesHeaders}
   */
  public void received(
      byte[] body,
      long sentMillis,
      boolean redelivered,
      ReceivedHeaders headers,
      MessagePosition position,
      Optional<String> key) {
    if (positioned == null) {
      received(body, sentMillis, position.partition(), headers);
      return;
    }
    try {
      positioned.messageReceived(body, sentMillis, redelivered, headers, position, key);
    } catch (RuntimeException e) {
      failed(e);
    }
  }

  /** Passes a message with its position and a body in a buffer. */
  public void received(
      ByteBuffer body,
      long sentMillis,
      boolean redelivered,
      ReceivedHeaders headers,
      MessagePosition position,
      Optional<String> key) {
    if (positioned == null) {
      received(body, sentMillis, position.partition(), redelivered, headers);
      return;
    }
    try {
      positioned.messageReceived(body, sentMillis, redelivered, headers, position, key);
    } catch (RuntimeException e) {
      failed(e);
    }
  }

  /** Whether headers are to be passed: ask at creation, and read none if they are not. */
  public boolean takesHeaders() {
    return headered != null;
  }

  /** What batches of messages are marked with; see {@link BatchCallback}. */
  public BatchCallback batches() {
    return batches;
  }

  /** Passes a message with its headers, see {@link #received(byte[], long, int)}. */
  public void received(byte[] body, long sentMillis, int partition, ReceivedHeaders headers) {
    if (headered == null) {
      received(body, sentMillis, partition);
      return;
    }
    try {
      headered.messageReceived(body, sentMillis, partition, false, headers);
    } catch (RuntimeException e) {
      failed(e);
    }
  }

  /** Passes a message with its headers, see {@link #received(ByteBuffer, long, int, boolean)}. */
  public void received(
      ByteBuffer body,
      long sentMillis,
      int partition,
      boolean redelivered,
      ReceivedHeaders headers) {
    if (headered == null) {
      received(body, sentMillis, partition, redelivered);
      return;
    }
    try {
      headered.messageReceived(body, sentMillis, partition, redelivered, headers);
    } catch (RuntimeException e) {
      failed(e);
    }
  }

  /**
   * Hands a message over; an exception of the callback is the consumer's failure, and the message
   * counts as processed.
   *
   * @param sentMillis when the message was published, in milliseconds since the epoch; 0 only for a
   *     message of another application that has no time stamp
   */
  public void received(byte[] body, long sentMillis, int partition) {
    try {
      if (detailed == null) {
        callback.messageReceived(body, sentMillis);
      } else {
        detailed.messageReceived(body, sentMillis, partition);
      }
    } catch (RuntimeException e) {
      failed(e);
    }
  }

  /**
   * Passes a message to the callback, see {@link #received(byte[], long, int)}.
   *
   * @param redelivered the broker marked the message as delivered before
   */
  public void received(ByteBuffer body, long sentMillis, int partition, boolean redelivered) {
    try {
      if (detailed == null) {
        callback.messageReceived(body, sentMillis);
      } else {
        detailed.messageReceived(body, sentMillis, partition, redelivered);
      }
    } catch (RuntimeException e) {
      failed(e);
    }
  }

  /** Passes a message to the callback, see {@link #received(byte[], long, int)}. */
  public void received(ByteBuffer body, long sentMillis, int partition) {
    try {
      if (detailed == null) {
        callback.messageReceived(body, sentMillis);
      } else {
        detailed.messageReceived(body, sentMillis, partition);
      }
    } catch (RuntimeException e) {
      failed(e);
    }
  }

  public void failed(Throwable cause) {
    if (detailed == null) {
      log.warn("Consumer of {} failed: {}", subject, cause.toString());
    } else {
      detailed.consumerFailed(cause);
    }
  }
}
